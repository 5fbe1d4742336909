import { type ArgsOf, declareKernel, f32, out, size, u8, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

const demosaicXtransBorder = 7;
export const xtransModels = 10;
export const xtransTaps = 49;

/**
 * X-Trans mosaic to linear RGB, on square roots of light. Green at red and blue places is the mean of {@link
 * xtransModels} linear estimates from the 7 × 7 samples around, each right for another kind of picture and weighted
 * with how well its kind foretells the samples nearby (pseudo-likelihood; Besag 1975); red and blue follow by colour
 * differences weighted with nearness in place and in green.
 *
 * `source` is width × height, one sample a photosite; `pattern` holds the 36 colours (0 red, 1 green, 2 blue) of the 6
 * × 6 cell that begins at the origin, with red and blue in every 5 × 5 window. `filters` are, for each place of the
 * cell, row by row, two tables of {@link xtransTaps} samples (dy = −3…3, then dx = −3…3) × {@link xtransModels}: of
 * each model's error at the sample in the middle as foretold by the others, over its usual size; and of its estimate of
 * green there (not read at green places). The first half of the models is one family, the second the other. Every
 * sample becomes (v − black[c]) · scale[c], clamped to [0, 65535]. `target` is width × height × 3, interleaved. Beyond
 * the borders the picture repeats shifted by whole cells; an output row depends on {@link demosaicXtransBorder} rows
 * above and below. Rows are the target's.
 */
export const demosaicXtransArgs = declareKernel({
  rows: "height",
  constants: { demosaicXtransBorder, xtransModels, xtransTaps },
  args: {
    source: u16("width", "height"),
    target: out(u16("width", "height", 3)),
    pattern: u8(36),
    filters: f32(36, 2, xtransTaps, xtransModels),
    black: f32(3),
    scale: f32(3),
    width: size,
    height: size,
  },
});
export type DemosaicXtransArgs = ArgsOf<typeof demosaicXtransArgs>;

const family = xtransModels / 2;
const floor = 1e-6;
const greenEps = 0.005;
const windowWeights = [1, 2, 3, 2, 1];

export function demosaicXtrans(args: DemosaicXtransArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, pattern, filters, black, scale, width, height } = args;
  const colorAt = (x: number, y: number) => pattern[modulo6(y) * 6 + modulo6(x)];
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
  /** A model's table (0 its error, 1 its green) applied to the samples around a place. */
  const filtered = (x: number, y: number, table: number, model: number) => {
    const from = ((modulo6(y) * 6 + modulo6(x)) * 2 + table) * xtransTaps;
    let sum = 0;
    for (let i = 0; i < xtransTaps; i++) {
      sum += filters[(from + i) * xtransModels + model] * cfa(x + (i % 7) - 3, y + Math.floor(i / 7) - 3);
    }
    return sum;
  };
  const squaredErrors = Array.from({ length: xtransModels }, (_, k) => remember((x, y) => filtered(x, y, 0, k) ** 2));
  const errorAround = (x: number, y: number, k: number) => {
    let sum = floor;
    for (let j = -2; j <= 2; j++) {
      for (let i = -2; i <= 2; i++) sum += windowWeights[j + 2] * windowWeights[i + 2] * squaredErrors[k](x + i, y + j);
    }
    return sum;
  };
  /**
   * A model counts with the fourth power of its errors' inverse: nearly the best alone, and the mean of those that are
   * equally good.
   */
  const mixFamily = (x: number, y: number, first: number) => {
    let [weights, sum, least] = [0, 0, Number.POSITIVE_INFINITY];
    for (let k = first; k < first + family; k++) {
      const error = errorAround(x, y, k);
      const weight = error ** -4;
      weights += weight;
      sum += weight * filtered(x, y, 1, k);
      least = Math.min(least, error);
    }
    return { green: sum / weights, least };
  };
  const green = remember((x, y) => {
    if (colorAt(x, y) === 1) return cfa(x, y);
    const [one, other] = [mixFamily(x, y, 0), mixFamily(x, y, family)];
    const ratio = (one.least / other.least) ** 4;
    const share = ratio / (1 + ratio);
    return Math.max(0, (1 - share) * one.green + share * other.green);
  });
  const colorFrom = (x: number, y: number, c: number) => {
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
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const known = c === 1 ? green(x, y) : colorAt(x, y) === c ? cfa(x, y) : colorFrom(x, y, c);
        target[(y * width + x) * 3 + c] = Math.floor(Math.min(1, known ** 2) * 65535 + 0.5);
      }
    }
  }
}

type Values = (x: number, y: number) => number;

function modulo6(v: number): number {
  return ((v % 6) + 6) % 6;
}

/**
 * Index moved by whole cells into the picture, so that the colours keep their places; clamped where the picture is
 * smaller.
 */
function wrapped(index: number, size: number): number {
  let i = index;
  while (i < 0) i += 6;
  while (i >= size && i >= 6) i -= 6;
  return Math.min(size - 1, i);
}
