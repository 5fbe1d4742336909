import { xtransModels, xtransTaps } from "../../kernels/index.ts";
import { solveLu } from "../../ops/index.ts";
import { xTransModels } from "./params.ts";

/**
 * Statistical model of a picture around a site: square roots of light, as the sum of a luminance and a deviation for
 * each colour, all with covariance exp(−distance). Distances are in units of the reach along the direction `angle` and
 * across it; a longer reach means slower change.
 */
interface Model {
  readonly angle: number;
  readonly lumaReach: readonly [along: number, across: number];
  readonly colorReach: readonly [along: number, across: number];
  readonly colorVariance: number;
  readonly doubt: number;
}

const quarters = [0, 1, 2, 3].map((i) => (i * Math.PI) / 4);

/** For each family: one model for all directions, then four along lines. */
const models: readonly Model[] = [xTransModels.littleColor, xTransModels.muchColor].flatMap(
  ({ isotropic, lines, ...rest }) => [
    { angle: 0, ...isotropic, ...rest },
    ...quarters.map((angle) => ({ angle, ...lines, ...rest })),
  ],
);

const { noise, reach, windowSum } = xTransModels;

const side = 2 * reach + 1;
const span = 2 * side - 1;
const middle = (xtransTaps - 1) / 2;

const known = new Map<string, Float32Array>();

/**
 * The tables `filters` of the kernel demosaicXtrans for a cell of 36 colours (0 red, 1 green, 2 blue): for each model,
 * best linear unbiased prediction from 7 × 7 samples (ordinary cokriging; Cressie 1993, §3.2.4 and §3.4.5). A flat
 * colour is predicted exactly. The error of predicting a sample from the others follows from the same equations
 * (Dubrule 1983, eq. 7). Computed once for each cell.
 */
export function xtransFilters(cell: ArrayLike<number>): Float32Array {
  const key = Array.from(cell).join("");
  let filters = known.get(key);
  if (!filters) {
    filters = designAll(cell);
    known.clear();
    known.set(key, filters);
  }
  return filters;
}

function designAll(cell: ArrayLike<number>): Float32Array {
  const table = xtransTaps * xtransModels;
  const all = new Float32Array(36 * 2 * table);
  const covariances = models.map(covariancesOf);
  const designed = new Map<string, Float32Array>();
  for (let place = 0; place < 36; place++) {
    const colors = colorsAround(cell, place % 6, Math.floor(place / 6));
    // The models treat all three colours the same, so sites whose surroundings differ only in the names of colours
    // share tables.
    const names = colors.join("");
    let filters = designed.get(names);
    if (!filters) {
      filters = new Float32Array(2 * table);
      for (const [k, covariance] of covariances.entries()) design(covariance, colors, filters, k);
      designed.set(names, filters);
    }
    all.set(filters, place * 2 * table);
  }
  return all;
}

/** Colours of the 7 × 7 samples around a place: 1 for green, 0 for the first other colour, 2 for the last. */
function colorsAround(cell: ArrayLike<number>, x: number, y: number): readonly number[] {
  const colors = Array.from({ length: xtransTaps }, (_, i) => {
    const [column, row] = [x + (i % side) - reach, y + Math.floor(i / side) - reach];
    return cell[((row + 6) % 6) * 6 + ((column + 6) % 6)];
  });
  const first = colors.find((color) => color !== 1);
  return colors.map((color) => (color === 1 ? 1 : color === first ? 0 : 2));
}

function design(
  { luma, color, doubt }: Covariances,
  colors: readonly number[],
  filters: Float32Array,
  k: number,
): void {
  const n = xtransTaps;
  const size = n + 3;
  const between = (i: number, j: number, sameColor: boolean) => {
    const at = (Math.floor(i / side) - Math.floor(j / side) + side - 1) * span + (i % side) - (j % side) + side - 1;
    return luma[at] + (sameColor ? color[at] : 0);
  };
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) matrix[i * size + j] = between(i, j, colors[i] === colors[j]) + (i === j ? noise : 0);
    matrix[i * size + n + colors[i]] = 1;
    matrix[(n + colors[i]) * size + i] = 1;
  }
  const atMiddle = new Float64Array(size);
  atMiddle[middle] = 1;
  const toGreen = Float64Array.from({ length: size }, (_, i) =>
    i < n ? between(i, middle, colors[i] === 1) : Number(i === n + 1),
  );
  const [impulse, green] = solveLu(matrix, [atMiddle, toGreen]);
  // Row `middle` of the inverse is the prediction error there divided by its variance; the reciprocal of that variance
  // is the entry on the diagonal.
  const toUsualSize = Math.sqrt(doubt / windowSum / impulse[middle]);
  for (let i = 0; i < n; i++) {
    filters[i * xtransModels + k] = impulse[i] * toUsualSize;
    filters[(n + i) * xtransModels + k] = green[i];
  }
}

/**
 * A model's covariances of luminance and of a colour's deviation by the offset between two samples: dy = −6…6, then dx
 * = −6…6.
 */
interface Covariances {
  readonly luma: Float64Array;
  readonly color: Float64Array;
  readonly doubt: number;
}

function covariancesOf({ angle, lumaReach, colorReach, colorVariance, doubt }: Model): Covariances {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const tabulate = (variance: number, reaches: readonly [number, number]) =>
    Float64Array.from({ length: span * span }, (_, i) => {
      const [dx, dy] = [(i % span) - side + 1, Math.floor(i / span) - side + 1];
      return variance * Math.exp(-Math.hypot((dx * cos + dy * sin) / reaches[0], (dy * cos - dx * sin) / reaches[1]));
    });
  return { luma: tabulate(1, lumaReach), color: tabulate(colorVariance, colorReach), doubt };
}
