import { emptyPhoto, identityHomography } from "../../src/image/index.ts";
import {
  type PerspectiveInput,
  type PerspectiveResult,
  perspective,
  readFocal,
  shareFocal,
} from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg } from "../../test/support/upright-truth.ts";
import { Dice } from "./solids.ts";
import { type Hold, type Trial, takePicture } from "./trial.ts";

/** Minimum visible lean, in degrees. */
const SEEN_DEG = 0.2;
/** Maximum lean after a correction, in degrees. */
const DONE_DEG = 0.35;

interface Outcome {
  readonly beforeDeg: number;
  readonly afterDeg: number;
  readonly result: PerspectiveResult;
}

/** Sources of the focal length: each picture alone, shared by the shoot, or the truth. */
const ways = ["alone", "shared", "in EXIF"] as const;
type Way = (typeof ways)[number];

/** Ways of taking the shoots. */
const shoots = [
  ["one focal length", "hand", false],
  ["one focal length", "level", false],
  ["a third zoomed", "hand", true],
] as const;

/** Shoots of 8 to 20 rooms, attics and streets by one camera, without a focal length in the metadata. */
export async function tryShoots(count: number, from: number): Promise<void> {
  console.log(
    "| shoots | held | focal length | pictures | its error, median / worst | leaning, refused | changed | wrong | level, changed > 0.2° | left of all, mean |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const [name, hold, isZoomed] of shoots) {
    const outcomes: Record<Way, Outcome[]> = { alone: [], shared: [], "in EXIF": [] };
    const errors: Record<Way, number[]> = { alone: [], shared: [], "in EXIF": [] };
    for (let seed = from; seed < from + count; seed++) {
      for (const [way, outcome, error] of await tryShoot(takeShoot(seed, hold, isZoomed))) {
        outcomes[way].push(outcome);
        errors[way].push(error);
      }
    }
    for (const way of ways) console.log(row([name, hold, way], outcomes[way], errors[way]));
  }
}

function takeShoot(seed: number, hold: Hold, isZoomed: boolean): Trial[] {
  const dice = new Dice(seed);
  const focal35Mm = dice.between(16, 30);
  return Array.from({ length: dice.count(8, 20) }, (_, i) => {
    const kind = dice.chance(0.8) ? "room" : dice.chance(0.5) ? "attic" : "street";
    const other = dice.between(1.3, 1.8);
    return takePicture(kind, hold, seed * 100 + i, isZoomed && i % 3 === 2 ? focal35Mm * other : focal35Mm);
  });
}

async function tryShoot(trials: readonly Trial[]): Promise<(readonly [Way, Outcome, number])[]> {
  const context = testContext();
  const readings = [];
  for (const { image } of trials) readings.push(await readFocal({ image, calibrate: true }, context));
  const shared = shareFocal(readings);
  const found: (readonly [Way, Outcome, number])[] = [];
  for (const [i, trial] of trials.entries()) {
    const inputs: Record<Way, Partial<PerspectiveInput>> = {
      alone: {},
      shared: { sharedFocal: shared[i] },
      "in EXIF": { photo: trial.photo },
    };
    const { image, camera } = trial;
    const lean = (homography = identityHomography) => meanLeanDeg(homography, camera, image);
    const isTrue = (camera.focal35Mm / Math.hypot(36, 24)) * Math.hypot(image.width, image.height);
    for (const way of ways) {
      const input = { image, photo: emptyPhoto, is360: false, calibrate: true, ...inputs[way] };
      const result = await perspective(input, { maxCropLoss: 0.9 }, testContext());
      const outcome = { result, beforeDeg: lean(), afterDeg: lean(result.homography) };
      const { focalPx } = result.facts;
      found.push([way, outcome, Math.abs(focalPx / (result.correction?.scale ?? 1) / isTrue - 1)]);
    }
  }
  return found;
}

function row(names: readonly string[], outcomes: readonly Outcome[], errors: readonly number[]): string {
  const share = (part: readonly Outcome[], of: readonly Outcome[]) =>
    of.length === 0 ? "–" : `${((100 * part.length) / of.length).toFixed(1)} % (${part.length} of ${of.length})`;
  const applied = outcomes.filter(({ result }) => result.applied);
  const leaning = outcomes.filter(({ beforeDeg }) => beforeDeg > 2 * SEEN_DEG);
  const level = outcomes.filter(({ beforeDeg }) => beforeDeg < SEEN_DEG);
  const sorted = errors.toSorted((a, b) => a - b);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  return `| ${[
    ...names,
    outcomes.length,
    `${percent(sorted[sorted.length >> 1])} / ${percent(sorted[sorted.length - 1])}`,
    share(
      leaning.filter(({ result }) => !result.applied),
      leaning,
    ),
    applied.length,
    applied.filter(({ beforeDeg, afterDeg }) => afterDeg > Math.min(beforeDeg, DONE_DEG)).length,
    share(
      level.filter(({ result, afterDeg }) => result.applied && afterDeg > SEEN_DEG),
      level,
    ),
    `${(outcomes.reduce((sum, { afterDeg }) => sum + afterDeg, 0) / outcomes.length).toFixed(2)}°`,
  ].join(" | ")} |`;
}
