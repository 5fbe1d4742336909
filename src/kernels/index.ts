export {
  defaultBandRows,
  type Kernel,
  type KernelArgs,
  type KernelImplementation,
  type KernelName,
  type KernelRunner,
  type KernelSet,
} from "./kernels.ts";
export { type JpegDcArgs, loadDropPages, loadJpegDc } from "./native.ts";
export { alignSumColumns, alignSums, alignTile, alignTileColumns } from "./reference/align-accumulate.ts";
export { noiseBlockPx } from "./reference/block-noise.ts";
export { blockFacts, structureBlock } from "./reference/block-structure.ts";
export { jumpBlock } from "./reference/count-jumps.ts";
export { darkTolerance, justTolerated, tableSteps, toleranceLevels } from "./reference/deghost-compare.ts";
export { cellSamples } from "./reference/deghost-shrink.ts";
export { xtransModels, xtransTaps } from "./reference/demosaic-xtrans.ts";
export { storedLevel } from "./reference/fusion.ts";
export { labTableSteps } from "./reference/lab-cells.ts";
export { hazeOf, nearlyClipped } from "./reference/tone-map.ts";
export { type SelectedKernels, selectKernels } from "./select.ts";
