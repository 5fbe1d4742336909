import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { fuseMertens } from "./mertens.ts";
import { fuseNatural, type NaturalFacts } from "./natural.ts";
import { type MergeInput, type MergeOptions, mergeOptions } from "./options.ts";

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

/**
 * Fuses aligned frames of one scene (equal sizes, display sRGB, 8 or 16 bits, any order) into one 16-bit picture. `exposuresEv` is
 * ev100 a frame, where known.
 * Throws `input/mismatch` when sizes differ. The frames stay the caller's.
 */
export async function merge(
  frames: readonly [IntegerImage, ...IntegerImage[]],
  options: MergeInput,
  context: StageContext,
  exposuresEv: readonly (number | undefined)[] = [],
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
  if (method === "mertens") {
    return { image: await fuseMertens(ordered, resolved, context), applied: true, framesUsed: frames.length, method };
  }
  const exposures = order.map((index) => exposuresEv[index]);
  const { image, facts } = await fuseNatural(ordered, exposures, context);
  return { image, applied: true, framesUsed: frames.length, method, natural: facts };
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
