import { type IntegerImage, lightnessOf } from "../../src/image/index.ts";
import { boxMean, type Plane } from "../../src/ops/index.ts";
import { findFrameEdges, ringExcess } from "../../src/stages/check/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { lumaPlane, shrinkPlane } from "./planes.ts";

/** Minimum L* beyond all frames at which a ring is visible at 100 %. */
const ringFrom = 3;
/** Minimum number of edges for a result. */
const minEdges = 20;
/** Longer edge of the pictures on which shadows are measured, in pixels. */
const shadowEdgePx = 2000;
/** Radius of the windows for contrast, in pixels. */
const radius = 4;
/** Maximum L* of shadow in a result, and range of L* in which the longest frame is well exposed. */
const shadowBelow = 25;
const [exposedFrom, exposedTo] = [15, 90] as const;
/** Minimum contrast of the longest frame, in standard deviations of its noise; share of it that must be kept. */
const overNoise = 3;
const kept = 0.4;
/** Minimum noise, by rounding, L*. */
const minNoise = 0.3;
/** Minimum number of shadow pixels for a result. */
const minPixels = 200;

/** Rings along the clearest edges of the frames, in pictures made from them. */
export interface Rings {
  /** Share of the edges with a ring over {@link ringFrom} that is not in any frame. */
  readonly share: number;
  /** Median height of the rings, L*. */
  readonly median: number;
}

/** Measures pictures made from frames; `undefined` if these have too few clear edges. */
export async function prepareRings(frames: readonly IntegerImage[], context: StageContext) {
  const edges = await findFrameEdges(frames, context);
  return async (image: IntegerImage): Promise<Rings | undefined> => {
    if (!edges) return undefined;
    const excess = (await ringExcess(image, edges, context)).filter((each) => !Number.isNaN(each)).sort();
    if (excess.length < minEdges) return undefined;
    return {
      share: excess.filter((each) => each > ringFrom).length / excess.length,
      median: excess[excess.length >> 1],
    };
  };
}

/**
 * Share of the area in which a picture is dark and keeps the contrast of its longest frame above the noise; `undefined`
 * if there is hardly any such area.
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
    return all < minPixels ? undefined : whole / all;
  };
}

/** Standard deviation in windows. */
function contrastOf(plane: Plane): Float32Array {
  const mean = boxMean(plane, radius, false);
  const squares = boxMean({ ...plane, data: plane.data.map((value) => value * value) }, radius, false);
  return squares.map((square, i) => Math.sqrt(Math.max(0, square - mean[i] ** 2)));
}

/** Median estimate of the standard deviation between horizontal neighbours. */
function noiseOf({ width, data }: Plane): number {
  const offs: number[] = [];
  for (let i = 1; i + 1 < data.length; i += 7)
    if (i % width !== 0 && (i + 1) % width !== 0) offs.push(Math.abs(data[i] - (data[i - 1] + data[i + 1]) / 2));
  offs.sort((a, b) => a - b);
  return (offs[offs.length >> 1] ?? 0) * 1.4826 * Math.sqrt(2 / 3) + minNoise;
}
