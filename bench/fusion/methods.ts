import { type IntegerImage, share } from "../../src/image/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import type { MergeOptionsInput } from "../../src/stages/merge/index.ts";
import { relateAndMerge } from "../../test/support/related-stages.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** A method of fusion to be judged. The picture is display sRGB of the frames' size, 8 or 16 bits. */
export interface Method {
  readonly name: string;
  fuse(frames: Frames, exposuresEv: readonly (number | undefined)[]): Promise<IntegerImage>;
  /** Releases the picture's memory. */
  release(image: IntegerImage): void;
}

/** The engine's own methods, through the merge stage as in the pipeline. */
export function ownMethod(
  method: NonNullable<MergeOptionsInput["method"]>,
  options: MergeOptionsInput,
  context: StageContext,
): Method {
  return {
    name: method,
    // The frames are also used by other methods.
    fuse: async (frames, exposuresEv) => {
      for (const frame of frames) share(frame, context.memory);
      return (await relateAndMerge(frames, { ...options, method }, context, { exposuresEv })).image;
    },
    release: ({ data }) => context.memory.release(data),
  };
}
