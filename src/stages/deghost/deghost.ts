import { EngineError } from "../../errors/index.ts";
import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import type { Relation } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { carryOut, type FramePlan, type Frames, type PlanInput, planFrames } from "./carry-out.ts";
import { findParts } from "./cell-mask.ts";
import { type DeghostOptionsInput, deghostOptions } from "./options.ts";
import { maxListed, minEdgePx } from "./params.ts";
import { noFrame } from "./plan.ts";

export interface DeghostInput extends PlanInput {
  /** Aligned frames of one size in display sRGB, 8 or 16 bits, in any order. */
  readonly frames: Frames;
}

/** A moved area, or the part of one that one frame shows. */
export interface MovedArea {
  /** Index of the frame that shows it, in input order. */
  readonly frame: number;
  /** Share of the picture, 0 to 1. */
  readonly share: number;
  /** Left edge of its bounding box, in pixels. */
  readonly x: number;
  /** Upper edge of its bounding box, in pixels. */
  readonly y: number;
  /** Width of its bounding box, in pixels; with `wrapX` an area across the edge is as wide as the picture. */
  readonly width: number;
  /** Height of its bounding box, in pixels. */
  readonly height: number;
}

export interface DeghostResult {
  /**
   * In input order. A frame with replaced content is changed in place or, if others read it as well, has new data;
   * every other one is the same object as in the input.
   */
  readonly frames: Frames;
  /** Whether anything was done. */
  readonly applied: boolean;
  /** Reason if nothing was done, in plain words. */
  readonly reason?: string;
  /** Number of moved areas. */
  readonly areaCount: number;
  /** Share of the picture that they cover, 0 to 1. */
  readonly share: number;
  /** The largest of them, largest first. */
  readonly areas: readonly MovedArea[];
  /** Indices of the frames that were changed; absent if nothing moved. */
  readonly changed?: readonly number[];
  /** The frame that shows each part of the picture; absent if nothing moved. */
  readonly shownBy?: ShownBy;
}

/**
 * A grid of cells of `factor` × `factor` pixels: the index of the frame that shows a cell, 255 if all frames are fused.
 */
export interface ShownBy {
  /** Cells across the picture. */
  readonly width: number;
  /** Cells down the picture. */
  readonly height: number;
  /** Edge of a cell, in pixels. */
  readonly factor: number;
  /** Frame index of each cell, row by row; reports do not contain it. */
  readonly frames: Uint8Array;
}

/**
 * Makes a bracket consistent: where something moved, every frame shows the content of one of them, at its own exposure.
 * Static parts keep their bytes. Throws `input/mismatch` if sizes differ, `options/*` and `cancelled`.
 */
export async function deghost(
  { frames, ...known }: DeghostInput,
  options: DeghostOptionsInput,
  context: StageContext,
): Promise<DeghostResult> {
  const { deghost: mode } = resolveOptions("deghost", deghostOptions, options);
  validateFrames(frames);
  const reason = reasonToSkip(frames, mode, known.relation);
  if (reason) return untouched(frames, reason);
  const plan = await planFrames(known, context);
  if (plan.substitutions.length === 0) return untouched(frames, "nothing moved");
  const shown = await carryOut(frames, plan, context);
  endLeases(frames, shown, context.memory);
  const changed = [...new Set(plan.substitutions.map(({ to }) => plan.order[to]))];
  return { frames: shown, applied: true, changed, ...describe(plan, frames[0]) };
}

function validateFrames(frames: Frames): void {
  const [first] = frames;
  for (const frame of frames) {
    validateImage(frame, "deghost");
    if (frame.width === first.width && frame.height === first.height && frame.channels === first.channels) continue;
    const sizes = frames.map((each) => `${each.width} × ${each.height}`);
    throw new EngineError("input/mismatch", `deghost: expected frames of one size, got ${sizes.join(", ")}`, { sizes });
  }
}

function reasonToSkip([first, ...others]: Frames, mode: string, { links }: Relation): string | undefined {
  if (mode === "off") return "it is switched off";
  if (others.length === 0) return "there is one frame";
  if (first.channels !== 3) return "the frames are grey";
  if (Math.min(first.width, first.height) < minEdgePx) return `${first.width} × ${first.height} pixels show too little`;
  if (!links.some(({ trusted }) => trusted)) return `the relation of the exposures is unknown: ${links[0].reason}`;
  return undefined;
}

/** Facts for the report. */
function describe({ areaCount, labels, order, grid: { width, height, factor } }: FramePlan, image: IntegerImage) {
  const areas: MovedArea[] = [];
  for (const [k, frame] of order.entries()) {
    const mask = labels.map((label) => (label === k ? 1 : 0));
    for (const cells of findParts(mask, { width, height, wrapX: false })) {
      const columns = cells.map((cell) => cell % width);
      const rows = cells.map((cell) => Math.floor(cell / width));
      const [left, top] = [columns.reduce(least) * factor, rows.reduce(least) * factor];
      const right = Math.min(image.width, (columns.reduce(most) + 1) * factor);
      const bottom = Math.min(image.height, (rows.reduce(most) + 1) * factor);
      const share = cells.length / labels.length;
      areas.push({ frame, share, x: left, y: top, width: right - left, height: bottom - top });
    }
  }
  areas.sort((a, b) => b.share - a.share);
  const share = areas.reduce((sum, area) => sum + area.share, 0);
  const frames = labels.map((label) => (label === noFrame ? noFrame : order[label]));
  return { areaCount, share, areas: areas.slice(0, maxListed), shownBy: { width, height, factor, frames } };
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);

function untouched(frames: Frames, reason: string): DeghostResult {
  return { frames, applied: false, reason, areaCount: 0, share: 0, areas: [] };
}
