import { type Image, luminanceWeights, maxValueOf } from "../../../image/index.ts";
import { sharp } from "./params.ts";
import { lightEv } from "./picture.ts";

/** Detail of a picture, tile by tile. */
export interface Sharpness {
  readonly columns: number;
  /** Mean contrast between neighbours, relative to that between pixels four apart; 0 where a tile shows too little. */
  readonly tiles: Float32Array;
}

/**
 * The finest contrast of a picture against the next coarser one, in EV of scene light, so that the exposure and the
 * tone curve cancel. Blur lowers the first and hardly the second; noise raises the first, so that it never makes a
 * frame look blurred.
 */
export function measureSharpness(image: Image): Sharpness {
  const { width, height } = image;
  const light = lightOf(image);
  const columns = Math.floor(width / sharp.tilePx);
  const rows = Math.floor(height / sharp.tilePx);
  const tiles = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      tiles[row * columns + column] = tileSharpness(light, column * sharp.tilePx, row * sharp.tilePx);
    }
  }
  return { columns, tiles };
}

interface Light {
  readonly width: number;
  readonly height: number;
  readonly ev: Float64Array;
  /** 1 where the pixel is neither dark nor clipped. */
  readonly isSeen: Uint8Array;
}

function lightOf({ data, channels, width, height }: Image): Light {
  const unit = 1 / maxValueOf(data);
  const [red, green, blue] = luminanceWeights;
  const ev = new Float64Array(width * height);
  const isSeen = new Uint8Array(width * height);
  for (let i = 0, k = 0; i < ev.length; i++, k += channels) {
    const light = channels === 1 ? data[k] : red * data[k] + green * data[k + 1] + blue * data[k + 2];
    const luma = Math.fround(unit * light);
    ev[i] = lightEv(luma);
    isSeen[i] = luma < sharp.darkest || luma > sharp.brightest ? 0 : 1;
  }
  return { width, height, ev, isSeen };
}

function tileSharpness({ ev, isSeen, width, height }: Light, x0: number, y0: number): number {
  let [fine, coarse, count, all] = [0, 0, 0, 0];
  const bottom = Math.min(y0 + sharp.tilePx, height - 4);
  const right = Math.min(x0 + sharp.tilePx, width - 4);
  for (let y = y0; y < bottom; y++) {
    for (let i = y * width + x0; i < y * width + right; i++) {
      all++;
      if ((isSeen[i] & isSeen[i + 4] & isSeen[i + 4 * width]) === 0) continue;
      const here = ev[i];
      fine += Math.abs(ev[i + 1] - here) + Math.abs(ev[i + width] - here);
      coarse += Math.abs(ev[i + 4] - here) + Math.abs(ev[i + 4 * width] - here);
      count++;
    }
  }
  if (count < sharp.leastShare * all || coarse < 2 * sharp.leastContrastEv * count) return 0;
  return fine / coarse;
}

/**
 * Median over the tiles that show enough in both of a's sharpness relative to b's; `undefined` with fewer than six such
 * tiles.
 */
export function relativeSharpness(a: Sharpness, b: Sharpness): number | undefined {
  if (a.columns !== b.columns || a.tiles.length !== b.tiles.length) return undefined;
  const ratios: number[] = [];
  for (let i = 0; i < a.tiles.length; i++) if (a.tiles[i] > 0 && b.tiles[i] > 0) ratios.push(a.tiles[i] / b.tiles[i]);
  if (ratios.length < sharp.leastTiles) return undefined;
  ratios.sort((x, y) => x - y);
  return ratios[ratios.length >> 1];
}
