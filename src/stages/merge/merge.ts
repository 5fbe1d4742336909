import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { fuseMertens } from "./mertens.ts";
import { fuseNatural, type NaturalFacts } from "./natural.ts";
import { type MergeInput, type MergeOptions, mergeOptions } from "./options.ts";
import { fuseAround } from "./wrap-around.ts";

export interface MergeResult {
  /** 16 bits, display sRGB; the very frame that was given when there is only one. */
  readonly image: IntegerImage;
  readonly applied: boolean;
  readonly reason?: string;
  /** How many frames went into the picture. */
  readonly framesUsed: number;
  readonly method?: MergeOptions["method"];
  /** What the natural method found. */
  readonly natural?: NaturalFacts;
}

export interface MergeSetting {
  /** ev100 a frame, where known. */
  readonly exposuresEv?: readonly (number | undefined)[];
  /** The frames are full circles: their left and right edges meet. */
  readonly wrapX?: boolean;
}

/**
 * Fuses aligned frames of one scene (equal sizes, display sRGB, 8 or 16 bits, any order) into one 16-bit picture.
 * Throws `input/mismatch` when sizes differ. The frames stay the caller's.
 */
export async function merge(
  frames: readonly [IntegerImage, ...IntegerImage[]],
  options: MergeInput,
  context: StageContext,
  { exposuresEv = [], wrapX = false }: MergeSetting = {},
): Promise<MergeResult> {
  const resolved = resolveOptions("merge", mergeOptions, options);
  const [first] = frames;
  for (const frame of frames) {
    validateImage(frame, "merge");
    if (frame.width !== first.width || frame.height !== first.height || frame.channels !== 3) {
      const sizes = frames.map((each) => `${each.width} × ${each.height}`);
      throw new EngineError("input/mismatch", `merge: frames of one set must have one size, got ${sizes.join(", ")}`, {
        sizes,
      });
    }
  }
  if (frames.length === 1)
    return { image: first, applied: false, reason: "a single frame needs no merge", framesUsed: 1 };
  const { method } = resolved;
  const order = canonicalOrder(frames);
  const ordered = order.map((index) => frames[index]);
  const around = (fuse: (frames: readonly IntegerImage[]) => Promise<IntegerImage>) =>
    wrapX ? fuseAround(ordered, context.memory, fuse) : fuse(ordered);
  const done = { applied: true, framesUsed: frames.length, method };
  if (method === "mertens") {
    return { ...done, image: await around((each) => fuseMertens(each, resolved, context)) };
  }
  const exposures = order.map((index) => exposuresEv[index]);
  let natural: NaturalFacts | undefined;
  const image = await around(async (each) => {
    const fused = await fuseNatural(each, exposures, context);
    natural = fused.facts;
    return fused.image;
  });
  return { ...done, image, ...(natural ? { natural } : {}) };
}

/**
 * Darkest first. Sums of floats depend on their order; sorting by content makes the result independent of the order the frames
 * came in.
 */
function canonicalOrder(frames: readonly IntegerImage[]): number[] {
  const stride = 3 * 97;
  const keyed = frames.map((frame, index) => {
    let sum = 0;
    for (let i = 0; i < frame.data.length; i += stride) sum += frame.data[i];
    return { frame, index, key: sum / (frame.data instanceof Uint8Array ? 255 : 65535) };
  });
  keyed.sort((a, b) => a.key - b.key || compareSamples(a.frame, b.frame));
  return keyed.map(({ index }) => index);
}

function compareSamples(a: IntegerImage, b: IntegerImage): number {
  for (let i = 0; i < a.data.length; i++) {
    if (a.data[i] !== b.data[i]) return a.data[i] - b.data[i];
  }
  return 0;
}
