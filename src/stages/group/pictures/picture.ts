import {
  decodeSrgb,
  type Image,
  luminanceWeights,
  maxValueOf,
  type Orientation,
  swapsAxes,
  turnInto,
} from "../../../image/index.ts";
import type { Plane } from "../../../ops/index.ts";
import { small } from "./params.ts";

/** A frame at one size, prepared for comparison with other exposures. */
export interface Layer {
  /** Display luminance, 0 to 1. */
  readonly luma: Plane;
  /** 1 where the pixel is neither clipped nor too dark. */
  readonly usable: Uint8Array;
  /** Luminance replaced by its rank among the usable pixels (0 to 1): independent of exposure and tone curve. */
  readonly ranks: Plane;
}

/** The end of the scale at which nearly the whole frame is. */
export type Blank = "white" | "black";

/** Data kept of a thumbnail. */
export interface Picture {
  readonly fine: Layer;
  readonly coarse: Layer;
  /** Mean display luminance, 0 to 1. */
  readonly brightness: number;
  /** Share of its pixels that are neither clipped nor too dark. */
  readonly openShare: number;
  /** Set if so much is white or black that the scene may not be recognisable. */
  readonly blank?: Blank;
}

/** Reduces a display-sRGB picture to the sizes at which frames are compared. */
export function pictureOf(image: Image): Picture {
  const edge = Math.max(image.width, image.height);
  const fine = layerOf(image, Math.min(1, small.edgePx / edge));
  const openShare = countOf(fine.usable) / fine.usable.length;
  const brightness = meanOf(fine.luma.data);
  const isBlank = openShare < small.blankShare || brightness < small.blackBrightness;
  return {
    fine,
    brightness,
    openShare,
    ...(isBlank ? { blank: endOf(fine.luma.data) } : {}),
    coarse: layerOf(image, Math.min(1, small.edgePx / small.coarseFactor / edge)),
  };
}

/** The same picture, turned by the orientation. */
export function turned(picture: Picture, orientation: Orientation): Picture {
  return { ...picture, fine: turnedLayer(picture.fine, orientation), coarse: turnedLayer(picture.coarse, orientation) };
}

function turnedLayer({ luma, usable, ranks }: Layer, orientation: Orientation): Layer {
  return {
    luma: turnedPlane(luma, orientation),
    usable: turnedSamples(usable, luma, orientation, new Uint8Array(usable.length)),
    ranks: turnedPlane(ranks, orientation),
  };
}

function turnedPlane(plane: Plane, orientation: Orientation): Plane {
  const { width, height, data } = plane;
  const size = swapsAxes(orientation) ? { width: height, height: width } : { width, height };
  return { ...size, data: turnedSamples(data, plane, orientation, new Float32Array(data.length)) };
}

function turnedSamples<T extends Uint8Array | Float32Array>(
  data: T,
  { width, height }: { readonly width: number; readonly height: number },
  orientation: Orientation,
  target: T,
): T {
  turnInto({ data, width, height, channels: 1 }, orientation, target);
  return target;
}

function endOf(luma: Float32Array): Blank {
  return 2 * luma.filter((value) => value >= small.brightest).length > luma.length ? "white" : "black";
}

function meanOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

export function haveEqualLuma({ fine: { luma: a } }: Picture, { fine: { luma: b } }: Picture): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.data.every((value, i) => Math.abs(value - b.data[i]) <= small.equalLuma)
  );
}

function layerOf(image: Image, scale: number): Layer {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const luma: Plane = { width, height, data: shrinkLuma(image, width, height) };
  const usable = Uint8Array.from(luma.data, (value) => (value > small.darkest && value < small.brightest ? 1 : 0));
  return { luma, usable, ranks: { width, height, data: rankOf(luma.data, usable) } };
}

/** Mean luminance of the source pixels that each target pixel covers. */
function shrinkLuma(image: Image, width: number, height: number): Float32Array {
  const { data, channels } = image;
  const unit = 1 / maxValueOf(data);
  const [red, green, blue] = luminanceWeights;
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const y0 = Math.floor((y * image.height) / height);
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * image.height) / height));
    for (let x = 0; x < width; x++) {
      const x0 = Math.floor((x * image.width) / width);
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * image.width) / width));
      let sum = 0;
      for (let v = y0; v < y1; v++) {
        const end = (v * image.width + x1) * channels;
        for (let i = (v * image.width + x0) * channels; i < end; i += channels) {
          sum += channels === 1 ? data[i] : red * data[i] + green * data[i + 1] + blue * data[i + 2];
        }
      }
      out[y * width + x] = (sum * unit) / ((y1 - y0) * (x1 - x0));
    }
  }
  return out;
}

/** Number of flags that are set. */
export function countOf(flags: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  return count;
}

/** Reused for each picture: allocating memory costs more than the ranks of a coarse one. */
const histogram = new Uint32Array(small.rankBins);
const rankOfBin = new Float32Array(small.rankBins);

/** The mid-rank of each usable value among all usable values; ½ elsewhere. */
export function rankOf(values: Float32Array, usable: Uint8Array): Float32Array {
  histogram.fill(0);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (usable[i] === 0) continue;
    histogram[binOf(values[i])]++;
    count++;
  }
  let below = 0;
  for (let bin = 0; bin < small.rankBins; bin++) {
    const own = histogram[bin];
    if (own === 0) continue;
    rankOfBin[bin] = (below + own / 2) / count;
    below += own;
  }
  const ranks = new Float32Array(values.length).fill(0.5);
  for (let i = 0; i < values.length; i++) if (usable[i] !== 0) ranks[i] = rankOfBin[binOf(values[i])];
  return ranks;
}

function binOf(value: number): number {
  return Math.min(small.rankBins - 1, (value * small.rankBins) | 0);
}

const lightTable = Float64Array.from({ length: small.lightLevels + 1 }, (_, i) =>
  Math.log2(Math.max(1e-4, decodeSrgb(i / small.lightLevels))),
);

/** Relative scene light of a display value in 0 to 1, in EV. */
export function lightEv(display: number): number {
  return lightTable[(display * small.lightLevels + 0.5) | 0];
}
