import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { leastStops } from "../../kernels/index.ts";
import { room } from "./params.ts";

/** Display value of middle grey, at which camera curves are taken to agree with sRGB. */
const anchor = encodeSrgb(room.middleGrey);
/** Display value below which the curve is unknown: values are crushed there, and coarse. */
const darkest = 0.02;
/** Linear light that counts as black: eight bits show nothing below. */
const blackLight = 2e-4;
/** Mid-tones, display values. */
const mid = [0.2, 0.8] as const;
const midSteps = 12;
/** No camera's curve is this much flatter or steeper than sRGB's; a fit that says so is wrong. */
const mostScale = 4;
/** Stops by which light rises at least from one entry of the table to the next, so that it can be inverted. */
const leastRise = 1e-5;

/**
 * What a camera shows of light, and what light it showed; in stops over sRGB's display white, as large as sRGB has them
 * in the mid-tones: the size of a bracket's stops is less certain than the form of the curve.
 */
export interface CameraCurve {
  /** Of these stops in one of the table's. */
  readonly perStop: number;
  /** Light of a display value, 0 to 1. */
  lightOf(value: number): number;
  /** Display value of light; above the camera's white it continues as sRGB does. */
  displayOf(stops: number): number;
}

/**
 * The curve of the camera that took a bracket. `light`: stops by display value, as a table from 0 to 1, of
 * which only differences count. Below `darkest` and above white it continues as sRGB does.
 */
export function cameraCurve(light: Float32Array): CameraCurve {
  const last = light.length - 1;
  const rising = light.slice();
  for (let i = 1; i <= last; i++) rising[i] = Math.max(rising[i], rising[i - 1] + leastRise);
  const read = (value: number) => {
    const at = Math.min(1, value) * last;
    const first = Math.min(last - 1, Math.floor(at));
    return rising[first] + (rising[first + 1] - rising[first]) * (at - first);
  };
  const perStop = midSlope(read);
  for (let i = 0; i <= last; i++) rising[i] *= perStop;
  const off = srgbLight(anchor) - read(anchor);
  const white = read(1) + off;
  const black = read(darkest) + off - srgbLight(darkest);
  const displayOf = (stops: number) => {
    if (stops >= white) return encodeSrgb(2 ** (stops - white));
    if (stops <= srgbLight(darkest) + black) return encodeSrgb(2 ** (stops - black));
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (rising[middle] + off <= stops) low = middle;
      else high = middle;
    }
    return (low + (stops - off - rising[low]) / (rising[high] - rising[low])) / last;
  };
  const lightOf = (value: number) =>
    Math.max(leastStops, value < darkest ? srgbLight(value) + black : read(value) + off);
  return { perStop, lightOf, displayOf };
}

/** Stops of sRGB in one of a curve's, over the mid-tones. */
function midSlope(read: (value: number) => number): number {
  let [product, square] = [0, 0];
  for (let i = 0; i <= midSteps; i++) {
    const value = mid[0] + ((mid[1] - mid[0]) * i) / midSteps;
    const own = read(value) - read(anchor);
    product += own * (srgbLight(value) - srgbLight(anchor));
    square += own * own;
  }
  return square > 0 ? Math.min(mostScale, Math.max(1 / mostScale, product / square)) : 1;
}

function srgbLight(value: number): number {
  return Math.log2(Math.max(blackLight, decodeSrgb(value)));
}
