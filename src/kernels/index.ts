export type { Kernel } from "./declaration.ts";
export {
  alignSumColumns,
  alignSums,
  alignTile,
  alignTileColumns,
  blockFacts,
  cellSamples,
  darkTolerance,
  hazeOf,
  huffmanBytes,
  jumpBlock,
  justTolerated,
  labTableSteps,
  lightOf,
  mostComponents,
  nearlyClipped,
  noiseBlockPx,
  pieceFields,
  ratioClasses,
  rowFacts,
  storedLevel,
  structureBlock,
  tableSteps,
  toleranceLevels,
  xtransModels,
  xtransTaps,
} from "./declarations/index.ts";
export {
  defaultBandRows,
  type JpegDc,
  type KernelArgs,
  type KernelImplementation,
  type KernelName,
  type KernelRunner,
  type KernelSet,
  type ThreadKernels,
} from "./kernels.ts";
export { loadDropPages } from "./native.ts";
export { type KernelChoice, kernelChoices, type SelectedKernels, selectKernels } from "./select.ts";
export type { WasmShare } from "./wasm/index.ts";
