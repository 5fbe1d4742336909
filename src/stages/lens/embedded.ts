import type { EmbeddedLens } from "../../image/index.ts";
import { fittingScale, growsUpTo, type LensCorrection, type RadialModel, solveCholesky } from "../../ops/index.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which of its errors are to be corrected by what the file says. */
interface WantedOfFile {
  readonly distortion: boolean;
  readonly tca: boolean;
}

/** Powers of the radius; on the numbers of Sony and Fujifilm they stay within 0.0001 of the radius. */
const TERMS = { distortion: 6, tca: 3 };

/**
 * A correction by what a RAW file says of its lens, with what a measured profile adds to it (`measured`): vignetting
 * always, fringes where the file says nothing of them. `undefined` where the file's numbers make no picture.
 */
export function embeddedCorrection(
  lens: EmbeddedLens,
  size: Size,
  wanted: WantedOfFile,
  measured: LensCorrection | undefined,
): LensCorrection | undefined {
  const diagonalPx = Math.hypot(Math.max(1, size.width - 1), Math.max(1, size.height - 1)) / 2;
  const unitsPerPx = 1 / diagonalPx;
  const distortion = wanted.distortion && fitted(lens.radii, lens.distortion, TERMS.distortion);
  if (wanted.distortion && !(distortion && growsUpTo({ unitsPerPx, terms: distortion }, diagonalPx))) return undefined;
  const own = wanted.tca ? fringesOf(lens, unitsPerPx) : undefined;
  const tca = own ?? measured?.tca;
  const vignetting: RadialModel | undefined = measured?.vignetting;
  const unscaled: LensCorrection = {
    ...size,
    scale: 1,
    ...(distortion && { distortion: { unitsPerPx, terms: distortion } }),
    ...(tca && { tca }),
    ...(vignetting && { vignetting }),
  };
  if (!distortion && !tca && !vignetting) return undefined;
  const scale = fittingScale(unscaled);
  return scale === undefined ? undefined : { ...unscaled, scale };
}

function fringesOf({ radii, distortion, fringes }: EmbeddedLens, unitsPerPx: number): LensCorrection["tca"] {
  if (!fringes) return undefined;
  const inFile = radii.map((radius, i) => radius * distortion[i]);
  const [red, blue] = [fringes.red, fringes.blue].map((factors) => fitted(inFile, factors, TERMS.tca));
  return red && blue ? { unitsPerPx, red, blue } : undefined;
}

/** Least squares of the shifts of points: terms with factor ≈ t0 + t1 r + t2 r² + …. */
function fitted(radii: readonly number[], factors: readonly number[], most: number): readonly number[] | undefined {
  const count = Math.min(most, radii.length - 1);
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  for (const [k, r] of radii.entries()) {
    for (let i = 0; i < count; i++) {
      right[i] += r * r * factors[k] * r ** i;
      for (let j = 0; j <= i; j++) matrix[i * count + j] += r * r * r ** (i + j);
    }
  }
  const terms = solveCholesky(matrix, right, 1e-13);
  return terms && [...terms];
}
