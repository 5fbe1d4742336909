import type { KernelSet } from "../../../src/kernels/index.ts";
import { alignAccumulate } from "./align/align-accumulate.ts";
import { alignFeature } from "./align/align-feature.ts";
import { alignPatches } from "./align/align-patches.ts";
import { cellColours, cellLuma, colouredCells } from "./cells/cell-colours.ts";
import { coarsenCells } from "./cells/coarsen-cells.ts";
import { deghostShrink } from "./cells/deghost-shrink.ts";
import { describeCells } from "./cells/describe-cells.ts";
import { greenCells } from "./cells/green-cells.ts";
import { labCells } from "./cells/lab-cells.ts";
import { blockNoise } from "./check/block-noise.ts";
import { blockLikeness, blockStructure } from "./check/block-structure.ts";
import { cellDetail } from "./check/cell-detail.ts";
import { countEdges } from "./check/count-edges.ts";
import { countJumps } from "./check/count-jumps.ts";
import { countSteps } from "./check/count-steps.ts";
import { edgeDetail } from "./check/edge-detail.ts";
import { edgeRings, findEdges } from "./check/edges.ts";
import { farColours } from "./check/far-colours.ts";
import { readTones } from "./check/read-tones.ts";
import { roughRows } from "./check/rough-rows.ts";
import { lumaCopies } from "./copies/luma-copies.ts";
import { narrow } from "./copies/narrow.ts";
import { reducePlanes } from "./copies/reduce-planes.ts";
import { shrink } from "./copies/shrink.ts";
import { deghostBlend } from "./deghost/deghost-blend.ts";
import { deghostCompare } from "./deghost/deghost-compare.ts";
import { demosaicBayer } from "./demosaic/demosaic-bayer.ts";
import { demosaicXtrans } from "./demosaic/demosaic-xtrans.ts";
import { captureSharpen } from "./develop/capture-sharpen.ts";
import { developBayer } from "./develop/develop-bayer.ts";
import { developColor } from "./develop/develop-color.ts";
import { gainTableMap } from "./develop/gain-table-map.ts";
import { hueSatMap } from "./develop/hue-sat-map.ts";
import { fusionCollapse, fusionExpand, fusionReduce } from "./fusion/fusion.ts";
import { channelShifts } from "./geometry/channel-shifts.ts";
import { levelLines } from "./geometry/level-lines.ts";
import { warp } from "./geometry/warp.ts";
import { unpackLossless } from "./jpeg/unpack-lossless.ts";
import { exposeFrames } from "./light/expose-frames.ts";
import { guidedFilter } from "./light/guided-filter.ts";
import { lightCells } from "./light/light-cells.ts";
import { planLight } from "./light/plan-light.ts";
import { structureMaps } from "./light/structure-maps.ts";
import { gainField } from "./raw/gain-field.ts";
import { greenRatios } from "./raw/green-ratios.ts";
import { rawDefects } from "./raw/raw-defects.ts";
import { rawDenoise } from "./raw/raw-denoise.ts";
import { rawLevels } from "./raw/raw-levels.ts";
import { convolve } from "./scene/convolve.ts";
import { toneMap } from "./tone/tone-map.ts";

/** All reference kernels by name: the readable code with which native and WebAssembly kernels are compared. */
export const referenceKernels: KernelSet = {
  alignAccumulate,
  alignFeature,
  alignPatches,
  blockLikeness,
  blockNoise,
  blockStructure,
  captureSharpen,
  cellColours,
  cellDetail,
  cellLuma,
  channelShifts,
  coarsenCells,
  colouredCells,
  convolve,
  countEdges,
  countJumps,
  countSteps,
  deghostBlend,
  deghostCompare,
  deghostShrink,
  demosaicBayer,
  demosaicXtrans,
  describeCells,
  developBayer,
  developColor,
  edgeDetail,
  edgeRings,
  exposeFrames,
  farColours,
  findEdges,
  fusionCollapse,
  fusionExpand,
  fusionReduce,
  gainField,
  gainTableMap,
  greenCells,
  greenRatios,
  guidedFilter,
  hueSatMap,
  labCells,
  levelLines,
  lightCells,
  lumaCopies,
  narrow,
  planLight,
  rawDefects,
  rawDenoise,
  rawLevels,
  readTones,
  reducePlanes,
  roughRows,
  shrink,
  structureMaps,
  toneMap,
  unpackLossless,
  warp,
};
