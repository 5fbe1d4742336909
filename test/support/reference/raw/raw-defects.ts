import type { RawDefectsArgs } from "../../../../src/kernels/declarations/raw.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Minimum deviation of a stuck site from neighbours of its colour, one of which may also be stuck: in standard
 * deviations of noise, relative to their range.
 */
const minSigmas = 6;
const minSpans = 1.5;

/** Minimum deviation of a second stuck site, relative to the first one; smaller ones come from light. */
const fellowShare = 0.1;

/** Factor of the minimum deviation for two adjacent sites: small details drawn by a lens may cover two. */
const pairCare = 3;

/**
 * Maximum range of the neighbours of the same colour without the outermost, in standard deviations of noise, in nearly
 * all cases.
 */
const spanSigmas = 3.4;

/**
 * Minimum share of the light on a site that a lens spreads to its neighbours, however sharp the lens and pure the
 * colour.
 */
const lensShare = 0.02;

/** Minimum relative darkness of a stuck site next to clipped ones, which hide the light spread by a lens. */
const blackShare = 0.8;

export function rawDefects(args: RawDefectsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { found, width, height, reachX, reachY, slots } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    let count = 0;
    if (y >= reachY && y < height - reachY) {
      for (let x = reachX; x < width - reachX; x++) {
        const sign = Math.sign(excessOf(args, x, y));
        if (sign === 0 || !isStuck(args, x, y, sign)) continue;
        count++;
        if (count < slots) found[y * slots + count] = x;
      }
    }
    found[y * slots] = count;
  }
}

/**
 * Excess of a site over the threshold for being brighter (or, with negative sign, darker) than its surroundings;
 * otherwise 0.
 */
function excessOf({ source, pairs, width, black, floor, share }: RawDefectsArgs, x: number, y: number): number {
  const at = y * width + x;
  let high = 0;
  let low = 65535;
  for (let i = 0; i < 8; i += 2) {
    const step = pairs[i + 1] * width + pairs[i];
    const [a, b] = [source[at + step], source[at - step]];
    high = Math.max(high, Math.min(a, b));
    low = Math.min(low, Math.max(a, b));
  }
  const margin = (level: number) => floor + Math.floor((Math.max(0, level - black) * share) / 65536);
  const span = Math.max(0, high - low);
  const over = source[at] - high - margin(high) - span;
  return over > 0 ? over : Math.min(0, source[at] - low + margin(low) + span);
}

/** Whether the deviation exceeds noise and is isolated: a lens spreads every point of light to neighbouring sites. */
function isStuck(args: RawDefectsArgs, x: number, y: number, sign: number): boolean {
  const {
    source,
    likes,
    likeCount,
    width,
    cellWidth,
    cellHeight,
    black,
    fellows,
    sureSigmas,
    noiseScale,
    noiseOffset,
  } = args;
  const at = y * width + x;
  const place = (y % cellHeight) * cellWidth + (x % cellWidth);
  const own = excessOf(args, x, y);
  const around = Array.from({ length: likeCount }, (_, i) => {
    const entry = (place * likeCount + i) * 2;
    const [dx, dy] = [likes[entry], likes[entry + 1]];
    return { dx, dy, value: source[at + dy * width + dx] };
  }).filter(({ dx, dy }) => dx !== 0 || dy !== 0);
  if (around.length < 2) return false;
  // The first of equal ones.
  const nearest = around.reduce((best, one) => (sign * (one.value - best.value) > 0 ? one : best));
  const values = around.map(({ value }) => value).sort((a, b) => a - b);
  const isFellow = (u: number, v: number) => sign * excessOf(args, u, v) > fellowShare * sign * own;
  const isPair = isFellow(x + nearest.dx, y + nearest.dy);
  const rival = sign > 0 ? values[values.length - (isPair ? 2 : 1)] : values[isPair ? 1 : 0];
  const excess = sign * (source[at] - rival);
  const span = values[values.length - 2] - values[1];
  const light = Math.max(0, values[values.length >> 1] - black);
  const sigma = Math.max(Math.sqrt(noiseOffset + noiseScale * light), span / spanSigmas);
  if (excess <= minSigmas * sigma || excess <= minSpans * span) return false;
  const probe = probeAdjacent(args, x, y, place, isFellow);
  const others = probe.stuck + (isPair ? 1 : 0);
  if (others > fellows || (probe.isClipped && excess < blackShare * light)) return false;
  if (others > 0 && (excess <= pairCare * minSigmas * sigma || excess <= pairCare * minSpans * span)) return false;
  return sign * probe.sum + sureSigmas * sigma * probe.gain <= lensShare * excess;
}

/**
 * Difference between adjacent sites and those around them, with its standard deviation by noise; a stuck one is
 * replaced by the opposite one.
 */
function probeAdjacent(
  args: RawDefectsArgs,
  x: number,
  y: number,
  place: number,
  isFellow: (x: number, y: number) => boolean,
) {
  const { source, probes, width, adjacentCount, probeLength, white } = args;
  const at = y * width + x;
  let [sum, squares, stuck] = [0, 0, 0];
  let isClipped = false;
  for (let i = 0; i < probeLength; i++) {
    const entry = (place * probeLength + i) * 3;
    const [dx, dy, weight] = [probes[entry], probes[entry + 1], probes[entry + 2]];
    const isStuckToo = i < adjacentCount && isFellow(x + dx, y + dy);
    const step = dy * width + dx;
    const value = source[isStuckToo ? at - step : at + step];
    if (isStuckToo) stuck++;
    if (i < adjacentCount && value >= white) isClipped = true;
    squares += weight * weight;
    sum += weight * value;
  }
  return { sum, gain: Math.sqrt(squares), stuck, isClipped };
}
