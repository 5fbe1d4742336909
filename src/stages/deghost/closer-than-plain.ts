import { cellSamples, clipped, type ExposureTables, lumaSample, mappingOver, type SmallCopy } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import type { Substitution } from "./make-consistent.ts";
import { plainFusion, tableSteps } from "./params.ts";

/** The original frames, darkest first, their maps, and the planned substitutions. */
interface Planned {
  readonly copies: readonly SmallCopy[];
  readonly mapOf: PairMaps;
  readonly substitutions: readonly Substitution[];
  /** The frame that shows each cell. */
  readonly labels: Uint8Array;
}

/**
 * Whether an area becomes closer to a single frame than a plain fusion would be. Both are predicted cell by cell, as
 * means of all frames at the exposure of the frame that shows the cell, weighted by well-exposedness; each part of the
 * area is compared with the nearest frame. If every frame shows mostly white or black, neither is known, and the area
 * is not closer.
 */
export function closerThanPlain({ shown }: Area, planned: Planned): boolean {
  const step = Math.ceil(shown.length / plainFusion.maxCells);
  const cells = shown.filter((_, i) => i % step === 0);
  const bases = new Set(cells.map((cell) => planned.labels[cell]));
  let [ours, plain] = [0, 0];
  let isTold = false;
  for (const base of bases) {
    const part = cells.filter((cell) => planned.labels[cell] === base);
    const telling = [...planned.copies.keys()].filter((k) => tells(planned.copies[k], part));
    if (telling.length === 0) continue;
    isTold = true;
    const errors = errorsOf(part, base, planned);
    ours += Math.min(...telling.map((k) => errors.ours[k]));
    plain += Math.min(...telling.map((k) => errors.plain[k]));
  }
  return isTold && ours <= plainFusion.maxOverPlain * plain;
}

/** Whether a frame shows more than white and black in most of the cells. */
function tells({ data }: SmallCopy, cells: Int32Array): boolean {
  const inside = cells.filter((cell) => {
    const value = data[cell * cellSamples + lumaSample] / 65535;
    return value > plainFusion.black && value < clipped;
  });
  return inside.length > cells.length / 2;
}

/** Squared errors of both fusions against each frame, at the exposure of `base`. */
function errorsOf(cells: Int32Array, base: number, { copies, mapOf, substitutions }: Planned) {
  const count = copies.length;
  const ours = new Float64Array(count);
  const plain = new Float64Array(count);
  for (let c = 0; c < lumaSample; c++) {
    const maps = copies.map((_, k) => mapOf(c, k, base));
    const changes = substitutions.map(({ from, to, cells: changed }) => ({
      from,
      to,
      changed,
      map: mapOf(c, from, to),
    }));
    const [before, after] = [new Float64Array(count), new Float64Array(count)];
    for (const cell of cells) {
      for (let k = 0; k < count; k++) before[k] = copies[k].data[cell * cellSamples + c] / 65535;
      after.set(before);
      for (const { from, to, changed, map } of changes) {
        if (changed[cell]) after[to] = shownValue(after[from], after[to], map, to < from);
      }
      const [fusedPlain, fusedOurs] = [fuse(before, maps), fuse(after, maps)];
      for (let k = 0; k < count; k++) {
        plain[k] += distance(fusedPlain, before[k], maps[k]);
        ours[k] += distance(fusedOurs, before[k], maps[k]);
      }
    }
  }
  return { ours, plain };
}

/** Value of the target after a substitution; a clipped source only bounds it. */
function shownValue(source: number, target: number, map: Float32Array, darker: boolean): number {
  const mapped = at(map, source);
  if (source < clipped || !darker) return mapped;
  return target >= mapped - plainFusion.agreeing ? target : 1;
}

function fuse(values: Float64Array, maps: readonly Float32Array[]): number {
  let [sum, total] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    const weight = weights[Math.round(values[k] * tableSteps)];
    sum += weight * at(maps[k], values[k]);
    total += weight;
  }
  return sum / total;
}

/** Distance of a fused value from a frame's, which is a bound if it is clipped or black. */
function distance(fused: number, value: number, map: Float32Array): number {
  const off = fused - at(map, value);
  if (value >= clipped && off > 0) return 0;
  if (value <= plainFusion.black && off < 0) return 0;
  return off * off;
}

const weights = Float64Array.from({ length: tableSteps + 1 }, (_, i) => {
  const value = i / tableSteps;
  if (value >= clipped || value <= plainFusion.black) return plainFusion.minWeight;
  return plainFusion.minWeight + Math.exp(-((value - 0.5) ** 2) / (2 * plainFusion.wellExposed ** 2));
});

/** A table from the display values of one frame to those of another, for channel `c`. */
type PairMaps = (c: number, from: number, to: number) => Float32Array;

/** Tables of all pairs of frames, each composed of the links of neighbours at its first use. */
export function mapsOfPairs(links: readonly ExposureTables[]): PairMaps {
  const count = links.length + 1;
  const known = new Map<number, Float32Array>();
  return (c, from, to) => {
    const key = (c * count + from) * count + to;
    const found = known.get(key);
    if (found) return found;
    const map = mappingOver(links, c);
    const table = Float32Array.from({ length: tableSteps + 1 }, (_, i) => map(from, to, i / tableSteps));
    known.set(key, table);
    return table;
  };
}

const at = (table: Float32Array, value: number) => {
  const position = value * tableSteps;
  const first = Math.min(tableSteps - 1, Math.floor(position));
  return table[first] + (table[first + 1] - table[first]) * (position - first);
};
