import { cellSamples, lumaSample, type SmallCopy, spreadSample } from "../../ops/index.ts";

/** So many cells lie along a picture's width: what an eye sees of a picture at arm's length. */
const cellsAcross = 160;

/**
 * A picture as a grid of cells, each a square of cells of its small copy. Lists have one entry a cell, colours are of mean light.
 */
export interface Cells {
  readonly width: number;
  readonly height: number;
  /** Display values 0 to 1 of red, green and blue, interleaved. */
  readonly rgb: Float32Array;
  /** CIELAB, interleaved. */
  readonly lab: Float32Array;
  /** Display values 0 to 1 of luma. */
  readonly luma: Float32Array;
  /** Standard deviation, in display values, of the copy's luma inside a cell: detail of several pixels. */
  readonly detail: Float32Array;
  /** Mean standard deviation, in display values, of single pixels: the finest detail, and noise. */
  readonly fine: Float32Array;
}

export function cellsOf(copy: SmallCopy): Cells {
  const size = Math.max(1, Math.floor(Math.min(copy.width, copy.height * 1.5) / cellsAcross));
  const [width, height] = [Math.floor(copy.width / size), Math.floor(copy.height / size)];
  const count = width * height;
  const [rgb, lab] = [new Float32Array(3 * count), new Float32Array(3 * count)];
  const [luma, detail, fine] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const samples = size * size;
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      let [red, green, blue, luma1, luma2, spread] = [0, 0, 0, 0, 0, 0];
      for (let v = 0; v < size; v++) {
        let at = ((y * size + v) * copy.width + x * size) * cellSamples;
        for (let u = 0; u < size; u++, at += cellSamples) {
          const [r, g, b, l] = [copy.data[at], copy.data[at + 1], copy.data[at + 2], copy.data[at + lumaSample]];
          red += r * r;
          green += g * g;
          blue += b * b;
          luma1 += l;
          luma2 += l * l;
          spread += copy.data[at + spreadSample];
        }
      }
      rgb[3 * cell] = Math.sqrt(red / samples) / 65535;
      rgb[3 * cell + 1] = Math.sqrt(green / samples) / 65535;
      rgb[3 * cell + 2] = Math.sqrt(blue / samples) / 65535;
      luma[cell] = Math.sqrt(luma2 / samples) / 65535;
      detail[cell] = Math.sqrt(Math.max(0, luma2 / samples - (luma1 / samples) ** 2)) / 65535;
      fine[cell] = spread / samples / 65535;
      writeLab(rgb, lab, 3 * cell);
    }
  }
  return { width, height, rgb, lab, luma, detail, fine };
}

const lightSteps = 4095;
const lightTable = Float32Array.from({ length: lightSteps + 1 }, (_, i) => {
  const value = i / lightSteps;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** From display sRGB to CIELAB (D65). */
function writeLab(rgb: Float32Array, lab: Float32Array, at: number): void {
  const [r, g, b] = [lightOf(rgb[at]), lightOf(rgb[at + 1]), lightOf(rgb[at + 2])];
  const x = lobe((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = lobe(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = lobe((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  lab[at] = 116 * y - 16;
  lab[at + 1] = 500 * (x - y);
  lab[at + 2] = 200 * (y - z);
}

function lightOf(display: number): number {
  return lightTable[Math.min(lightSteps, (display * lightSteps + 0.5) | 0)];
}

function lobe(t: number): number {
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
}
