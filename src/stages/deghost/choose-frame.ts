import { decodeSrgb } from "../../image/index.ts";
import type { Area } from "./areas.ts";
import { lookUp } from "./exposure-link.ts";
import { cellSamples, lumaSample, type SmallCopy } from "./small-copy.ts";

/** From this display value on a channel counts as clipped. */
const clipped = 0.97;
/** Cost of a share of the area that a frame clips and the darkest does not. */
const clipCost = 10;
/** Cost of every stop below middle grey: the frame is brightened there, and its noise with it. */
const noiseCostPerStop = 0.02;
const mostStops = 7;
/** Cost of contradicting all other frames: what most frames saw is the standing scene. */
const loneCost = 0.2;
/** Display values that agree; more apart they do not. */
const agreeing = 0.06;

/** Maps a display value of one frame to another's exposure. */
export type Mapping = (from: number, to: number, value: number) => number;

/**
 * The frame that shows a moved area best, by index into `copies` (darkest first): highlights first, because what only a dark
 * frame holds is lost in every other; then little noise, and the company of other frames.
 */
export function chooseFrame(area: Area, copies: readonly SmallCopy[], map: Mapping): number {
  let best = 0;
  let least = Infinity;
  for (let k = copies.length - 1; k >= 0; k--) {
    const cost = costOf(area.core, copies, k, map);
    if (cost < least) [best, least] = [k, cost];
  }
  return best;
}

function costOf(cells: Int32Array, copies: readonly SmallCopy[], k: number, map: Mapping): number {
  let clips = 0;
  let stops = 0;
  let lone = 0;
  for (const cell of cells) {
    const i = cell * cellSamples;
    if (peakAt(copies[k], i) >= clipped && peakAt(copies[0], i) < clipped) clips++;
    const value = copies[k].data[i + lumaSample] / 65535;
    stops += Math.min(mostStops, Math.max(0, Math.log2(0.18 / (decodeSrgb(value) + 1e-4))));
    lone += contradictedShare(copies, k, i, map);
  }
  return (clipCost * clips + noiseCostPerStop * stops + loneCost * lone) / cells.length;
}

function peakAt({ data }: SmallCopy, i: number): number {
  return Math.max(data[i], data[i + 1], data[i + 2]) / 65535;
}

/** Share of the other frames that show something else at a cell. */
function contradictedShare(copies: readonly SmallCopy[], k: number, i: number, map: Mapping): number {
  const own = copies[k].data[i + lumaSample] / 65535;
  let against = 0;
  for (let j = 0; j < copies.length; j++) {
    if (j === k) continue;
    const other = copies[j].data[i + lumaSample] / 65535;
    // In the brighter of both, where differences are largest; what is clipped there says nothing.
    const apart = j > k ? map(k, j, own) - other : map(j, k, other) - own;
    if (Math.abs(apart) > agreeing) against++;
  }
  return against / Math.max(1, copies.length - 1);
}

/** A mapping over the links between neighbours: `links[k]` joins frame k and the brighter k + 1. */
export function mappingOver(
  links: readonly { up: readonly Float32Array[]; down: readonly Float32Array[] }[],
  c: number,
): Mapping {
  return (from, to, value) => {
    let mapped = value;
    for (let k = from; k < to; k++) mapped = lookUp(links[k].up[c], mapped);
    for (let k = from; k > to; k--) mapped = lookUp(links[k - 1].down[c], mapped);
    return mapped;
  };
}
