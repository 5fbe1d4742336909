import type { StageDescriptor } from "../descriptor.ts";
import { checkOptions } from "./options.ts";

export const checkStage = {
  options: checkOptions,
  heading: "The result",
  sideTasks: {
    frames: { does: "compares the frames with each other", after: "decode", neededBy: "relate" },
    evidence: { does: "gathers what the fused picture is compared with", after: "align", neededBy: "merge" },
    shown: { does: "records which frame shows each moved area", after: "deghost", neededBy: "merge" },
    edges: { does: "finds the clearest edges of the frames", after: "deghost", neededBy: "merge" },
    fused: { does: "compares the fused picture with its frames", after: "merge", neededBy: "rectify" },
    rectified: { does: "compares the rectified picture with the fused one", after: "rectify", neededBy: "encode" },
    toned: { does: "compares the toned picture with the rectified one", after: "tone", neededBy: "encode" },
  },
} as const satisfies StageDescriptor;
