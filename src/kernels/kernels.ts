import type { AlignAccumulateArgs } from "./reference/align/align-accumulate.ts";
import type { AlignFeatureArgs } from "./reference/align/align-feature.ts";
import type { AlignPatchesArgs } from "./reference/align/align-patches.ts";
import type { CellColoursArgs, CellLumaArgs, ColouredCellsArgs } from "./reference/cells/cell-colours.ts";
import type { CoarsenCellsArgs } from "./reference/cells/coarsen-cells.ts";
import type { DeghostShrinkArgs } from "./reference/cells/deghost-shrink.ts";
import type { DescribeCellsArgs } from "./reference/cells/describe-cells.ts";
import type { GreenCellsArgs } from "./reference/cells/green-cells.ts";
import type { LabCellsArgs } from "./reference/cells/lab-cells.ts";
import type { BlockNoiseArgs } from "./reference/check/block-noise.ts";
import type { BlockLikenessArgs, BlockStructureArgs } from "./reference/check/block-structure.ts";
import type { CellDetailArgs } from "./reference/check/cell-detail.ts";
import type { CountEdgesArgs } from "./reference/check/count-edges.ts";
import type { CountJumpsArgs } from "./reference/check/count-jumps.ts";
import type { CountStepsArgs } from "./reference/check/count-steps.ts";
import type { EdgeDetailArgs } from "./reference/check/edge-detail.ts";
import type { FarColoursArgs } from "./reference/check/far-colours.ts";
import type { LumaCopiesArgs } from "./reference/copies/luma-copies.ts";
import type { NarrowArgs } from "./reference/copies/narrow.ts";
import type { ReducePlanesArgs } from "./reference/copies/reduce-planes.ts";
import type { ShrinkArgs } from "./reference/copies/shrink.ts";
import type { DeghostBlendArgs } from "./reference/deghost/deghost-blend.ts";
import type { DeghostCompareArgs } from "./reference/deghost/deghost-compare.ts";
import type { DemosaicBayerArgs } from "./reference/demosaic/demosaic-bayer.ts";
import type { DemosaicXtransArgs } from "./reference/demosaic/demosaic-xtrans.ts";
import type { DevelopBayerArgs } from "./reference/develop/develop-bayer.ts";
import type { DevelopColorArgs } from "./reference/develop/develop-color.ts";
import type { GainTableMapArgs } from "./reference/develop/gain-table-map.ts";
import type { HueSatMapArgs } from "./reference/develop/hue-sat-map.ts";
import type { FusionCollapseArgs, FusionExpandArgs, FusionReduceArgs } from "./reference/fusion/fusion.ts";
import type { StructureMapsArgs } from "./reference/fusion/structure-maps.ts";
import type { LevelLinesArgs } from "./reference/geometry/level-lines.ts";
import type { WarpArgs } from "./reference/geometry/warp.ts";
import type { GradeArgs, GradeFieldArgs } from "./reference/grade/grade.ts";
import type { GuidedFilterArgs } from "./reference/grade/guided-filter.ts";
import type { RoomEvidenceArgs, RoomMeansArgs } from "./reference/grade/room-evidence.ts";
import type { GainFieldArgs } from "./reference/raw/gain-field.ts";
import type { RawDefectsArgs } from "./reference/raw/raw-defects.ts";
import type { RawDenoiseArgs } from "./reference/raw/raw-denoise.ts";
import type { RawLevelsArgs } from "./reference/raw/raw-levels.ts";
import type { ToneMapArgs } from "./reference/tone/tone-map.ts";

/**
 * Every kernel's arguments: plain numbers and typed arrays over SharedArrayBuffers, so that a call crosses threads as it is.
 * A kernel writes rows [rowBegin, rowEnd) of its output and nothing else; the same bytes come out whatever the bands.
 */
export interface KernelArgs {
  alignAccumulate: AlignAccumulateArgs;
  alignFeature: AlignFeatureArgs;
  alignPatches: AlignPatchesArgs;
  blockLikeness: BlockLikenessArgs;
  blockNoise: BlockNoiseArgs;
  blockStructure: BlockStructureArgs;
  cellColours: CellColoursArgs;
  cellDetail: CellDetailArgs;
  cellLuma: CellLumaArgs;
  coarsenCells: CoarsenCellsArgs;
  colouredCells: ColouredCellsArgs;
  countEdges: CountEdgesArgs;
  countJumps: CountJumpsArgs;
  countSteps: CountStepsArgs;
  deghostBlend: DeghostBlendArgs;
  deghostCompare: DeghostCompareArgs;
  deghostShrink: DeghostShrinkArgs;
  demosaicBayer: DemosaicBayerArgs;
  demosaicXtrans: DemosaicXtransArgs;
  describeCells: DescribeCellsArgs;
  developBayer: DevelopBayerArgs;
  developColor: DevelopColorArgs;
  edgeDetail: EdgeDetailArgs;
  farColours: FarColoursArgs;
  fusionCollapse: FusionCollapseArgs;
  fusionExpand: FusionExpandArgs;
  fusionReduce: FusionReduceArgs;
  gainField: GainFieldArgs;
  gainTableMap: GainTableMapArgs;
  grade: GradeArgs;
  gradeField: GradeFieldArgs;
  greenCells: GreenCellsArgs;
  guidedFilter: GuidedFilterArgs;
  hueSatMap: HueSatMapArgs;
  labCells: LabCellsArgs;
  levelLines: LevelLinesArgs;
  lumaCopies: LumaCopiesArgs;
  narrow: NarrowArgs;
  rawDefects: RawDefectsArgs;
  rawDenoise: RawDenoiseArgs;
  rawLevels: RawLevelsArgs;
  reducePlanes: ReducePlanesArgs;
  roomEvidence: RoomEvidenceArgs;
  roomMeans: RoomMeansArgs;
  shrink: ShrinkArgs;
  structureMaps: StructureMapsArgs;
  toneMap: ToneMapArgs;
  warp: WarpArgs;
}

export type KernelName = keyof KernelArgs;

/**
 * One kernel. `cancel[0]` is polled between rows; once it is not 0 the kernel throws `cancelled`. The reference trusts its
 * arguments: the stage that calls has checked sizes. A native kernel refuses what its views do not hold with `internal`, or a TypeError.
 */
export type Kernel<Args> = (args: Args, rowBegin: number, rowEnd: number, cancel: Int32Array) => void;

export type KernelSet = { readonly [Name in KernelName]: Kernel<KernelArgs[Name]> };

export type KernelImplementation = "native" | "reference";

/** How stages call kernels: the runner cuts the rows into bands and spreads them over the workers. */
export interface KernelRunner {
  readonly implementation: KernelImplementation;
  /**
   * Runs a kernel over rows [0, rows) in bands of `bandRows` (default {@link defaultBandRows}); the bands do not depend on the
   * number of workers. Rejects with `cancelled` once the caller's signal has fired.
   */
  run<Name extends KernelName>(name: Name, args: KernelArgs[Name], rows: number, bandRows?: number): Promise<void>;
}

/** Tall enough that a band's overlap and message cost little, short enough that two workers stay busy on 2 megapixels. */
export const defaultBandRows = 128;
