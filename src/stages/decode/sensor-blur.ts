import type { Mosaic, NoiseModel, U8 } from "../../image/index.ts";
import { ratioClasses } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";

/** Blurs that sensors behind lenses have; others are rejected. */
const plausible = { least: 0.45, most: 0.75 };

/** Greens that are compared: the brighter of two lies between these shares of white. */
const telling = { least: 0.08, most: 0.8 };

/** The darker of two counts as no darker than so many standard deviations of noise. */
const noiseSigmas = 4;

/** So many of a million pairs are steeper than what is taken for the steepest, which may be a speck. */
const specksPerMillion = 30;

/** Steps of the ratio's natural logarithm. */
const stepLog = 0.02;

/** Fewer pairs are not evidence. */
const leastPairs = 500;

/** About so many rows are looked at. */
const rows = 400;

/**
 * How much a lens and its sensor blur, as the standard deviation of a Gaussian in pixels: two neighbouring greens
 * differ by a factor of exp(d² / 2σ²) at most where they are `d` apart (after RawTherapee's capture sharpening, which
 * takes the largest ratio). `undefined` if there is too little light.
 */
export async function estimateBlurPx(
  mosaic: Mosaic,
  noise: NoiseModel,
  context: StageContext,
): Promise<number | undefined> {
  const { counts, distance } = await countRatios(mosaic, noise, context);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs < leastPairs) return undefined;
  let steepest = ratioClasses - 1;
  for (let steeper = 0; steepest > 0; steepest--) {
    steeper += counts[steepest];
    if (steeper * 1e6 > specksPerMillion * pairs) break;
  }
  const sigmaPx = distance / Math.sqrt(2 * Math.max(stepLog, steepest * stepLog));
  return Math.min(plausible.most, Math.max(plausible.least, sigmaPx));
}

/** Pairs of greens by their ratio, and how far apart they are, px. */
async function countRatios(
  { width, height, data, pattern, black, white }: Mosaic,
  noise: NoiseModel,
  { kernels }: StageContext,
): Promise<{ readonly counts: Uint32Array; readonly distance: number }> {
  const down = pattern?.width === 2 ? 1 : 0;
  const stride = Math.max(1, Math.floor(height / rows));
  const lookedAt = Math.ceil(height / stride);
  const counts = new Int32Array(new SharedArrayBuffer(lookedAt * ratioClasses * 4));
  await kernels.run(
    "greenRatios",
    {
      ...{ source: data, counts, width, height, samples: pattern ? 1 : 3, channel: pattern ? 0 : 1, down, stride },
      ...{ greens: greensOf(pattern, down), cellWidth: pattern?.width ?? 1, cellHeight: pattern?.height ?? 1 },
      ...{ edges: classEdges(), black: black[1], range: Math.max(1, white[1] - black[1]), ...telling },
      floor: noiseSigmas * Math.sqrt(noise.offset + noise.scale * telling.least),
    },
    lookedAt,
  );
  const sums = new Uint32Array(ratioClasses);
  for (let i = 0; i < counts.length; i++) sums[i % ratioClasses] += counts[i];
  return { counts: sums, distance: down > 0 ? Math.SQRT2 : 1 };
}

function classEdges(): Float64Array<SharedArrayBuffer> {
  const edges = new Float64Array(new SharedArrayBuffer(ratioClasses * 8));
  for (let i = 0; i < edges.length; i++) edges[i] = Math.exp(i * stepLog);
  return edges;
}

/** 1 at places of a cell with a green whose neighbour to the right, `down` rows below, is green too. */
function greensOf(pattern: Mosaic["pattern"], down: number): U8 {
  const { width, height, colors } = pattern ?? { width: 1, height: 1, colors: [1] };
  const isGreen = (x: number, y: number) => colors[(y % height) * width + (x % width)] === 1;
  const greens: U8 = new Uint8Array(new SharedArrayBuffer(width * height));
  for (let i = 0; i < greens.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    greens[i] = isGreen(x, y) && isGreen(x + 1, y + down) ? 1 : 0;
  }
  return greens;
}
