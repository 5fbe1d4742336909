import type { KernelSet } from "../kernels.ts";
import { demosaicBayer } from "./demosaic-bayer.ts";
import { developColor } from "./develop-color.ts";
import { fusionBlend, fusionExpand, fusionReduce } from "./fusion.ts";
import { narrow } from "./narrow.ts";
import { reducePlanes } from "./reduce-planes.ts";
import { shrink } from "./shrink.ts";
import { toneMap } from "./tone-map.ts";
import { warp } from "./warp.ts";

/** The readable truth: what every native kernel is held against, and what runs where the addon cannot load. */
export const referenceKernels: KernelSet = {
  fusionBlend,
  fusionExpand,
  fusionReduce,
  narrow,
  reducePlanes,
  demosaicBayer,
  developColor,
  shrink,
  warp,
  toneMap,
};
