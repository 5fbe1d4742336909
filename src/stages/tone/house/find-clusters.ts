import { binOf, binsPerAxis, binWidth } from "../../../ops/index.ts";
import { modes } from "./params.ts";

/** A colour of many smooth surfaces of a picture: a mode of their log chromaticities. */
export interface Cluster {
  /** log(R/G) of display values. */
  readonly red: number;
  /** log(B/G) of display values. */
  readonly blue: number;
}

/**
 * Finds the modes of log chromaticities: starts at the fullest bin, follows it to its mode (mean shift, Comaniciu &
 * Meer 2002), removes that mode's pixels and repeats. `samples` holds log(R/G), log(B/G) and a weight for each pixel;
 * `mass` is the weight with which each pixel counts.
 */
export function findClusters(samples: Float32Array, mass: Float32Array): Cluster[] {
  const counts = new Float64Array(binsPerAxis ** 2);
  let total = 0;
  for (let i = 0; i < mass.length; i++) {
    const at = binOf(samples[3 * i], samples[3 * i + 1]);
    if (mass[i] === 0 || at < 0) continue;
    counts[at] += mass[i];
    total += mass[i];
  }
  const found: Cluster[] = [];
  for (let round = 0; round < 3 * modes.most && found.length < modes.most; round++) {
    const mode = followMode(counts, fullestBin(counts));
    const taken = takeAround(counts, mode);
    if (taken < modes.minShare * total || total === 0) break;
    if (found.every((other) => distanceOf(other, mode) > modes.minApart)) found.push(mode);
  }
  return found;
}

export function distanceOf(a: Cluster, b: Cluster): number {
  return Math.hypot(a.red - b.red, a.blue - b.blue);
}

function centreOf(bin: number): Cluster {
  return {
    red: ((bin % binsPerAxis) + 0.5) * binWidth - 1,
    blue: (Math.floor(bin / binsPerAxis) + 0.5) * binWidth - 1,
  };
}

/** The bin with the fullest 3 × 3 neighbourhood. */
function fullestBin(counts: Float64Array): Cluster {
  let [best, most] = [0, -1];
  for (let row = 1; row < binsPerAxis - 1; row++) {
    for (let column = 1; column < binsPerAxis - 1; column++) {
      const at = row * binsPerAxis + column;
      if (counts[at] === 0) continue;
      let sum = 0;
      for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) sum += counts[at + y * binsPerAxis + x];
      if (sum > most) [best, most] = [at, sum];
    }
  }
  return centreOf(best);
}

function followMode(counts: Float64Array, start: Cluster): Cluster {
  let mode = start;
  for (let pass = 0; pass < 6; pass++) {
    let [sum, reds, blues] = [1e-9, 0, 0];
    forBinsAround(mode, 3 * modes.width, (bin, centre, distance) => {
      const weight = counts[bin] * Math.exp(-(distance * distance) / (2 * modes.width * modes.width));
      sum += weight;
      reds += weight * centre.red;
      blues += weight * centre.blue;
    });
    if (sum < 1e-8) return mode;
    mode = { red: reds / sum, blue: blues / sum };
  }
  return mode;
}

/** Empties the bins around a mode and returns their sum. */
function takeAround(counts: Float64Array, mode: Cluster): number {
  let taken = 0;
  forBinsAround(mode, modes.reach, (bin) => {
    taken += counts[bin];
    counts[bin] = 0;
  });
  return taken;
}

function forBinsAround(
  { red, blue }: Cluster,
  reach: number,
  visit: (bin: number, centre: Cluster, distance: number) => void,
): void {
  const cells = Math.ceil(reach / binWidth);
  const [column, row] = [Math.floor((red + 1) / binWidth), Math.floor((blue + 1) / binWidth)];
  for (let y = Math.max(0, row - cells); y <= Math.min(binsPerAxis - 1, row + cells); y++) {
    for (let x = Math.max(0, column - cells); x <= Math.min(binsPerAxis - 1, column + cells); x++) {
      const bin = y * binsPerAxis + x;
      const centre = centreOf(bin);
      const distance = Math.hypot(centre.red - red, centre.blue - blue);
      if (distance <= reach) visit(bin, centre, distance);
    }
  }
}
