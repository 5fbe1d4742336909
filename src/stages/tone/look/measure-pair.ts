import { EngineError } from "../../../errors/index.ts";
import { endLeases, type IntegerImage, share } from "../../../image/index.ts";
import { lumaOf, medianOf, type SceneContent, type SmallImage, shrinkToEdge } from "../../../ops/index.ts";
import { type NoOptions, resolveOptions } from "../../../options/index.ts";
import type { StageContext } from "../../context.ts";
import { toneOptions } from "../options.ts";
import { planTone } from "../plan.ts";
import { planRendering } from "../planned-tone.ts";
import { type ToneRequest, tone } from "../tone.ts";
import { looks } from "./params.ts";

export interface MeasurePairInput {
  /** The photograph before finishing; the finished picture itself if it is not available. */
  readonly before: IntegerImage;
  readonly finished: IntegerImage;
  /** Returns the scene stage's description of a small copy of `before`. */
  readonly describe: (small: SmallImage) => SceneContent;
}

/** Differences of one finished picture from the plain look, as numbers. */
export interface PairMeasure {
  readonly isRoom: boolean;
  /**
   * For every step of display values of the plain look: the difference of the finished picture's median, and the step's
   * share of the picture.
   */
  readonly tones: readonly { readonly shift: number; readonly share: number }[];
  /** Log chromaticity of white surfaces; absent if there are none. */
  readonly white?: { readonly red: number; readonly blue: number };
  /** Chroma of the finished picture divided by that of the plain look; absent if there is no colour. */
  readonly chroma?: number;
  /** Median display values of views, plain and finished; absent if there are none. */
  readonly views?: { readonly plain: number; readonly finished: number };
}

/**
 * Compares a finished picture with the plain look of the photograph before finishing, or of itself; a picture that is
 * already plain changes little.
 */
export async function measurePair(
  { before, finished, describe }: MeasurePairInput,
  _options: NoOptions,
  context: StageContext,
): Promise<PairMeasure> {
  const shape = (finished.width * before.height) / (finished.height * before.width);
  if (Math.abs(Math.log(shape)) > looks.maxShapeChange)
    throw new EngineError("input/look", "look: expected a picture before and after of one shape, got two");
  const small = await shrinkToEdge(before, looks.edgePx, context);
  const options = resolveOptions("tone", toneOptions);
  const content = describe(small);
  const { views } = planTone(small, options, { content, wrapX: false });
  const plan = async (request: ToneRequest) =>
    planRendering({ ...request, setting: { content, wrapX: false } }, context.memory);
  const toned = await tone({ image: share(before, context.memory), outputBits: 8, plan }, {}, context);
  const plain = await shrinkToEdge(toned.image, looks.edgePx, context);
  const target = await shrinkToEdge(finished, looks.edgePx, context);
  try {
    return { isRoom: content.evidence.room >= 0.5, ...compare(plain, alike(target, plain), views) };
  } finally {
    endLeases([small, plain, target, toned.image], [], context.memory);
    endLeases([before, finished], [], context.memory);
  }
}

/** Resizes a copy to the size of another, by nearest neighbour. */
function alike(source: SmallImage, { width, height }: SmallImage): SmallImage {
  const data = new Float32Array(new SharedArrayBuffer(width * height * 12));
  for (let y = 0; y < height; y++) {
    const row = Math.min(source.height - 1, Math.floor(((y + 0.5) * source.height) / height));
    for (let x = 0; x < width; x++) {
      const column = Math.min(source.width - 1, Math.floor(((x + 0.5) * source.width) / width));
      const from = 3 * (row * source.width + column);
      data.set(source.data.subarray(from, from + 3), 3 * (y * width + x));
    }
  }
  return { ...source, width, height, data };
}

function compare(plain: SmallImage, target: SmallImage, views: Float32Array): Omit<PairMeasure, "isRoom"> {
  const [luma, wanted] = [lumaOf(plain), lumaOf(target)];
  const bins: number[][] = Array.from({ length: looks.curveSteps + 1 }, () => []);
  const [whites, chromas, viewsPlain, viewsFinished]: number[][] = [[], [], [], []];
  for (let i = 0; i < luma.length; i++) {
    if (views[i] > 0.5) {
      viewsPlain.push(luma[i]);
      viewsFinished.push(wanted[i]);
    }
    if (views[i] > 0.1) continue;
    bins[Math.round(luma[i] * looks.curveSteps)].push(wanted[i] - luma[i]);
    const spread = spreadAt(plain, i);
    if (spread < looks.whiteSpread && luma[i] > looks.whiteFrom) whites.push(i);
    if (spread > looks.colourSpread && luma[i] > 0.15)
      chromas.push((spreadAt(target, i) / Math.max(0.05, wanted[i]) / spread) * luma[i]);
  }
  const least = looks.minShare * luma.length;
  const logAt = (c: number) =>
    whites.map((i) => Math.log((target.data[3 * i + c] + 0.01) / (target.data[3 * i + 1] + 0.01)));
  const white = { red: medianOf(logAt(0)), blue: medianOf(logAt(2)) };
  return {
    tones: bins.map((bin) => ({ shift: medianOf(bin), share: bin.length / luma.length })),
    ...(whites.length > least ? { white } : {}),
    ...(chromas.length > least ? { chroma: medianOf(chromas) } : {}),
    ...(viewsPlain.length > least ? { views: { plain: medianOf(viewsPlain), finished: medianOf(viewsFinished) } } : {}),
  };
}

function spreadAt({ data }: SmallImage, i: number): number {
  const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
  return Math.max(r, g, b) - Math.min(r, g, b);
}
