import type { Declaration } from "../declaration.ts";
import { alignAccumulateArgs, alignFeatureArgs, alignPatchesArgs } from "./align.ts";
import {
  cellColoursArgs,
  cellLumaArgs,
  coarsenCellsArgs,
  colouredCellsArgs,
  deghostShrinkArgs,
  describeCellsArgs,
  greenCellsArgs,
  labCellsArgs,
} from "./cells.ts";
import {
  blockLikenessArgs,
  blockNoiseArgs,
  blockStructureArgs,
  cellDetailArgs,
  farColoursArgs,
  readTonesArgs,
  roughRowsArgs,
} from "./check.ts";
import {
  countEdgesArgs,
  countJumpsArgs,
  countStepsArgs,
  edgeDetailArgs,
  edgeRingsArgs,
  findEdgesArgs,
} from "./check-edges.ts";
import { lumaCopiesArgs, narrowArgs, reducePlanesArgs, shrinkArgs } from "./copies.ts";
import { deghostBlendArgs, deghostCompareArgs } from "./deghost.ts";
import { demosaicBayerArgs, demosaicXtransArgs } from "./demosaic.ts";
import { captureSharpenArgs, developBayerArgs, developColorArgs, gainTableMapArgs, hueSatMapArgs } from "./develop.ts";
import { fusionCollapseArgs, fusionExpandArgs, fusionReduceArgs } from "./fusion.ts";
import { channelShiftsArgs, levelLinesArgs, warpArgs } from "./geometry.ts";
import { jpegDcArgs, unpackLosslessArgs } from "./jpeg.ts";
import { exposeFramesArgs, guidedFilterArgs, lightCellsArgs, planLightArgs, structureMapsArgs } from "./light.ts";
import { gainFieldArgs, greenRatiosArgs, rawDefectsArgs, rawDenoiseArgs, rawLevelsArgs } from "./raw.ts";
import { convolveArgs } from "./scene.ts";
import { toneMapArgs } from "./tone.ts";

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
  readTones: readTonesArgs,
  reducePlanes: reducePlanesArgs,
  roughRows: roughRowsArgs,
  shrink: shrinkArgs,
  structureMaps: structureMapsArgs,
  toneMap: toneMapArgs,
  unpackLossless: unpackLosslessArgs,
  warp: warpArgs,
} satisfies Readonly<Record<string, Declaration>>;

export { alignSumColumns, alignSums, alignTile, alignTileColumns } from "./align.ts";
export { cellSamples, labTableSteps } from "./cells.ts";
export { blockFacts, meanOfGreen, noiseBlockPx, rowFacts, structureBlock, toneSteps } from "./check.ts";
export { edgeReach, frameEdge, jumpBlock, lightnessSteps } from "./check-edges.ts";
export { darkTolerance, justTolerated, tableSteps, toleranceLevels } from "./deghost.ts";
export { xtransModels, xtransTaps } from "./demosaic.ts";
export { storedLevel } from "./fusion.ts";
export { channelShift, halvedReach, shiftSmooth } from "./geometry.ts";
export { huffmanBytes, type JpegDcArgs, losslessPiece, maxComponents } from "./jpeg.ts";
export { lumaSteps, minStops, stepsPerStop, stopEntries } from "./light.ts";
export { ratioClasses } from "./raw.ts";
export {
  brightnessOf,
  hazeOf,
  lightOf,
  nearlyClipped,
  toneCell,
  toneNode,
  unchangedCell,
  unchangedCurve,
} from "./tone.ts";
