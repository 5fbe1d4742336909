import type { PixelMemory } from "../../image/index.ts";
import { toneCell } from "../../kernels/index.ts";
import type { SceneContent, SmallImage } from "../../ops/index.ts";
import { curveTable } from "./curves/curve-table.ts";
import type { TonePlan } from "./layer.ts";
import type { ToneOptions } from "./options.ts";
import { looked } from "./params.ts";
import { type PlanSetting, planTone } from "./plan.ts";
import { evenPoles } from "./sphere.ts";
import { factsOf, type PlannedFacts } from "./tone-facts.ts";

/** Input of the plan for a picture: plain data, so that another thread can plan. */
export interface PlanToneInput {
  /** See {@link SmallImage}. */
  readonly small: SmallImage;
  readonly options: ToneOptions;
  readonly setting: PlanSetting;
}

/** A plan in the form that the kernel and the report need; empty if it would change nothing. */
export interface PlannedTone {
  readonly rendering?: ToneRendering;
  readonly facts?: PlannedFacts;
}

/** The arguments of the `toneMap` kernel that a plan sets, and the changes of light that the check needs. */
export interface ToneRendering {
  /** See {@link toneCell}. */
  readonly grid: Float32Array<SharedArrayBuffer>;
  /** See {@link curveTable}. */
  readonly curve: Float32Array<SharedArrayBuffer>;
  readonly vibrance: number;
  readonly white: number;
  /** Slope at black of the change of light for every pixel of the small copy, about 1. */
  readonly lifts: Float32Array;
  readonly veils: Float32Array;
  /** See {@link SceneContent.sources}. */
  readonly sources: Float32Array;
}

/** Plans the tone of a picture from its small copy. The caller releases `grid` and `curve`. */
export function planRendering({ small, options, setting }: PlanToneInput, memory: PixelMemory): PlannedTone {
  const plan = planTone(small, options, setting);
  if (changesNothing(plan)) return {};
  const grid = gridOf(plan, memory);
  if (setting.wrapX) evenPoles(grid, small.width, small.height, toneCell.length);
  const { curve, chroma, white } = plan.curves;
  const table = curveTable((value) => curve(value) / white, chroma, plan.localContrast, memory);
  const { saturation: vibrance, lifts, veils } = plan;
  return {
    rendering: { grid, curve: table, vibrance, white, lifts, veils, sources: setting.content.sources },
    facts: factsOf(plan, small, setting),
  };
}

function gridOf(plan: TonePlan, memory: PixelMemory): Float32Array<SharedArrayBuffer> {
  const { coefficients, gains, lifts, neutral, veils, vividness } = plan;
  const { at, length } = toneCell;
  const grid = memory.f32(lifts.length * length);
  for (let i = 0, cell = 0; i < lifts.length; i++, cell += length) {
    grid[cell + at.slope] = coefficients[2 * i];
    grid[cell + at.offset] = coefficients[2 * i + 1];
    grid[cell + at.redGain] = gains[2 * i];
    grid[cell + at.blueGain] = gains[2 * i + 1];
    grid[cell + at.lift] = lifts[i];
    grid[cell + at.neutral] = neutral[i];
    grid[cell + at.veil] = veils[i];
    grid[cell + at.vividness] = vividness[i];
  }
  return grid;
}

/** True if the plan would change almost no sample by more than `looked.level`. */
function changesNothing({ gains, curves, lifts, saturation, localContrast, neutral, veils }: TonePlan): boolean {
  const straight = [0.1, 0.25, 0.5, 0.75, 0.9].every((value) => Math.abs(curves.curve(value) - value) < looked.level);
  return (
    straight &&
    gains.every((gain) => Math.abs(gain - 1) < looked.level) &&
    lifts.every((lift) => Math.abs(lift - 1) < looked.level) &&
    veils.every((veil) => veil < looked.level) &&
    neutral.every((spread) => spread < 1e-4) &&
    Math.abs(saturation) < 0.01 &&
    localContrast < 0.01
  );
}
