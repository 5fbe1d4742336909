import {
  type DemosaicXtransArgs,
  demosaicXtransBorder,
  xtransModels,
  xtransTaps,
} from "../../../../src/kernels/declarations/demosaic.ts";
import { pollCancel } from "../poll-cancel.ts";

const family = xtransModels / 2;
const floor = 1e-6;
const greenEps = 0.005;
const windowWeights = [1, 2, 3, 2, 1];

export function demosaicXtrans(args: DemosaicXtransArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, pattern, filters, black, scale, width, height } = args;
  const colorAt = (x: number, y: number) => pattern[modulo6(y) * 6 + modulo6(x)];
  /** Caches the values of a function of the site. */
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
  /** Applies a model's table (0 error, 1 green) to the samples around a site. */
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
   * Weights models by the inverse fourth power of their errors: nearly selects the best, and averages those that are
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

/** Shifts an index by whole cells into the picture, so that colours stay aligned; clamped if the picture is smaller. */
function wrapped(index: number, size: number): number {
  let i = index;
  while (i < 0) i += 6;
  while (i >= size && i >= 6) i -= 6;
  return Math.min(size - 1, i);
}
