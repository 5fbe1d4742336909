import { type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { boxMean } from "../../../src/ops/index.ts";
import { type Fuser, photoOf } from "../fuse.ts";
import type { MovedObject, SimulatedBracket } from "./bracket.ts";
import { minShare } from "./judge.ts";
import type { MoverKind } from "./mover.ts";

/** How a picture shows a passing object: once and solid, not at all, solid in two places, or as a ghost. */
export type Outcome = "once" | "removed" | "twice" | "ghost";

export interface PassingScore {
  readonly kind: MoverKind;
  readonly outcome: Outcome;
  /** Share of the picture that it covers in any frame. */
  readonly share: number;
  /** Share of its area that differs visibly from the closest reference: a frame, or the empty scene. */
  readonly off: number;
  /** For each frame, its solidity at its position in that frame, 0 to 1, over pixels that it covers in no other. */
  readonly solid: readonly (number | undefined)[];
}

export interface TrafficScore {
  readonly seed: number;
  readonly objects: readonly PassingScore[];
  readonly replaced: number;
  readonly rung: string;
  readonly warnings: readonly string[];
}

/** Minimum visible difference of display values, over 5 × 5 pixels. */
const visible = 0.08;
/** Maximum share of an object's area that may be visibly wrong. */
const maxOff = 0.1;
/** Minimum solidity at which it counts as present. */
const isThere = 0.6;
const plainly = { deghost: "off", check: "off" } as const;

/** Fuses a bracket in which something passes, and returns the result for each object. */
export async function judgeTraffic(bracket: SimulatedBracket, fuser: Fuser): Promise<TrafficScore> {
  const { seed, frames, plan, objects } = bracket;
  const photos = plan.exposuresEv.map(photoOf);
  const asIs = { align: false } as const;
  const ours = await fuser.merge(frames, photos, asIs);
  const seen = objects.filter(({ mask, pixels }) => pixels / mask.length >= minShare);
  // References use the same method, which the check or contradicting frames may have changed.
  const method = ours.facts.merge?.method ?? "natural";
  const truths: IntegerImage[] = [];
  for (const k of seen.length > 0 ? [undefined, ...frames.keys()] : []) {
    const truth = await fuser.merge(await bracket.still(k), photos, { ...asIs, ...plainly, method });
    truths.push({ ...truth.image, data: truth.image.data.slice() as unknown as IntegerImage["data"] });
    fuser.release(truth);
  }
  const scores = seen.map((object) => judgeObject(ours.image, truths, object));
  const score = { seed, objects: scores, replaced: ours.facts.deghost?.share ?? 0, rung: ours.check?.rung ?? "" };
  const warnings = [...new Set(ours.warnings)];
  fuser.release(ours);
  return { ...score, warnings };
}

/** `truths`: the empty scene, then the scene of each frame. */
function judgeObject(image: IntegerImage, truths: readonly IntegerImage[], object: MovedObject): PassingScore {
  const { kind, places, mask } = object;
  const anywhere = mask.map((_, p) => (places.some((place) => place[p]) ? 1 : 0));
  const area = anywhere.reduce((sum, each) => sum + each, 0);
  const offs = truths.map((truth) => visiblyOff(image, truth, anywhere) / area);
  const best = offs.indexOf(Math.min(...offs));
  const off = offs[best];
  const solid = places.map((place, k) => {
    const alone = place.map((each, p) => (each && !places.some((other, j) => j !== k && other[p]) ? 1 : 0));
    return solidity(image, truths[0], truths[k + 1], alone);
  });
  const shared = { kind, share: area / mask.length, off, solid };
  if (off <= maxOff) return { ...shared, outcome: best === 0 ? "removed" : "once" };
  const standing = solid.filter((each) => each !== undefined && each > isThere).length;
  return { ...shared, outcome: standing > 1 ? "twice" : "ghost" };
}

/** Range of contrast relative to the reference that different exposures may cause without a ghost. */
const [minContrast, maxContrast] = [0.7, 1.4];

/** Number of pixels of a mask that differ visibly, after brightness and contrast were matched. */
function visiblyOff(a: IntegerImage, b: IntegerImage, mask: Uint8Array): number {
  const { width, height } = a;
  const apart = new Float32Array(width * height);
  for (let c = 0; c < 3; c++) {
    const [ours, theirs] = [a, b].map((image) =>
      Float32Array.from(mask, (_, p) => image.data[3 * p + c] / maxValueOf(image.data)),
    );
    const { contrast, offset } = fitTone(ours, theirs, mask);
    const data = Float32Array.from(mask, (_, p) => ours[p] - contrast * theirs[p] - offset);
    const mean = boxMean({ width, height, data }, 2, false);
    for (let p = 0; p < apart.length; p++) apart[p] = Math.max(apart[p], Math.abs(mean[p]));
  }
  let count = 0;
  for (let p = 0; p < apart.length; p++) if (mask[p] && apart[p] > visible) count++;
  return count;
}

/** The least-squares line from one picture's tones to another's over a mask. */
function fitTone(ours: ArrayLike<number>, theirs: ArrayLike<number>, mask: Uint8Array) {
  const inside = [...mask.keys()].filter((p) => mask[p]);
  const meanOf = (at: (p: number) => number) => inside.reduce((sum, p) => sum + at(p), 0) / inside.length;
  const [own, their] = [meanOf((p) => ours[p]), meanOf((p) => theirs[p])];
  const spread = meanOf((p) => (theirs[p] - their) ** 2);
  const product = meanOf((p) => (theirs[p] - their) * (ours[p] - own));
  const contrast = Math.min(maxContrast, Math.max(minContrast, spread > 0 ? product / spread : 1));
  return { contrast, offset: own - contrast * their };
}

/** Position of a picture between one without an object (0) and one with it (1), by least squares over a mask. */
function solidity(
  image: IntegerImage,
  without: IntegerImage,
  withIt: IntegerImage,
  mask: Uint8Array,
): number | undefined {
  let [product, square, count] = [0, 0, 0];
  for (let p = 0; p < mask.length; p++) {
    if (!mask[p]) continue;
    for (let i = 3 * p; i < 3 * p + 3; i++) {
      const empty = without.data[i] / maxValueOf(without.data);
      const thing = withIt.data[i] / maxValueOf(withIt.data) - empty;
      product += thing * (image.data[i] / maxValueOf(image.data) - empty);
      square += thing * thing;
    }
    count++;
  }
  return count < 20 || square / (3 * count) < visible ** 2 / 4 ? undefined : product / square;
}
