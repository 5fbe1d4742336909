import type { GradeArgs, GradeFieldArgs } from "../../../../src/kernels/declarations/grade/grade.ts";
import { pollCancel } from "../poll-cancel.ts";
import { blockPosition, readBlocks } from "./block-grid.ts";

/** The most that a display value is changed by the gain. */
const mostChange = 0.17;

/** A perfectly flat wall of middle grey is 1 / 1.02 sure. */
const certain = 1.02;
/** How sure a surface beside a jump of light begins to be set exactly, and is. */
const [flatFrom, flatTo] = [0.3, 0.8];
/** Pixels that are less sure by themselves do not follow their surroundings. */
const leastSure = 0.05;
/** Display value at which a shade counts as half grey. */
const greyShade = 0.012;
/** Lift of shade at which half of its colour is the room's. */
const halfLift = 0.06;
/** Reach of the windows that structure is measured in, and of those that the gain is smoothed by. */
const reach = 4;
const smoothReach = 2;

export function gradeField(args: GradeFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { evidence, fused, field, width, height, headroom } = args;
  const area = width * height;
  const gains = gainsOf(args, rowBegin, rowEnd, cancel);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const at = planAt(args, x, y);
      const added = addedAt(args, x, y);
      let more = -1;
      for (const pixel of windowAround(x, y, smoothReach, args)) more += gains[pixel] / (2 * smoothReach + 1) ** 2;
      // What a strong edge would overshoot by is cut: bars of a window must not turn black.
      const apart = added.map((value, c) =>
        Math.abs(fused[3 * i + c] * (1 + 2 * headroom) - headroom + value - at(12 + c)),
      );
      const gain = 1 + more * Math.min(1, mostChange / Math.max(mostChange, more * Math.max(...apart)));
      const jump = (at(15) - evidence[i] - args.jumpFrom) / (args.jumpTo - args.jumpFrom);
      const sure = at(17) * Math.min(1, evidence[area + i] / leastSure);
      const offsets = added.map((value, c) => gain * value - (gain - 1) * at(12 + c));
      const shifts = offsets.map((offset, c) => {
        const graded = gain * (fused[3 * i + c] * (1 + 2 * headroom) - headroom) + offset;
        return evidence[(2 + c) * area + i] - graded;
      });
      const surest = Math.min(1, certain * sure);
      const far = Math.hypot(...shifts) ** 2 / args.mostShift ** 2;
      const flat = Math.min(1, Math.max(0, (sure - flatFrom) / (flatTo - flatFrom)));
      const beside = (flat * Math.min(1, Math.max(0, jump))) / (1 + far ** 4);
      const exact = Math.max(beside, surest ** 32) * sure * at(16);
      field[i] = gain;
      for (let c = 0; c < 3; c++) field[(1 + c) * area + i] = offsets[c] + exact * shifts[c];
    }
  }
}

/**
 * The gain that brings the structure that is shown up to the best frame's, for the rows and those that they are
 * smoothed with.
 */
function gainsOf(args: GradeFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): Float32Array {
  const { evidence, width, height, noise, edgeContrast } = args;
  const area = width * height;
  const shown = new Float32Array(area);
  const rowsAround = (by: number) => [Math.max(0, rowBegin - by), Math.min(height, rowEnd + by)] as const;
  const [first, last] = rowsAround(smoothReach + reach);
  for (let y = first; y < last; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) shown[y * width + x] = shownAt(args, x, y);
  }
  const gains = new Float32Array(area);
  const [gainFirst, gainLast] = rowsAround(smoothReach);
  for (let i = gainFirst * width; i < gainLast * width; i++) {
    let sum = 0;
    let squares = 0;
    for (const pixel of windowAround(i % width, Math.floor(i / width), reach, args)) {
      sum += shown[pixel];
      squares += shown[pixel] ** 2;
    }
    const count = (2 * reach + 1) ** 2;
    const variance = Math.max(0, squares / count - (sum / count) ** 2);
    const best = evidence[5 * area + i];
    const factor = Math.min(args.mostGain, Math.max(1, Math.sqrt((best + noise ** 2) / (variance + noise ** 2))));
    const edge = best / edgeContrast ** 2;
    gains[i] = 1 + (factor - 1) / (1 + edge + edge ** 2 / 2);
  }
  return gains;
}

/** The planes of the plan at a pixel. */
function planAt({ plan, width, height, factor }: GradeFieldArgs, x: number, y: number): (plane: number) => number {
  const columns = Math.ceil(width / factor);
  const rows = Math.ceil(height / factor);
  const [u, v] = [blockPosition(x, factor, columns), blockPosition(y, factor, rows)];
  return (plane) => readBlocks(plan, plane * columns * rows, columns, u, v);
}

function lumaOf([r, g, b]: readonly number[]): number {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** What the room's correction, the pull and the lift of shade add to the fused colour. */
function addedAt(args: GradeFieldArgs, x: number, y: number): number[] {
  const at = planAt(args, x, y);
  const light = args.evidence[y * args.width + x];
  const guided = (plane: number) => at(plane) * light + at(plane + 1);
  const anchor = guided(6);
  const trust = Math.min(1, Math.max(0, anchor * args.anchorGain)) / Math.max(1e-3, anchor);
  const pull = Math.max(0, guided(8));
  const up = Math.max(0, guided(10));
  const { evidence, fused, width, height, headroom } = args;
  const room = [2, 3, 4].map((plane) => evidence[(plane * height + y) * width + x] + greyShade);
  const before = [0, 1, 2].map((c) => fused[3 * (y * width + x) + c] * (1 + 2 * headroom) - headroom);
  const lifted = before.map((value, c) => value + guided(2 * c) * trust - pull + up);
  const perLuma = lumaOf(lifted) / lumaOf(room);
  const share = up ** 2 / (up ** 2 + halfLift ** 2);
  return lifted.map((value, c) => value + share * (perLuma * room[c] - value) - before[c]);
}

/** The luma that the picture shows before contrast is restored. */
function shownAt(args: GradeFieldArgs, x: number, y: number): number {
  const { fused, width, headroom, knee } = args;
  const shown = addedAt(args, x, y).map((added, c) => {
    const value = fused[3 * (y * width + x) + c] * (1 + 2 * headroom) - headroom + added;
    return value > knee ? bendEnds(value, knee) : Math.max(0, value);
  });
  return lumaOf(shown);
}

/** Pixels of the window around one; outside the picture its outermost ones repeat. */
function windowAround(x: number, y: number, by: number, { width, height }: GradeFieldArgs): number[] {
  const pixels: number[] = [];
  for (let j = y - by; j <= y + by; j++) {
    const row = Math.min(height - 1, Math.max(0, j)) * width;
    for (let i = x - by; i <= x + by; i++) pixels.push(row + Math.min(width - 1, Math.max(0, i)));
  }
  return pixels;
}

export function grade(args: GradeArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { image, field, width, fieldWidth, fieldHeight, fieldFactor, headroom, knee } = args;
  const cells = fieldWidth * fieldHeight;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const v = blockPosition(y, fieldFactor, fieldHeight);
    for (let x = 0; x < width; x++) {
      const u = blockPosition(x, fieldFactor, fieldWidth);
      const at = (plane: number) => readBlocks(field, plane * cells, fieldWidth, u, v);
      const gain = at(0);
      for (let c = 0; c < 3; c++) {
        const i = 3 * (y * width + x) + c;
        const value = gain * ((image[i] / 65535) * (1 + 2 * headroom) - headroom) + at(1 + c);
        image[i] = Math.min(1, Math.max(0, bendEnds(value, knee))) * 65535 + 0.5;
      }
    }
  }
}

/** Nearly 1 − e^−t: starts with slope 1 and comes near 1 late. */
function bendEnds(value: number, knee: number): number {
  const room = 1 - knee;
  const low = 0.2 * room;
  const bend = (t: number) => 1 - 1 / (1 + t + t ** 2 / 2);
  if (value > knee) return knee + room * bend((value - knee) / room);
  return value < low ? low - low * bend((low - value) / low) : value;
}
