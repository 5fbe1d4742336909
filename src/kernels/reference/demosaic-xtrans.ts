import type { F32, U8, U16 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * X-Trans mosaic to linear RGB: green along the direction of less variation, red and blue by colour differences weighted with
 * nearness in place and in green. `source` is width × height, one sample a photosite; `pattern` holds the 36 colours (0 red, 1 green,
 * 2 blue) of the 6 × 6 cell that begins at the origin, with a green within three places in all four directions of every place and
 * both other colours in every 5 × 5 window. Every sample becomes (v − black[c]) · scale[c], clamped to [0, 65535]. `target` is
 * width × height × 3, interleaved. Beyond the borders the picture repeats shifted by whole cells; an output row depends on
 * {@link demosaicXtransBorder} rows above and below. Rows are the target's.
 */
export interface DemosaicXtransArgs {
  readonly source: U16;
  readonly target: U16;
  readonly pattern: U8;
  readonly black: F32;
  readonly scale: F32;
  readonly width: number;
  readonly height: number;
}

export const demosaicXtransBorder = 12;

const eps = 1e-6;
const greenEps = 0.01;

export function demosaicXtrans(args: DemosaicXtransArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, pattern, black, scale, width, height } = args;
  const colorAt = (x: number, y: number) => pattern[modulo6(y) * 6 + modulo6(x)];
  const isGreen = (x: number, y: number) => colorAt(x, y) === 1;
  /** Values of a function of the place, kept once asked for. */
  const remember = (compute: (x: number, y: number) => number): Values => {
    const stride = width + 2 * demosaicXtransBorder;
    const values = new Float64Array(stride * (rowEnd - rowBegin + 2 * demosaicXtransBorder)).fill(Number.NaN);
    return (x, y) => {
      const i = (y - rowBegin + demosaicXtransBorder) * stride + x + demosaicXtransBorder;
      if (Number.isNaN(values[i])) values[i] = compute(x, y);
      return values[i];
    };
  };
  const cfa = remember((x, y) => {
    const c = colorAt(x, y);
    const value = (source[wrapped(y, height) * width + wrapped(x, width)] - black[c]) * (scale[c] / 65535);
    return Math.sqrt(Math.min(1, Math.max(0, value)));
  });
  const nearest = (values: Values, x: number, y: number, dx: number, dy: number) => {
    const distance = [1, 2, 3].find((d) => isGreen(x + d * dx, y + d * dy)) ?? 3;
    return { distance, value: values(x + distance * dx, y + distance * dy) };
  };
  /** Squared slope of green along a line. */
  const slope = (dx: number, dy: number) =>
    remember((x, y) => {
      const before = nearest(cfa, x, y, -dx, -dy);
      const after = nearest(cfa, x, y, dx, dy);
      return ((after.value - before.value) / (before.distance + after.distance)) ** 2;
    });
  /** Between the nearest green places of a line, by distance. */
  const between = (values: Values, x: number, y: number, dx: number, dy: number) => {
    const before = nearest(values, x, y, -dx, -dy);
    const after = nearest(values, x, y, dx, dy);
    return (before.value * after.distance + after.value * before.distance) / (before.distance + after.distance);
  };
  const across = slope(1, 0);
  const along = slope(0, 1);
  const share = remember((x, y) => {
    const sumAround = (values: Values) => {
      let sum = eps;
      for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) sum += values(x + i, y + j);
      return sum;
    };
    const a = sumAround(along) ** 2;
    return a / (sumAround(across) ** 2 + a);
  });
  const directed = (values: Values, x: number, y: number) =>
    share(x, y) * between(values, x, y, 1, 0) + (1 - share(x, y)) * between(values, x, y, 0, 1);
  const colorFrom = (green: Values, x: number, y: number, c: number) => {
    let weights = 0;
    let sum = 0;
    for (let j = y - 2; j <= y + 2; j++) {
      for (let i = x - 2; i <= x + 2; i++) {
        if (colorAt(i, j) !== c) continue;
        const weight = 1 / ((i - x) ** 2 + (j - y) ** 2) / (greenEps + Math.abs(green(i, j) - green(x, y)));
        weights += weight;
        sum += weight * (cfa(i, j) - green(i, j));
      }
    }
    return Math.max(0, green(x, y) + sum / weights);
  };

  const firstGreen = remember((x, y) => (isGreen(x, y) ? cfa(x, y) : directed(cfa, x, y)));
  const difference = [0, 2].map((c) => remember((x, y) => cfa(x, y) - colorFrom(firstGreen, x, y, c)));
  // Once the greens know red and blue, a red or blue place takes its green from its own sample and the colour differences there, which
  // vary less than green itself.
  const green = remember((x, y) =>
    isGreen(x, y) ? cfa(x, y) : Math.max(0, cfa(x, y) + directed(difference[colorAt(x, y) >> 1], x, y)),
  );
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const known = c === 1 ? green(x, y) : colorAt(x, y) === c ? cfa(x, y) : colorFrom(green, x, y, c);
        target[(y * width + x) * 3 + c] = Math.floor(Math.min(1, known ** 2) * 65535 + 0.5);
      }
    }
  }
}

type Values = (x: number, y: number) => number;

function modulo6(v: number): number {
  return ((v % 6) + 6) % 6;
}

/** Index moved by whole cells into the picture, so that the colours keep their places; clamped where the picture is smaller. */
function wrapped(index: number, size: number): number {
  let i = index;
  while (i < 0) i += 6;
  while (i >= size && i >= 6) i -= 6;
  return Math.min(size - 1, i);
}
