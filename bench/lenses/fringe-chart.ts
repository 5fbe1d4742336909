import sharp from "sharp";
import { hash2, seededNormal } from "../../fixtures/scene/random.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { Dice } from "../dice.ts";

/** A lens's lateral chromatic aberration: shifts of red and blue in the corner, in px, and their cubic part. */
export interface ChartLens {
  readonly redPx: number;
  readonly bluePx: number;
  readonly cubicPart: number;
  /** Barrel (negative) or pincushion distortion: relative shift of the corner. */
  readonly distortion: number;
}

export interface Chart {
  readonly image: IntegerImage;
  readonly lens: ChartLens;
}

export const noFringes: ChartLens = { redPx: 0, bluePx: 0, cubicPart: 0, distortion: 0 };

/** Shift of a channel, in px, at the radius `rho`, in half diagonals; `cornerPx` is the shift in the corner. */
export function shiftAt(cornerPx: number, cubicPart: number, rho: number): number {
  return cornerPx * rho * (1 - cubicPart + cubicPart * rho * rho);
}

/**
 * Renders tiles of many colours and directions through a lens with known aberrations, with a sensor's blur and noise,
 * as a JPEG.
 */
export async function drawChart(seed: number, lens: ChartLens, width = 3000, height = 2000): Promise<Chart> {
  const dice = new Dice(seed);
  const tile = dice.between(70, 160);
  const turn = dice.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const contrast = dice.between(0.4, 0.9);
  const saturation = dice.between(0, 0.5);
  const normal = seededNormal(seed);
  const noise = dice.between(0.5, 3);
  const half = Math.hypot(width - 1, height - 1) / 2;
  const samples = [0.25, 0.75];
  const colourOf = (x: number, y: number, channel: number) => {
    const [u, v] = [(x * cos - y * sin) / tile, (x * sin + y * cos) / tile];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    // Each tile contains a disc, so that edges have all directions.
    const inside = Math.hypot(u - column - 0.5, v - row - 0.5) < 0.28 ? 7 : 0;
    const grey = hash2(column + inside, row, seed);
    const own = hash2(column + inside, row, seed + 11 + channel);
    return 0.5 + contrast * (grey + saturation * (own - 0.5) - 0.5);
  };
  const shifts = [lens.redPx, 0, lens.bluePx];
  const data = new Uint8Array(width * height * 3);
  const sums = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sums.fill(0);
      for (const sy of samples) {
        for (const sx of samples) {
          const [dx, dy] = [x + sx - 0.5 - (width - 1) / 2, y + sy - 0.5 - (height - 1) / 2];
          const rho = Math.hypot(dx, dy) / half;
          const bent = 1 - lens.distortion * rho * rho;
          for (let c = 0; c < 3; c++) {
            const shift = rho > 0 ? shiftAt(shifts[c], lens.cubicPart, rho) / (rho * half) : 0;
            const factor = (1 - shift) * bent;
            sums[c] += colourOf(dx * factor, dy * factor, c);
          }
        }
      }
      for (let c = 0; c < 3; c++) {
        const value = 255 * Math.min(0.94, Math.max(0.03, sums[c] / samples.length ** 2)) + noise * normal();
        data[3 * (y * width + x) + c] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
  const subsampling = dice.chance(0.5) ? "4:2:0" : "4:4:4";
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(dice.between(0.5, 1))
    .jpeg({ quality: dice.whole(80, 97), chromaSubsampling: subsampling })
    .toBuffer();
  return { image: await decodeChart(jpeg), lens };
}

async function decodeChart(source: Buffer): Promise<IntegerImage> {
  const { data, info } = await sharp(source)
    .rotate()
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shared = new Uint8Array(new SharedArrayBuffer(data.length));
  shared.set(data);
  return { width: info.width, height: info.height, channels: 3, data: shared, space: "srgb" };
}
