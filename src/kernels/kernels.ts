import type { AlignAccumulateArgs } from "./reference/align-accumulate.ts";
import type { AlignFeatureArgs } from "./reference/align-feature.ts";
import type { AlignPatchesArgs } from "./reference/align-patches.ts";
import type { BlockNoiseArgs } from "./reference/block-noise.ts";
import type { BlockLikenessArgs, BlockStructureArgs } from "./reference/block-structure.ts";
import type { CellColoursArgs, CellLumaArgs, ColouredCellsArgs } from "./reference/cell-colours.ts";
import type { CellDetailArgs } from "./reference/cell-detail.ts";
import type { CoarsenCellsArgs } from "./reference/coarsen-cells.ts";
import type { CountEdgesArgs } from "./reference/count-edges.ts";
import type { CountJumpsArgs } from "./reference/count-jumps.ts";
import type { CountStepsArgs } from "./reference/count-steps.ts";
import type { DeghostBlendArgs } from "./reference/deghost-blend.ts";
import type { DeghostCompareArgs } from "./reference/deghost-compare.ts";
import type { DeghostShrinkArgs } from "./reference/deghost-shrink.ts";
import type { DemosaicBayerArgs } from "./reference/demosaic-bayer.ts";
import type { DemosaicXtransArgs } from "./reference/demosaic-xtrans.ts";
import type { DescribeCellsArgs } from "./reference/describe-cells.ts";
import type { DevelopBayerArgs } from "./reference/develop-bayer.ts";
import type { DevelopColorArgs } from "./reference/develop-color.ts";
import type { EdgeDetailArgs } from "./reference/edge-detail.ts";
import type { FarColoursArgs } from "./reference/far-colours.ts";
import type { FusionCollapseArgs, FusionExpandArgs, FusionReduceArgs } from "./reference/fusion.ts";
import type { GainFieldArgs } from "./reference/gain-field.ts";
import type { GainTableMapArgs } from "./reference/gain-table-map.ts";
import type { GradeArgs, GradeFieldArgs } from "./reference/grade.ts";
import type { GreenCellsArgs } from "./reference/green-cells.ts";
import type { GuidedFilterArgs } from "./reference/guided-filter.ts";
import type { HueSatMapArgs } from "./reference/hue-sat-map.ts";
import type { LabCellsArgs } from "./reference/lab-cells.ts";
import type { LevelLinesArgs } from "./reference/level-lines.ts";
import type { LumaCopiesArgs } from "./reference/luma-copies.ts";
import type { NarrowArgs } from "./reference/narrow.ts";
import type { RawDefectsArgs } from "./reference/raw-defects.ts";
import type { RawDenoiseArgs } from "./reference/raw-denoise.ts";
import type { RawLevelsArgs } from "./reference/raw-levels.ts";
import type { ReducePlanesArgs } from "./reference/reduce-planes.ts";
import type { RoomEvidenceArgs, RoomMeansArgs } from "./reference/room-evidence.ts";
import type { ShrinkArgs } from "./reference/shrink.ts";
import type { StructureMapsArgs } from "./reference/structure-maps.ts";
import type { ToneMapArgs } from "./reference/tone-map.ts";
import type { WarpArgs } from "./reference/warp.ts";

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
