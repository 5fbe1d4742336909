import type { Declaration } from "../declaration.ts";
import { alignAccumulateArgs } from "./align/align-accumulate.ts";
import { alignFeatureArgs } from "./align/align-feature.ts";
import { alignPatchesArgs } from "./align/align-patches.ts";
import { cellColoursArgs, cellLumaArgs, colouredCellsArgs } from "./cells/cell-colours.ts";
import { coarsenCellsArgs } from "./cells/coarsen-cells.ts";
import { deghostShrinkArgs } from "./cells/deghost-shrink.ts";
import { describeCellsArgs } from "./cells/describe-cells.ts";
import { greenCellsArgs } from "./cells/green-cells.ts";
import { labCellsArgs } from "./cells/lab-cells.ts";
import { blockNoiseArgs } from "./check/block-noise.ts";
import { blockLikenessArgs, blockStructureArgs } from "./check/block-structure.ts";
import { cellDetailArgs } from "./check/cell-detail.ts";
import { countEdgesArgs } from "./check/count-edges.ts";
import { countJumpsArgs } from "./check/count-jumps.ts";
import { countStepsArgs } from "./check/count-steps.ts";
import { edgeDetailArgs } from "./check/edge-detail.ts";
import { edgeRingsArgs } from "./check/edge-rings.ts";
import { farColoursArgs } from "./check/far-colours.ts";
import { findEdgesArgs } from "./check/find-edges.ts";
import { roughRowsArgs } from "./check/rough-rows.ts";
import { lumaCopiesArgs } from "./copies/luma-copies.ts";
import { narrowArgs } from "./copies/narrow.ts";
import { reducePlanesArgs } from "./copies/reduce-planes.ts";
import { shrinkArgs } from "./copies/shrink.ts";
import { deghostBlendArgs } from "./deghost/deghost-blend.ts";
import { deghostCompareArgs } from "./deghost/deghost-compare.ts";
import { demosaicBayerArgs } from "./demosaic/demosaic-bayer.ts";
import { demosaicXtransArgs } from "./demosaic/demosaic-xtrans.ts";
import { captureSharpenArgs } from "./develop/capture-sharpen.ts";
import { developBayerArgs } from "./develop/develop-bayer.ts";
import { developColorArgs } from "./develop/develop-color.ts";
import { gainTableMapArgs } from "./develop/gain-table-map.ts";
import { hueSatMapArgs } from "./develop/hue-sat-map.ts";
import { fusionCollapseArgs, fusionExpandArgs, fusionReduceArgs } from "./fusion/fusion.ts";
import { channelShiftsArgs } from "./geometry/channel-shifts.ts";
import { levelLinesArgs } from "./geometry/level-lines.ts";
import { warpArgs } from "./geometry/warp.ts";
import { jpegDcArgs } from "./jpeg/jpeg-dc.ts";
import { unpackLosslessArgs } from "./jpeg/unpack-lossless.ts";
import { exposeFramesArgs } from "./light/expose-frames.ts";
import { guidedFilterArgs } from "./light/guided-filter.ts";
import { lightCellsArgs } from "./light/light-cells.ts";
import { planLightArgs } from "./light/plan-light.ts";
import { structureMapsArgs } from "./light/structure-maps.ts";
import { gainFieldArgs } from "./raw/gain-field.ts";
import { greenRatiosArgs } from "./raw/green-ratios.ts";
import { rawDefectsArgs } from "./raw/raw-defects.ts";
import { rawDenoiseArgs } from "./raw/raw-denoise.ts";
import { rawLevelsArgs } from "./raw/raw-levels.ts";
import { convolveArgs } from "./scene/convolve.ts";
import { toneMapArgs } from "./tone/tone-map.ts";

/** The declaration of every kernel, by its name. */
export const declarations = {
  alignAccumulate: alignAccumulateArgs,
  alignFeature: alignFeatureArgs,
  alignPatches: alignPatchesArgs,
  blockLikeness: blockLikenessArgs,
  blockNoise: blockNoiseArgs,
  blockStructure: blockStructureArgs,
  captureSharpen: captureSharpenArgs,
  cellColours: cellColoursArgs,
  cellDetail: cellDetailArgs,
  cellLuma: cellLumaArgs,
  channelShifts: channelShiftsArgs,
  coarsenCells: coarsenCellsArgs,
  colouredCells: colouredCellsArgs,
  convolve: convolveArgs,
  countEdges: countEdgesArgs,
  countJumps: countJumpsArgs,
  countSteps: countStepsArgs,
  deghostBlend: deghostBlendArgs,
  deghostCompare: deghostCompareArgs,
  deghostShrink: deghostShrinkArgs,
  demosaicBayer: demosaicBayerArgs,
  demosaicXtrans: demosaicXtransArgs,
  describeCells: describeCellsArgs,
  developBayer: developBayerArgs,
  developColor: developColorArgs,
  edgeDetail: edgeDetailArgs,
  edgeRings: edgeRingsArgs,
  exposeFrames: exposeFramesArgs,
  farColours: farColoursArgs,
  findEdges: findEdgesArgs,
  fusionCollapse: fusionCollapseArgs,
  fusionExpand: fusionExpandArgs,
  fusionReduce: fusionReduceArgs,
  gainField: gainFieldArgs,
  gainTableMap: gainTableMapArgs,
  greenCells: greenCellsArgs,
  greenRatios: greenRatiosArgs,
  guidedFilter: guidedFilterArgs,
  hueSatMap: hueSatMapArgs,
  jpegDc: jpegDcArgs,
  labCells: labCellsArgs,
  levelLines: levelLinesArgs,
  lightCells: lightCellsArgs,
  lumaCopies: lumaCopiesArgs,
  narrow: narrowArgs,
  planLight: planLightArgs,
  rawDefects: rawDefectsArgs,
  rawDenoise: rawDenoiseArgs,
  rawLevels: rawLevelsArgs,
  reducePlanes: reducePlanesArgs,
  roughRows: roughRowsArgs,
  shrink: shrinkArgs,
  structureMaps: structureMapsArgs,
  toneMap: toneMapArgs,
  unpackLossless: unpackLosslessArgs,
  warp: warpArgs,
} satisfies Readonly<Record<string, Declaration>>;

export { alignSumColumns, alignSums, alignTile, alignTileColumns } from "./align/align-accumulate.ts";
export { cellSamples } from "./cells/deghost-shrink.ts";
export { labTableSteps } from "./cells/lab-cells.ts";
export { noiseBlockPx } from "./check/block-noise.ts";
export { blockFacts, structureBlock } from "./check/block-structure.ts";
export { jumpBlock } from "./check/count-jumps.ts";
export { edgeReach, frameEdge, lightnessSteps } from "./check/find-edges.ts";
export { rowFacts } from "./check/rough-rows.ts";
export { darkTolerance, justTolerated, tableSteps, toleranceLevels } from "./deghost/deghost-compare.ts";
export { xtransModels, xtransTaps } from "./demosaic/demosaic-xtrans.ts";
export { storedLevel } from "./fusion/fusion.ts";
export { channelShift, halvedReach, shiftSmooth } from "./geometry/channel-shifts.ts";
export type { JpegDcArgs } from "./jpeg/jpeg-dc.ts";
export { huffmanBytes, losslessPiece, mostComponents } from "./jpeg/unpack-lossless.ts";
export { leastStops, lumaSteps, stepsPerStop, stopEntries } from "./light/light-tables.ts";
export { ratioClasses } from "./raw/green-ratios.ts";
export {
  brightnessOf,
  hazeOf,
  lightOf,
  nearlyClipped,
  toneCell,
  toneNode,
  unchangedCell,
  unchangedCurve,
} from "./tone/tone-map.ts";
