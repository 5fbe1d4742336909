import type { CfaPattern, F32, Mosaic, NoiseModel, PixelMemory } from "../../image/index.ts";
import { numbersIn, solveLu } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { repairSamples } from "./bad-pixels.ts";
import { neighbours, stuck } from "./params.ts";
import { noiseOf } from "./sensor-noise.ts";

/**
 * Replaces photosites that are stuck bright or dark by values of intact neighbours of their colour, in `mosaic.data`
 * itself, which the caller owns. `seen`: noise measured in the data. Returns their number.
 */
export async function repairDefects(mosaic: Mosaic, seen: NoiseModel, context: StageContext): Promise<number> {
  const { data, width, height, pattern } = mosaic;
  const { memory } = context;
  const samples = pattern ? 1 : 3;
  const tables = defectTables(pattern, memory);
  const { perRow: slots } = stuck;
  const found = memory.f32(height * slots);
  const args = { source: data, found, ...tables, ...thresholds(mosaic, seen), slots, width: width * samples, height };
  await context.kernels.run("rawDefects", args, height);
  const places: number[] = [];
  for (let y = 0; y < height; y++) {
    const count = found[y * slots];
    if (count >= slots) continue;
    for (let i = 1; i <= count; i++) places.push(y * width * samples + found[y * slots + i]);
  }
  for (const view of [found, tables.pairs, tables.likes, tables.probes]) memory.release(view);
  if (places.length === 0 || places.length > data.length * stuck.maxShare) return 0;
  repairSamples({ data, width, height, samples, pedestal: 0, ...(pattern && { pattern }) }, places);
  return places.length;
}

/** Thresholds in units of the samples; those of green apply to all colours. */
function thresholds(mosaic: Mosaic, seen: NoiseModel) {
  const { black: levels, white } = mosaic;
  const black = Math.max(0, Math.round(Math.min(...levels)));
  const range = Math.max(1, white[1] - black);
  const stated = noiseOf(mosaic);
  const [scale, offset] = [Math.max(stated.scale, seen.scale), Math.max(stated.offset, seen.offset)];
  const slope = Math.min(
    stuck.maxSlope,
    Math.max(stuck.minShare, (stuck.scanSigmas / 2) * Math.sqrt(scale / stuck.scanLevel)),
  );
  const atLevel = stuck.scanSigmas * Math.sqrt(scale * stuck.scanLevel + offset);
  const floor = Math.max(stuck.minSteps, stuck.minLight * range, (atLevel - slope * stuck.scanLevel) * range);
  return {
    black,
    white: Math.floor(Math.min(...white) * stuck.clippedShare),
    floor: Math.min(stuck.maxFloor, Math.round(floor)),
    share: Math.round(slope * 65536),
    noiseScale: scale * range,
    noiseOffset: offset * range * range + 1,
  };
}

/** Offsets from a site to its neighbours of the same and of other colours, in the form for the kernel `rawDefects`. */
interface DefectTables {
  readonly pairs: F32;
  readonly likes: F32;
  readonly probes: F32;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Reach from a site to its neighbours of the same colour, plus their pairs. */
  readonly reachX: number;
  readonly reachY: number;
  readonly likeCount: number;
  readonly adjacentCount: number;
  readonly probeLength: number;
  readonly fellows: number;
  readonly sureSigmas: number;
}

interface Offset {
  readonly dx: number;
  readonly dy: number;
}

/** Tables for a mosaic with a 2 × 2 or 6 × 6 cell, or for three colours a pixel; the caller releases their views. */
export function defectTables(pattern: CfaPattern | undefined, memory: PixelMemory): DefectTables {
  return pattern ? mosaicTables(pattern, memory) : fullColorTables(memory);
}

function mosaicTables(pattern: CfaPattern, memory: PixelMemory): DefectTables {
  const { width: cellWidth, height: cellHeight } = pattern;
  const isBayer = cellWidth === 2 && cellHeight === 2;
  const likeCount = isBayer ? neighbours.bayerLikes : neighbours.xTransLikes;
  const places = Array.from({ length: cellWidth * cellHeight }, (_, i) =>
    probesOf(pattern, likeCount, i % cellWidth, i / cellWidth),
  );
  const probeLength = Math.max(...places.map(({ probe }) => probe.length));
  return {
    // X-Trans repeats after 6 sites, and, except that red and blue are swapped, after 3; diagonally, all colours repeat
    // after 3.
    pairs: numbersIn(memory, isBayer ? [2, 0, 0, 2, 2, 2, -2, 2] : [6, 0, 0, 6, 3, 3, -3, 3]),
    likes: numbersIn(
      memory,
      places.flatMap(({ likes }) =>
        padded(
          likes.flatMap(({ dx, dy }) => [dx, dy]),
          likeCount * 2,
        ),
      ),
    ),
    probes: numbersIn(
      memory,
      places.flatMap(({ probe }) => padded(probe.flat(), probeLength * 3)),
    ),
    cellWidth,
    cellHeight,
    reachX: isBayer ? 4 : 9,
    reachY: isBayer ? 4 : 9,
    likeCount,
    adjacentCount: 4,
    probeLength,
    // X-Trans has adjacent sites of one colour, so a point of light may cover two.
    fellows: isBayer ? 1 : 0,
    sureSigmas: isBayer ? neighbours.sureSigmas.bayer : neighbours.sureSigmas.xTrans,
  };
}

function padded(values: readonly number[], length: number): readonly number[] {
  return [...values, ...Array<number>(length - values.length).fill(0)];
}

const adjacentOffsets: readonly Offset[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
].map(([dx, dy]) => ({ dx, dy }));

function probesOf(pattern: CfaPattern, likeCount: number, x: number, y: number) {
  const colorAt = ({ dx, dy }: Offset) => {
    const [u, v] = [Math.floor(x + dx + 60) % pattern.width, Math.floor(y + dy + 60) % pattern.height];
    return pattern.colors[v * pattern.width + u];
  };
  const around = offsetsWithin(neighbours.reachPx);
  const own = colorAt({ dx: 0, dy: 0 });
  const likes = around.filter((one) => colorAt(one) === own).slice(0, likeCount);
  const weightOf = (one: Offset) => {
    const color = colorAt(one);
    return neighbours.colorWeights[color] / adjacentOffsets.filter((other) => colorAt(other) === color).length;
  };
  const probe: (readonly number[])[] = adjacentOffsets.map((one) => [one.dx, one.dy, weightOf(one)]);
  for (const color of new Set(adjacentOffsets.map(colorAt))) {
    const targets = adjacentOffsets.filter((one) => colorAt(one) === color);
    const outer = around.filter((one) => Math.hypot(one.dx, one.dy) > neighbours.adjacentPx && colorAt(one) === color);
    const shares = planeWeights(outer, targets);
    outer.forEach(({ dx, dy }, i) => {
      probe.push([dx, dy, -shares[i] * weightOf(targets[0])]);
    });
  }
  return { likes, probe };
}

/** Offsets around a site, without the site itself, nearest first; equal distances in a fixed order. */
function offsetsWithin(reach: number): readonly Offset[] {
  const side = 2 * reach + 1;
  return Array.from({ length: side * side }, (_, i) => ({ dx: (i % side) - reach, dy: Math.floor(i / side) - reach }))
    .filter(({ dx, dy }) => dx !== 0 || dy !== 0)
    .sort((a, b) => a.dx ** 2 + a.dy ** 2 - (b.dx ** 2 + b.dy ** 2) || a.dy - b.dy || a.dx - b.dx);
}

/**
 * Weight of each of `sites` in the sum, over `targets`, of a plane fitted to them by least squares with larger weights
 * for near ones: solves the normal equations for the sum over the targets.
 */
function planeWeights(sites: readonly Offset[], targets: readonly Offset[]): readonly number[] {
  const near = sites.map(({ dx, dy }) => 1 / (dx * dx + dy * dy));
  const terms = sites.map(({ dx, dy }) => [1, dx, dy]);
  const matrix = [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => terms.reduce((sum, term, k) => sum + near[k] * term[i] * term[j], 0)),
  );
  const right = [0, 1, 2].map((i) => targets.reduce((sum, { dx, dy }) => sum + [1, dx, dy][i], 0));
  const [solution] = solveLu(Float64Array.from(matrix), [Float64Array.from(right)]);
  return terms.map((term, k) => near[k] * (solution[0] * term[0] + solution[1] * term[1] + solution[2] * term[2]));
}

/**
 * The neighbours of a sample are the two other samples of its pixel; their surroundings are the same samples of
 * adjacent pixels.
 */
function fullColorTables(memory: PixelMemory): DefectTables {
  const around = offsetsWithin(1);
  const likes = around.flatMap(({ dx, dy }) => [3 * dx, dy]);
  const probes = [0, 1, 2].flatMap((c) => {
    const others = [0, 1, 2].filter((other) => other !== c).map((other) => other - c);
    const outer = others.flatMap((d) => around.flatMap(({ dx, dy }) => [3 * dx + d, dy, -1 / 16]));
    return [...others.flatMap((d) => [d, 0, 1 / 2]), ...outer];
  });
  return {
    pairs: numbersIn(memory, [3, 0, 0, 1, 3, 1, -3, 1]),
    likes: numbersIn(
      memory,
      [0, 1, 2].flatMap(() => likes),
    ),
    probes: numbersIn(memory, probes),
    cellWidth: 3,
    cellHeight: 1,
    reachX: 6,
    reachY: 2,
    likeCount: around.length,
    adjacentCount: 2,
    probeLength: 18,
    fellows: 0,
    sureSigmas: neighbours.sureSigmas.fullColor,
  };
}
