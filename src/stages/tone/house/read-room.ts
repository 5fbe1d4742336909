import { lumaOf, quantiles, type SceneContent, type SceneEvidence, type SmallImage } from "../../../ops/index.ts";
import type { RoomTones } from "../curves/room-curve.ts";
import { type Cluster, findClusters } from "./find-clusters.ts";
import { edges } from "./params.ts";

/** A colour of a room's smooth surfaces, and its position in the picture. */
export interface RoomSurface extends Cluster {
  /** Share of the picture. */
  readonly share: number;
  /** Mean display luma, 0 to 1. */
  readonly luma: number;
  /** Share of the picture's upper quarter; large for ceilings. */
  readonly top: number;
}

/** Two colours that meet at an edge, as two paints do; one paint under two lights changes gradually. */
export interface Contact {
  /** Indices into the list of surfaces, the smaller one first. */
  readonly a: number;
  readonly b: number;
  /** Length of the edge divided by the square root of the smaller area. */
  readonly length: number;
  /** Mean log(luma of a / luma of b) across the edge. */
  readonly brighter: number;
}

/** The numbers that are kept from one set's small copy. */
export interface RoomReading {
  readonly surfaces: readonly RoomSurface[];
  readonly contacts: readonly Contact[];
  readonly scene: SceneEvidence;
  readonly tones: RoomTones;
  /** The set was lit by a flash, which does not light anything outdoors. */
  readonly flash?: true;
}

/**
 * Reads the surfaces of a small copy of a picture: their colours, brightness, positions and contacts. `content` is the
 * scene stage's description of the copy.
 */
export function readRoom(small: SmallImage, content: SceneContent): RoomReading {
  const luma = lumaOf(small);
  const { samples, dark, level, evidence } = content;
  const smoothness = luma.map((value, i) => samples[3 * i + 2] / Math.max(1e-4, value * value));
  const clusters = findClusters(samples, smoothness);
  const labels = labelPixels(samples, smoothness, clusters);
  const surfaces = describeSurfaces(clusters, labels, luma, small.width);
  const [shadow] = quantiles(luma, [0.01]);
  const [darkest, median] = quantiles(luma, [0.05, 0.5], undefined, dark);
  return {
    surfaces,
    contacts: findContacts({ samples, labels, luma, width: small.width, surfaces }),
    scene: evidence,
    tones: { shadow, dark: darkest, median, pale: level },
  };
}

/** Index of the nearest colour for every smooth pixel; −1 if none is near. */
function labelPixels(samples: Float32Array, smoothness: Float32Array, clusters: readonly Cluster[]): Int8Array {
  return Int8Array.from(smoothness, (value, i) => {
    if (value < edges.smoothSurface) return -1;
    let [best, nearest]: [number, number] = [-1, edges.surfaceReach];
    for (const [k, { red, blue }] of clusters.entries()) {
      const distance = Math.hypot(samples[3 * i] - red, samples[3 * i + 1] - blue);
      if (distance < nearest) [best, nearest] = [k, distance];
    }
    return best;
  });
}

function describeSurfaces(
  clusters: readonly Cluster[],
  labels: Int8Array,
  luma: Float32Array,
  width: number,
): RoomSurface[] {
  const sums = clusters.map(() => ({ count: 0, luma: 0, top: 0 }));
  const upper = Math.max(1, Math.floor(labels.length / width / 4)) * width;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue;
    const sum = sums[labels[i]];
    sum.count++;
    sum.luma += luma[i];
    if (i < upper) sum.top++;
  }
  return clusters.map(({ red, blue }, k) => ({
    red,
    blue,
    share: sums[k].count / labels.length,
    luma: sums[k].luma / Math.max(1, sums[k].count),
    top: sums[k].top / upper,
  }));
}

interface Labelled {
  readonly samples: Float32Array;
  readonly labels: Int8Array;
  readonly luma: Float32Array;
  readonly width: number;
  readonly surfaces: readonly RoomSurface[];
}

function findContacts({ samples, labels, luma, width, surfaces }: Labelled): Contact[] {
  const count = surfaces.length;
  const lengths = new Float64Array(count * count);
  const ratios = new Float64Array(count * count);
  const step = Math.max(2, Math.round(width * edges.acrossShare));
  const meet = (i: number, j: number) => {
    const [a, b] = labels[i] <= labels[j] ? [i, j] : [j, i];
    const [from, to] = [labels[a], labels[b]];
    if (from < 0 || from === to) return;
    const apart = Math.hypot(surfaces[to].red - surfaces[from].red, surfaces[to].blue - surfaces[from].blue);
    const found = Math.hypot(samples[3 * b] - samples[3 * a], samples[3 * b + 1] - samples[3 * a + 1]);
    if (found < edges.jumpShare * apart) return;
    lengths[from * count + to]++;
    ratios[from * count + to] += Math.log(Math.max(0.01, luma[a]) / Math.max(0.01, luma[b]));
  };
  for (let i = 0; i < labels.length; i++) {
    if ((i % width) + step < width) meet(i, i + step);
    if (i + step * width < labels.length) meet(i, i + step * width);
  }
  const contacts: Contact[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const pairs = lengths[a * count + b];
      if (pairs === 0) continue;
      const area = Math.min(surfaces[a].share, surfaces[b].share) * labels.length;
      contacts.push({
        a,
        b,
        length: pairs / step / Math.sqrt(Math.max(1, area)),
        brighter: ratios[a * count + b] / pairs,
      });
    }
  }
  return contacts;
}
