import type { KernelSet } from "../kernels.ts";
import { pyramidDown } from "./pyramid-down.ts";
import { shrink } from "./shrink.ts";

/** The readable truth: what every native kernel is held against, and what runs where the addon cannot load. */
export const referenceKernels: KernelSet = {
  pyramidDown,
  shrink,
};
