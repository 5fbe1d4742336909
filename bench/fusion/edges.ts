import { type IntegerImage, lightnessOf } from "../../src/image/index.ts";
import { boxMean, type Plane } from "../../src/ops/index.ts";
import { findFrameEdges, ringExcess } from "../../src/stages/check/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { lumaPlane, shrinkPlane } from "./planes.ts";

/** L* beyond what any frame shows, from which on a ring is seen at 100 %. */
const ringFrom = 3;
/** Fewer edges make no figure. */
const leastEdges = 20;
/** Shadows are looked at on pictures of this longer edge. */
const shadowEdgePx = 2000;
/** Radius of the windows that contrast is measured in, px. */
const radius = 4;
/** L* below which a result is in shadow, and between which the longest frame is well exposed. */
const shadowBelow = 25;
const [exposedFrom, exposedTo] = [15, 90] as const;
/** Contrast of the longest frame counts from so many standard deviations of its noise; so much of it is kept. */
const overNoise = 3;
const kept = 0.4;
/** Noise that rounding leaves at least, L*. */
const leastNoise = 0.3;
/** Fewer pixels of shadow make no figure. */
const leastPixels = 200;

/** Rings along the clearest edges of a set's frames, in pictures made of them. */
export interface Rings {
  /** Share of the edges with a ring over {@link ringFrom} that no frame shows. */
  readonly share: number;
  /** L*. */
  readonly median: number;
}

/** Measures pictures made of frames; `undefined` where those have too few clear edges. */
export async function prepareRings(frames: readonly IntegerImage[], context: StageContext) {
  const edges = await findFrameEdges(frames, context);
  return async (image: IntegerImage): Promise<Rings | undefined> => {
    if (!edges) return undefined;
    const excess = (await ringExcess(image, edges, context)).filter((each) => !Number.isNaN(each)).sort();
    if (excess.length < leastEdges) return undefined;
    return {
      share: excess.filter((each) => each > ringFrom).length / excess.length,
      median: excess[excess.length >> 1],
    };
  };
}

/**
 * Share of the area in which a picture is dark and keeps what its longest frame shows there above its noise;
 * `undefined` where there is hardly any such area.
 */
export function prepareShadows(frames: readonly IntegerImage[]): (image: IntegerImage) => number | undefined {
  const lightness = (image: IntegerImage) => {
    const luma = lumaPlane(image);
    return shrinkPlane({ ...luma, data: luma.data.map(lightnessOf) }, shadowEdgePx);
  };
  const planes = frames.map(lightness);
  const means = planes.map(({ data }) => data.reduce((sum, each) => sum + each, 0));
  const longest = planes[means.indexOf(Math.max(...means))];
  const [theirMean, theirs] = [boxMean(longest, radius, false), contrastOf(longest)];
  const noise = noiseOf(longest);
  return (image) => {
    const plane = lightness(image);
    const [ourMean, ours] = [boxMean(plane, radius, false), contrastOf(plane)];
    let [all, whole] = [0, 0];
    for (let i = 0; i < ours.length; i++) {
      const isShadow = ourMean[i] < shadowBelow && theirMean[i] > exposedFrom && theirMean[i] < exposedTo;
      if (!isShadow || theirs[i] <= overNoise * noise) continue;
      all++;
      if (ours[i] >= kept * theirs[i]) whole++;
    }
    return all < leastPixels ? undefined : whole / all;
  };
}

/** Standard deviation in windows. */
function contrastOf(plane: Plane): Float32Array {
  const mean = boxMean(plane, radius, false);
  const squares = boxMean({ ...plane, data: plane.data.map((value) => value * value) }, radius, false);
  return squares.map((square, i) => Math.sqrt(Math.max(0, square - mean[i] ** 2)));
}

/** Standard deviation of pixels from their neighbours along the row, by the median. */
function noiseOf({ width, data }: Plane): number {
  const offs: number[] = [];
  for (let i = 1; i + 1 < data.length; i += 7)
    if (i % width !== 0 && (i + 1) % width !== 0) offs.push(Math.abs(data[i] - (data[i - 1] + data[i + 1]) / 2));
  offs.sort((a, b) => a - b);
  return (offs[offs.length >> 1] ?? 0) * 1.4826 * Math.sqrt(2 / 3) + leastNoise;
}
