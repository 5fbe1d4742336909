export type { Kernel } from "./declaration.ts";
export {
  defaultBandRows,
  type KernelArgs,
  type KernelImplementation,
  type KernelName,
  type KernelRunner,
  type KernelSet,
} from "./kernels.ts";
export { loadDropPages, loadJpegDc } from "./native.ts";
export { alignSumColumns, alignSums, alignTile, alignTileColumns } from "./reference/align/align-accumulate.ts";
export { cellSamples } from "./reference/cells/deghost-shrink.ts";
export { labTableSteps } from "./reference/cells/lab-cells.ts";
export { noiseBlockPx } from "./reference/check/block-noise.ts";
export { blockFacts, structureBlock } from "./reference/check/block-structure.ts";
export { jumpBlock } from "./reference/check/count-jumps.ts";
export { darkTolerance, justTolerated, tableSteps, toleranceLevels } from "./reference/deghost/deghost-compare.ts";
export { xtransModels, xtransTaps } from "./reference/demosaic/demosaic-xtrans.ts";
export { storedLevel } from "./reference/fusion/fusion.ts";
export { hazeOf, nearlyClipped } from "./reference/tone/tone-map.ts";
export { type SelectedKernels, selectKernels } from "./select.ts";
