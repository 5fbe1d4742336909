import {
  type ChannelShiftsArgs,
  channelShift,
  halvedReach,
  shiftReach,
  shiftSmooth,
} from "../../../../src/kernels/declarations/geometry.ts";
import { pollCancel } from "../poll-cancel.ts";

/** kMinGain, kNoise and kPerSample of the C++ kernel. */
const [minGain, noise, perSample] = [0.2, 1e-3, 4 * Math.PI * (shiftSmooth / 2)];
const edge = shiftReach + 1;
const margin = edge + shiftSmooth + halvedReach;

type Grid = readonly (readonly number[])[];
type Lens = readonly [linear: number, cubic: number];
type Place = readonly [x: number, y: number];

export function channelShifts(args: ChannelShiftsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { shifts, width, height, blockPx, minContrast, halved } = args;
  const columns = Math.ceil(width / blockPx);
  const red: Lens = [args.redLinear, args.redCubic];
  const blue: Lens = [args.blueLinear, args.blueCubic];
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      const begin = channelShift.length * (row * columns + column);
      const found = shifts.subarray(begin, begin + channelShift.length);
      found.fill(0);
      const [left, top] = [column * blockPx, row * blockPx];
      const place = steepest(args, left, top, Math.min(width, left + blockPx), Math.min(height, top + blockPx));
      const patch = place && cut(args, place, 1, [0, 0]);
      if (!patch) continue;
      const green = smooth(patch, shiftSmooth + (halved ? halvedReach : 0));
      const inside = green.slice(1, -1).flatMap((line) => line.slice(1, -1));
      if (Math.max(...inside) - Math.min(...inside) < minContrast) continue;
      const normal = normalOf(green);
      found.set([...place, ...normal]);
      for (const [channel, lens, at] of [
        [0, red, channelShift.at.red],
        [2, blue, channelShift.at.blue],
      ] as const) {
        const other = otherOf(args, place, channel, lens);
        if (other) found.set(shiftOf(other, green, normal), at);
      }
    }
  }
}

function sample({ source, width, max }: ChannelShiftsArgs, x: number, y: number, channel: number): number {
  return source[3 * (y * width + x) + channel] / max;
}

function steepest(args: ChannelShiftsArgs, left: number, top: number, right: number, bottom: number) {
  const { width, height, blockPx, spacing, minSlope } = args;
  let [most, found]: [number, Place | undefined] = [minSlope, undefined];
  const keep = (x: number, y: number, slope: number) => {
    const isInside = x >= margin && y >= margin && x + margin < width && y + margin < height;
    if (slope > most && isInside) [most, found] = [slope, [x, y]];
  };
  const first = Math.floor(Math.min(blockPx, spacing) / 2);
  for (let y = top + first; y < bottom; y += spacing)
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++)
      keep(x, y, Math.abs(sample(args, x + 1, y, 1) - sample(args, x - 1, y, 1)));
  for (let x = left + first; x < right; x += spacing)
    for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++)
      keep(x, y, Math.abs(sample(args, x, y + 1, 1) - sample(args, x, y - 1, 1)));
  return found as Place | undefined;
}

/** The samples around a position in the distorted picture; undefined if one is too bright. */
function cut(args: ChannelShiftsArgs, [column, row]: Place, channel: number, [linear, cubic]: Lens): Grid | undefined {
  const { width, height, unitsPerPx, brightest } = args;
  const [cx, cy] = [(width - 1) * 0.5, (height - 1) * 0.5];
  const patch = Array.from({ length: 2 * margin + 1 }, (_, j) =>
    Array.from({ length: 2 * margin + 1 }, (_, i) => {
      const [dx, dy] = [column + i - margin - cx, row + j - margin - cy];
      const factor = 1 + linear + cubic * ((dx * dx + dy * dy) * unitsPerPx * unitsPerPx);
      const u = Math.min(width - 1, Math.max(0, cx + dx * factor));
      const v = Math.min(height - 1, Math.max(0, cy + dy * factor));
      const [x, y] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))];
      const across = (line: number) => {
        const first = sample(args, x, line, channel);
        return first + (sample(args, x + 1, line, channel) - first) * (u - x);
      };
      return across(y) + (across(y + 1) - across(y)) * (v - y);
    }),
  );
  return patch.flat().some((value) => value >= brightest) ? undefined : patch;
}

function otherOf(args: ChannelShiftsArgs, place: Place, channel: number, lens: Lens): Grid | undefined {
  const patch = cut(args, place, channel, lens);
  if (!patch || !args.halved) return patch && smooth(patch, shiftSmooth);
  const below = cut({ ...args, brightest: Number.POSITIVE_INFINITY }, place, 1, lens) ?? patch;
  const fine = smooth(
    patch.map((line, j) => line.map((value, i) => value - below[j][i])),
    shiftSmooth,
  );
  const coarse = smooth(below, shiftSmooth + halvedReach);
  return fine.map((line, j) => line.map((value, i) => value + coarse[j][i]));
}

function smooth(patch: Grid, reach: number): Grid {
  const taps = Array.from({ length: 2 * reach + 1 }, (_, k) => binomial(2 * reach, k) / 2 ** (2 * reach));
  const first = margin - edge - reach;
  const places = Array.from({ length: 2 * edge + 1 }, (_, i) => first + i);
  const rows = patch.map((line) => places.map((at) => taps.reduce((sum, tap, k) => sum + tap * line[at + k], 0)));
  return places.map((at) => places.map((_, i) => taps.reduce((sum, tap, k) => sum + tap * rows[at + k][i], 0)));
}

function binomial(n: number, k: number): number {
  return Array.from({ length: k }, (_, i) => i).reduce((product, i) => (product * (n - i)) / (i + 1), 1);
}

/** Samples of the window with the slopes of green. */
function windowOf(green: Grid) {
  return Array.from({ length: 2 * shiftReach + 1 }, (_, j) => j).flatMap((j) =>
    Array.from({ length: 2 * shiftReach + 1 }, (_, i) => {
      const slopes = [(green[j + 1][i + 2] - green[j + 1][i]) / 2, (green[j + 2][i + 1] - green[j][i + 1]) / 2];
      return { i: i + 1, j: j + 1, slopes };
    }),
  );
}

function normalOf(green: Grid): readonly [number, number] {
  let [xx, xy, yy] = [0, 0, 0];
  for (const { slopes } of windowOf(green)) {
    xx += slopes[0] ** 2;
    xy += slopes[0] * slopes[1];
    yy += slopes[1] ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const half = (xx - yy) / 2;
  // The same sign as in the kernel.
  const sign = half >= 0 ? Math.sign(Math.cos(angle)) || 1 : Math.sign(Math.sin(angle)) || 1;
  return [sign * Math.cos(angle), sign * Math.sin(angle)];
}

/** Shift and certainty by least squares of channel = a · green + b + p · slope. */
function shiftOf(channel: Grid, green: Grid, normal: readonly [number, number]): readonly number[] {
  const all = windowOf(green).map(({ i, j, slopes }) => ({
    value: green[j][i],
    slope: normal[0] * slopes[0] + normal[1] * slopes[1],
    own: channel[j][i],
  }));
  const mean = (pick: (each: (typeof all)[0]) => number) => all.reduce((sum, each) => sum + pick(each), 0) / all.length;
  const [g, d, c] = [mean(({ value }) => value), mean(({ slope }) => slope), mean(({ own }) => own)];
  const sum = (pick: (v: number, s: number, o: number) => number) =>
    all.reduce((total, { value, slope, own }) => total + pick(value - g, slope - d, own - c), 0);
  const [gg, gd, dd] = [sum((v) => v * v), sum((v, s) => v * s), sum((_, s) => s * s)];
  const [gc, dc, cc] = [sum((v, _, o) => v * o), sum((_, s, o) => s * o), sum((_v, _s, o) => o * o)];
  const determinant = gg * dd - gd * gd;
  if (!(determinant > 1e-12 * gg * dd) || !(gg > 0)) return [0, 0];
  const gain = (gc * dd - dc * gd) / determinant;
  const moved = (dc * gg - gc * gd) / determinant;
  if (!(gain > minGain)) return [0, 0];
  const left = Math.max(0, cc - gain * gc - moved * dc) / all.length + noise ** 2;
  return [-moved / gain, (gain * gain * (determinant / gg)) / (perSample * left)];
}
