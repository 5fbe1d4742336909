import type { F32, U16 } from "../../image/index.ts";
import { blockPosition, readBlocks } from "./block-grid.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * From a plan on blocks of factor × factor to a gain and offsets for each pixel of a width × height grid. `plan` is 15 planes: 0–7
 * slope and offset (guided filter over scene light; He, Sun, Tang 2013, eq. 8) of the room's error, 3 channels, and of its weight;
 * 8–9 slope and offset of the pull on highlights; 10–12 the colour around, 3 channels; 13 gain on what stands out from it; 14 the
 * brightest light near by, stops: flat surfaces that are darker by `jumpFrom` to `jumpTo` are set to the room's colour exactly. `evidence` as roomEvidence wrote it, `fused`
 * as for roomMeans. `field` is 4 planes, gain and offsets: graded = gain · fused + offset. Rows are the field's.
 */
export interface GradeFieldArgs {
  readonly plan: F32;
  readonly evidence: F32;
  readonly fused: F32;
  readonly field: F32;
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  readonly headroom: number;
  /** How fast the correction fades where less of the surroundings anchors it. */
  readonly anchorGain: number;
  readonly jumpFrom: number;
  readonly jumpTo: number;
}

/**
 * Grades a picture in place: `image` (width × height × 3) is coded from −headroom (0) to 1 + headroom (65535) and becomes 0 to 1.
 * `field` is 4 planes of blocks of `fieldFactor` pixels, as gradeField wrote it. Values above `knee` (below 1) bend towards 1, those
 * below 0.4 · (1 − knee) towards 0, without ever leaving [0, 1]. Rows are the image's.
 */
export interface GradeArgs {
  readonly image: U16;
  readonly field: F32;
  readonly width: number;
  readonly height: number;
  readonly fieldWidth: number;
  readonly fieldHeight: number;
  readonly fieldFactor: number;
  readonly headroom: number;
  readonly knee: number;
}

/** The most that a display value is changed by the gain. */
const mostChange = 0.17;

export function gradeField(args: GradeFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { plan, evidence, fused, field, width, height, factor, headroom } = args;
  const columns = Math.ceil(width / factor);
  const rows = Math.ceil(height / factor);
  const area = width * height;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const v = blockPosition(y, factor, rows);
    for (let x = 0; x < width; x++) {
      const u = blockPosition(x, factor, columns);
      const at = (plane: number) => readBlocks(plan, plane * columns * rows, columns, u, v);
      const i = y * width + x;
      const guided = (plane: number) => at(plane) * evidence[i] + at(plane + 1);
      const anchor = guided(6);
      const trust = Math.min(1, Math.max(0, anchor * args.anchorGain)) / Math.max(1e-3, anchor);
      const pull = Math.max(0, guided(8));
      const added = [0, 1, 2].map((c) => guided(2 * c) * trust - pull);
      // What a strong edge would overshoot by is cut: bars of a window must not turn black.
      const apart = added.map((value, c) =>
        Math.abs(fused[3 * i + c] * (1 + 2 * headroom) - headroom + value - at(10 + c)),
      );
      const change = (at(13) - 1) * Math.max(...apart);
      const gain = 1 + (at(13) - 1) * Math.min(1, mostChange / Math.max(mostChange, change));
      const jump = (at(14) - evidence[i] - args.jumpFrom) / (args.jumpTo - args.jumpFrom);
      const exact = Math.min(1, Math.max(0, jump)) * evidence[area + i];
      field[i] = gain;
      for (let c = 0; c < 3; c++) {
        const offset = gain * added[c] - (gain - 1) * at(10 + c);
        const graded = gain * (fused[3 * i + c] * (1 + 2 * headroom) - headroom) + offset;
        field[(1 + c) * area + i] = offset + exact * (evidence[(2 + c) * area + i] - graded);
      }
    }
  }
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
  const low = 0.4 * room;
  const bend = (t: number) => 1 - 1 / (1 + t + t ** 2 / 2);
  if (value > knee) return knee + room * bend((value - knee) / room);
  return value < low ? low - low * bend((low - value) / low) : value;
}
