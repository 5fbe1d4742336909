import type { U8 } from "../../image/index.ts";
import type { NormalEquations } from "./normal-equations.ts";

/** A tile fits when the frame's texture in it is the template's times a factor this close to that of the others. */
const gainRange = 0.35;
/** Fewer tiles say nothing about what is usual. */
const leastTiles = 24;
/** More than this share of the texture is never put down to movers. */
const mostClosed = 0.5;

/**
 * Which tiles stay open: closed are those in which the frames show different things (people, leaves, a door). Each tile has the
 * gain Σt·f / Σt² of the frame's texture against the template's, near 0 where they have nothing in common, near the others'
 * where they fit. Noise widens what is let through: its part in the gain, and its part in Σt², which draws the gain down.
 */
export function closeMovers({ tileSums, deviation }: NormalEquations, tiles: number): U8 {
  const open: U8 = new Uint8Array(new SharedArrayBuffer(tiles)).fill(1);
  const usual = usualGain(tileSums, tiles);
  if (usual === undefined) return open;
  let total = 0;
  let closed = 0;
  for (let i = 0; i < tiles; i++) {
    const [energy, product, count] = [tileSums[3 * i], tileSums[3 * i + 1], tileSums[3 * i + 2]];
    if (energy === 0) continue;
    total += energy;
    const error = (3 * deviation) / Math.sqrt(energy) + (count * deviation * deviation) / energy;
    if (Math.abs(product / energy - usual) > gainRange + error) {
      open[i] = 0;
      closed += energy;
    }
  }
  return closed > mostClosed * total ? open.fill(1) : open;
}

/** The median of the tiles' gains, each counted by its energy. */
function usualGain(tileSums: Float64Array, tiles: number): number | undefined {
  const gains: { gain: number; energy: number }[] = [];
  for (let i = 0; i < tiles; i++) {
    const energy = tileSums[3 * i];
    if (energy > 0) gains.push({ gain: tileSums[3 * i + 1] / energy, energy });
  }
  if (gains.length < leastTiles) return undefined;
  gains.sort((a, b) => a.gain - b.gain);
  let left = gains.reduce((sum, { energy }) => sum + energy, 0) / 2;
  for (const { gain, energy } of gains) {
    left -= energy;
    if (left <= 0) return gain;
  }
  return undefined;
}
