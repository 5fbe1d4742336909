import { EngineError } from "../../errors/index.ts";
import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import { fusePyramids, type Relation, type SceneLight } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { cameraCurve } from "./camera-curve.ts";
import { copyFrames, type FineCopies } from "./frame-copies.ts";
import { type DroppedFrame, type GivenFrame, type Judgement, judgeFrames } from "./frame-selection.ts";
import { fuseNatural, type NaturalFacts } from "./natural.ts";
import { type MergeOptions, type MergeOptionsInput, mergeOptions } from "./options.ts";
import { cutBack, widenAround } from "./wrap-around.ts";

export interface MergeInput {
  /** Aligned frames of one scene: one size, display sRGB, 8 or 16 bits, in any order. */
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** How the frames' exposures relate. Not used for a single frame. */
  readonly relation: Relation;
  /** Names of the frames in warnings and facts. */
  readonly names?: readonly string[];
  /** The frames are full spheres: their left and right edges meet. */
  readonly wrapX?: boolean;
}

export interface MergeResult {
  /** 16 bits, display sRGB; the input frame itself if only one is given or useful. */
  readonly image: IntegerImage;
  /** Whether frames were fused. */
  readonly applied: boolean;
  /** Why no frames were fused. */
  readonly reason?: string;
  /** Number of fused frames. */
  readonly framesUsed: number;
  /** Method of fusion; absent if no frames were fused. */
  readonly method?: MergeOptions["method"];
  /** Frames that were skipped, and why. */
  readonly dropped?: readonly DroppedFrame[];
  /** Facts of the natural method. */
  readonly natural?: NaturalFacts;
  /** The scene's light over the picture; absent for full spheres and if frames do not show it. */
  readonly light?: SceneLight;
}

/**
 * Fuses the frames of a bracket into one 16-bit picture. Frames that contribute nothing are skipped first, with the
 * warning `merge/frame-dropped`. Throws `input/mismatch` if sizes differ, or if the relation belongs to other frames.
 */
export async function merge(
  input: MergeInput,
  options: MergeOptionsInput,
  context: StageContext,
): Promise<MergeResult> {
  const resolved = resolveOptions("merge", mergeOptions, options);
  const { frames, relation } = input;
  validateFrames(frames);
  if (frames.length === 1)
    return { image: frames[0], applied: false, reason: "a single frame needs no merge", framesUsed: 1 };
  validateRelation(relation, frames.length);
  return fuseFrames(input, resolved, context);
}

async function fuseFrames(
  { frames, relation, names = [], wrapX = false }: MergeInput,
  options: MergeOptions,
  context: StageContext,
): Promise<MergeResult> {
  const ordered = relation.order.map((index) => ({
    index,
    image: frames[index],
    name: names[index] ?? `frame ${index + 1}`,
  }));
  const { method } = options;
  const judged = needsJudging(options) ? await judgeCopies(ordered, relation, options, wrapX, context) : undefined;
  const { kept, fine, ...facts } = judged ?? { kept: ordered.map(({ image }, place) => ({ image, place })) };
  const images = kept.map(({ image }) => image);
  endLeases(frames, images, context.memory);
  if (images.length === 1) {
    return { image: images[0], applied: false, reason: "only one frame adds anything", framesUsed: 1, ...facts };
  }
  const around = async (fuse: (frames: readonly IntegerImage[]) => Promise<IntegerImage>) => {
    const given = wrapX ? widenAround(images, context.memory) : images;
    const fused = await fuse(given);
    endLeases(given, [], context.memory);
    return wrapX ? cutBack(fused, images[0].width, context.memory) : fused;
  };
  const done = { applied: true, framesUsed: images.length, method, ...facts };
  if (method === "mertens") {
    return { ...done, image: await around((each) => fusePyramids(each, options, context)) };
  }
  const curve = cameraCurve(relation.light);
  const stops = stopsBetween(
    relation,
    kept.map(({ place }) => place),
  ).map((each) => each * curve.perStop);
  let natural: NaturalFacts | undefined;
  let light: SceneLight | undefined;
  const image = await around(async (each) => {
    const copies = fine ?? (await copyFine(each, context));
    const fused = await fuseNatural(each, copies, { stops, curve, windowPull: options.windowPull }, context);
    natural = fused.facts;
    light = wrapX ? undefined : fused.light;
    return fused.image;
  });
  return { ...done, image, ...(natural ? { natural } : {}), ...(light ? { light } : {}) };
}

/** The method `mertens` follows the paper exactly: by default it uses all frames. */
function needsJudging({ method, dropFrames }: MergeOptions): boolean {
  return method === "natural" || dropFrames === "always";
}

/** Keeps the fine copies of the kept frames if fusing needs them; the fusion releases them. */
async function judgeCopies(
  frames: readonly GivenFrame[],
  { light }: Relation,
  options: MergeOptions,
  wrapX: boolean,
  context: StageContext,
): Promise<Judgement & { readonly fine?: FineCopies }> {
  const copies = await copyFrames(
    frames.map(({ image }) => image),
    context,
  );
  const judged = judgeFrames(frames, copies, light, options, context);
  const places = judged.kept.map(({ place }) => place);
  const wanted = options.method === "natural" && !wrapX && places.length > 1;
  const kept = wanted ? places.map((place) => copies.fine[place]) : [];
  const idle = [...copies.lumas, ...copies.peaks, ...copies.fine.filter((view) => !kept.includes(view))];
  for (const view of idle) context.memory.release(view);
  return wanted ? { ...judged, fine: { ...copies, fine: kept } } : judged;
}

async function copyFine(frames: readonly IntegerImage[], context: StageContext): Promise<FineCopies> {
  const copies = await copyFrames(frames, context);
  for (const view of [...copies.lumas, ...copies.peaks]) context.memory.release(view);
  return copies;
}

function validateFrames(frames: MergeInput["frames"]): void {
  const [first] = frames;
  for (const frame of frames) {
    validateImage(frame, "merge");
    if (frame.width !== first.width || frame.height !== first.height || frame.channels !== 3) {
      const sizes = frames.map(
        (each) => `${each.width} × ${each.height}${each.channels === 3 ? "" : ` × ${each.channels}`}`,
      );
      throw new EngineError(
        "input/mismatch",
        `merge: frames of one set must have one size and 3 channels, got ${sizes.join(", ")}`,
        {
          sizes,
        },
      );
    }
  }
}

function validateRelation({ order }: Relation, frames: number): void {
  if (order.length === frames) return;
  const message = `merge: expected a relation of ${frames} frames, got one of ${order.length}`;
  throw new EngineError("input/mismatch", message, { frames, related: order.length });
}

/**
 * Light of some frames relative to the first of them, in stops, ascending; `places` are their positions in the order.
 */
function stopsBetween({ links }: Relation, places: readonly number[]): number[] {
  const total = [0];
  for (const { stops } of links) total.push(total[total.length - 1] + Math.max(0, stops));
  return places.map((place) => total[place] - total[places[0]]);
}
