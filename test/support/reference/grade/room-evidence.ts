import type { U16 } from "../../../../src/image/index.ts";
import {
  type RoomEvidenceArgs,
  type RoomMeansArgs,
  roomTableSteps,
} from "../../../../src/kernels/declarations/grade/room-evidence.ts";
import { pollCancel } from "../poll-cancel.ts";

export function roomEvidence(args: RoomEvidenceArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { lumas, room, width, height, evidence, shift, exposedness } = args;
  const area = width * height;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      for (let c = 0; c < 3; c++) evidence[(2 + c) * area + i] = shift[stepOf(room[3 * i + c])];
      const [red, green, blue] = [2, 3, 4].map((plane) => evidence[plane * area + i]);
      const exposed = exposedness[stepOf(0.299 * red + 0.587 * green + 0.114 * blue)];
      const roughness = Math.max(
        0,
        ...lumas.map((luma) => exposedness[stepOf(luma[i] / 65535)] * varianceAround(luma, x, y, 2, args)),
      );
      evidence[5 * area + i] = Math.max(0, ...lumas.map((luma) => varianceAround(luma, x, y, 4, args)));
      evidence[i] = lightAt(args, i);
      evidence[area + i] = exposed ** 2 / (1 + (roughness / args.flatness ** 2) ** 2);
    }
  }
}

export function roomMeans(args: RoomMeansArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { evidence, fused, means, width, height, factor, headroom } = args;
  const columns = Math.ceil(width / factor);
  const cells = columns * Math.ceil(height / factor);
  const area = width * height;
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      const block = meansOf(args, column, row, (i) => {
        const shown = [0, 1, 2].map((c) => fused[3 * i + c] * (1 + 2 * headroom) - headroom);
        const sure = evidence[area + i];
        return [evidence[i], sure, ...shown.map((value, c) => sure * (evidence[(2 + c) * area + i] - value)), ...shown];
      });
      for (const [plane, value] of block.entries()) means[plane * cells + row * columns + column] = value;
    }
  }
}

interface Blocks {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

function meansOf(
  { width, height, factor }: Blocks,
  column: number,
  row: number,
  valuesAt: (pixel: number) => number[],
): number[] {
  let sums: number[] = [];
  let count = 0;
  for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y++) {
    for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++) {
      const values = valuesAt(y * width + x);
      sums = values.map((value, plane) => value + (sums[plane] ?? 0));
      count++;
    }
  }
  return sums.map((sum) => sum / count);
}

function stepOf(value: number): number {
  return Math.min(roomTableSteps, Math.max(0, Math.floor(value * roomTableSteps + 0.5)));
}

/** Luma variance in the window of so many pixels around; outside the picture its outermost samples repeat. */
function varianceAround(luma: U16, x: number, y: number, reach: number, { width, height }: RoomEvidenceArgs): number {
  let sum = 0;
  let squares = 0;
  for (let j = y - reach; j <= y + reach; j++) {
    for (let i = x - reach; i <= x + reach; i++) {
      const inside = Math.min(height - 1, Math.max(0, j)) * width + Math.min(width - 1, Math.max(0, i));
      const value = luma[inside] / 65535;
      sum += value;
      squares += value * value;
    }
  }
  const count = (2 * reach + 1) ** 2;
  return squares / count - (sum / count) ** 2;
}

/**
 * Mean of all frames' readings, each weighted by how well it is exposed. What the darkest frame clips reads as its
 * white; what the brightest hides in black, as its black.
 */
function lightAt({ lumas, stops, logLight, exposedness }: RoomEvidenceArgs, pixel: number): number {
  let sum = 0;
  let total = 0;
  const last = lumas.length - 1;
  for (const [k, copy] of lumas.entries()) {
    const luma = copy[pixel] / 65535;
    const step = stepOf(luma);
    const extreme = (k === 0 && luma > 0.5) || (k === last && luma < 0.5);
    const weight = exposedness[step] + 1e-6 + (extreme ? 1e-4 : 0);
    sum += weight * (logLight[step] - stops[k]);
    total += weight;
  }
  return sum / total;
}
