import type { KernelSet } from "../kernels.ts";
import { alignAccumulate } from "./align-accumulate.ts";
import { alignFeature } from "./align-feature.ts";
import { alignPatches } from "./align-patches.ts";
import { blockNoise } from "./block-noise.ts";
import { blockLikeness, blockStructure } from "./block-structure.ts";
import { cellColours, cellLuma, colouredCells } from "./cell-colours.ts";
import { cellDetail } from "./cell-detail.ts";
import { coarsenCells } from "./coarsen-cells.ts";
import { countEdges } from "./count-edges.ts";
import { countJumps } from "./count-jumps.ts";
import { countSteps } from "./count-steps.ts";
import { deghostBlend } from "./deghost-blend.ts";
import { deghostCompare } from "./deghost-compare.ts";
import { deghostShrink } from "./deghost-shrink.ts";
import { demosaicBayer } from "./demosaic-bayer.ts";
import { demosaicXtrans } from "./demosaic-xtrans.ts";
import { describeCells } from "./describe-cells.ts";
import { developBayer } from "./develop-bayer.ts";
import { developColor } from "./develop-color.ts";
import { edgeDetail } from "./edge-detail.ts";
import { farColours } from "./far-colours.ts";
import { fusionCollapse, fusionExpand, fusionReduce } from "./fusion.ts";
import { gainField } from "./gain-field.ts";
import { gainTableMap } from "./gain-table-map.ts";
import { grade, gradeField } from "./grade.ts";
import { greenCells } from "./green-cells.ts";
import { guidedFilter } from "./guided-filter.ts";
import { hueSatMap } from "./hue-sat-map.ts";
import { labCells } from "./lab-cells.ts";
import { levelLines } from "./level-lines.ts";
import { lumaCopies } from "./luma-copies.ts";
import { narrow } from "./narrow.ts";
import { rawDefects } from "./raw-defects.ts";
import { rawDenoise } from "./raw-denoise.ts";
import { rawLevels } from "./raw-levels.ts";
import { reducePlanes } from "./reduce-planes.ts";
import { roomEvidence, roomMeans } from "./room-evidence.ts";
import { shrink } from "./shrink.ts";
import { structureMaps } from "./structure-maps.ts";
import { toneMap } from "./tone-map.ts";
import { warp } from "./warp.ts";

/** The readable truth: what every native kernel is held against, and what runs where the addon cannot load. */
export const referenceKernels: KernelSet = {
  alignAccumulate,
  alignFeature,
  alignPatches,
  blockLikeness,
  blockNoise,
  blockStructure,
  cellColours,
  cellDetail,
  cellLuma,
  coarsenCells,
  colouredCells,
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
  farColours,
  fusionCollapse,
  fusionExpand,
  fusionReduce,
  gainField,
  gainTableMap,
  grade,
  gradeField,
  greenCells,
  guidedFilter,
  hueSatMap,
  labCells,
  levelLines,
  lumaCopies,
  narrow,
  rawDefects,
  rawDenoise,
  rawLevels,
  reducePlanes,
  roomEvidence,
  roomMeans,
  shrink,
  structureMaps,
  toneMap,
  warp,
};
