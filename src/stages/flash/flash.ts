import { encodeSrgb, type Homography, type IntegerImage, luminanceWeights, validateImage } from "../../image/index.ts";
import { toneCell, unchangedCell, unchangedCurve } from "../../kernels/index.ts";
import { type KnownColour, movedCopy, ramp, type SceneMap, sceneOver, shrinkToEdge } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, takeTurns } from "../context.ts";
import { type FlashOptionsInput, flashOptions } from "./options.ts";
import { analysisEdgePx, displayPower, liftLimits, maxResidual, minShare, notSurface } from "./params.ts";
import { planWindows } from "./plan-windows.ts";
import { type FlashLight, readFlashLight, type SmallViews } from "./read-light.ts";
import { takeWindows } from "./take-windows.ts";

export interface FlashInput {
  /** The picture by ambient light, display sRGB of three channels. It still belongs to the caller. */
  readonly image: IntegerImage;
  /** Flash frames of the same size; they still belong to the caller. */
  readonly flash: readonly IntegerImage[];
  /** For each flash frame: pixel of the picture → pixel of the frame. */
  readonly motions: readonly Homography[];
  /**
   * For each flash frame: EV of its exposure relative to the picture's; undefined or absent if the headers do not state
   * it. The ambient light in the frame is then not subtracted.
   */
  readonly flashEvs?: readonly (number | undefined)[];
  /** The scene map: windows, sky and lamps keep their own light. */
  readonly scene: SceneMap;
  /**
   * Judges the picture before parts of flash frames are shown in its windows. Returns its fault in words, in which case
   * the result is the input picture. Default: no fault.
   */
  readonly judge?: (picture: IntegerImage) => Promise<string | undefined>;
}

/** Result of the flash frames. */
export interface FlashFacts {
  /** Whether the flash frames changed the picture. */
  readonly applied: boolean;
  /** Why the picture was not changed. */
  readonly reason?: string;
  /** Share of the picture in which the flash frames show the colour of surfaces, 0 to 1. */
  readonly seenShare?: number;
  /** Share of the picture whose colour was mostly taken from them, 0 to 1. */
  readonly colouredShare?: number;
  /** Share of the picture that was lifted by a tenth of a stop or more, 0 to 1. */
  readonly filledShare?: number;
  /** Share of the picture that shows a flash frame: windows clipped by the ambient light, 0 to 1. */
  readonly windowShare?: number;
}

export interface FlashResult extends FlashFacts {
  /** Parts of the picture with the colours that the flash shows; absent if flash frames were not applied. */
  readonly known?: KnownColour;
  /** A new picture of 16 bits if `applied`, otherwise the input. */
  readonly image: IntegerImage;
}

/**
 * Gives a picture by ambient light the surface colours that its flash frames show, and lifts its dark parts to match
 * them. The room gets only smooth gains from the flash frames, never pixels, so that their shadows and reflections
 * cannot get into the picture. Windows, lamps and parts that the flash did not reach keep their own colour. Windows
 * that the ambient light clips and a flash frame does not are replaced by that frame, except in mode `color`. Throws
 * `options/*`, `input/*` for a broken picture, and `cancelled`.
 */
export async function flash(
  { image, flash: frames, motions, flashEvs = [], scene, judge }: FlashInput,
  given: FlashOptionsInput,
  context: StageContext,
): Promise<FlashResult> {
  const { flash: mode } = resolveOptions("flash", flashOptions, given);
  for (const each of [image, ...frames]) validateImage(each, "flash");
  const left = (reason: string): FlashResult => ({ image, applied: false, reason });
  if (mode === "off") return left("flash frames are off");
  if (frames.length === 0) return left("there are no flash frames");
  const isAlike = ({ width, height, channels }: IntegerImage) =>
    width === image.width && height === image.height && channels === 3;
  if (![image, ...frames].every(isAlike)) return left("the flash frames have another size");
  const views = await readViews({ image, flash: frames, motions, flashEvs, scene }, context);
  const light = readFlashLight(views);
  const { share: seenShare, residual } = light;
  if (seenShare < minShare) return { ...left("the flash lit too little of the picture"), seenShare };
  if (residual > maxResidual)
    return { ...left("the colours by flash and by ambient light do not differ by light alone"), seenShare };
  const blends = mode === "blend";
  const shareOf = (plane: Float32Array, from: number) => plane.filter((value) => value >= from).length / plane.length;
  const blended = await applyLight(image, light, views, blends, context);
  const fault = await judge?.(blended);
  if (fault !== undefined) {
    context.memory.release(blended.data);
    return { ...left(`with the flash frames ${fault}`), seenShare };
  }
  const parts = blends ? planWindows(views) : [];
  await takeWindows(blended, frames, motions, { ...views, parts }, context);
  return {
    ...{ image: blended, applied: true, seenShare },
    colouredShare: shareOf(light.strength, 0.5),
    filledShare: blends ? shareOf(light.fillEv, 0.1) : 0,
    windowShare: parts.reduce((sum, { share }) => sum + shareOf(share, 0.5), 0),
    known: { width: views.width, height: views.height, factor: views.factor, shares: light.strength },
  };
}

/** Small copies of all frames, aligned with the picture, and masks of their content. */
interface Views extends SmallViews {
  readonly window: Float32Array;
  /** Pixels of the picture in a cell, along each axis. */
  readonly factor: number;
}

async function readViews(
  { image, flash: frames, motions, flashEvs = [], scene }: FlashInput,
  context: StageContext,
): Promise<Views> {
  const { memory } = context;
  const small = await shrinkToEdge(image, analysisEdgePx, context);
  const { width, height, factor } = small;
  const ambient = new Float32Array(small.data);
  memory.release(small.data);
  const flashed: Float32Array[] = [];
  for (const [i, frame] of frames.entries()) {
    const copy = await movedCopy(frame, motions[i], analysisEdgePx, context);
    const { data } = copy.image;
    const display = new Float32Array(data.length);
    for (let k = 0; k < data.length; k++) display[k] = data[k] / 65535;
    flashed.push(display);
    memory.release(copy.image.data);
  }
  await takeTurns(context, "flash");
  const { window, sky, lamp } = sceneOver(scene, { width, height, factor }).planes;
  const surface = window.map((share, i) => 1 - ramp(share + sky[i] + lamp[i], notSurface.from, notSurface.to));
  return { width, height, factor, ambient, flash: flashed, flashEvs, surface, window };
}

/** Uses the toning kernel, whose grid contains a white balance and a lift for each cell. */
async function applyLight(
  image: IntegerImage,
  light: FlashLight,
  { ambient, factor }: Views,
  fills: boolean,
  context: StageContext,
): Promise<IntegerImage> {
  const { memory } = context;
  const { width, height } = image;
  const count = light.width * light.height;
  const grid = memory.f32(count * toneCell.length);
  const curve = memory.f32(unchangedCurve.length);
  curve.set(unchangedCurve);
  const [weightRed, weightGreen, weightBlue] = luminanceWeights;
  for (let i = 0; i < count; i++) {
    const red = Math.exp(light.strength[i] * light.red[i]);
    const blue = Math.exp(light.strength[i] * light.blue[i]);
    const sum = weightRed * red + weightGreen + weightBlue * blue;
    const gain = fills ? 2 ** (displayPower * light.fillEv[i]) : 1;
    const at = ambient.subarray(3 * i, 3 * i + 3);
    const display = Math.min(liftLimits.maxDisplay, encodeSrgb(Math.max(0, (at[0] + at[1] + at[2]) / 3) ** 2.2));
    // The kernel's lift is a hyperbola in brightness; this one has the required gain at the brightness of the cell.
    const lift = (gain * (1 - display)) / Math.max(liftLimits.minDivisor, 1 - gain * display);
    grid.set(toneCell.of({ ...unchangedCell, redGain: red / sum, blueGain: blue / sum, lift }), toneCell.length * i);
  }
  const target = memory.u16(image.data.length);
  const args = {
    source: image.data,
    target,
    ...{ width, height, grid, gridWidth: light.width, gridHeight: light.height },
    ...{ gridScaleX: 1 / factor, gridScaleY: 1 / factor },
    ...({ wrapX: 0, curve, vibrance: 0, white: 1, dither: 0 } as const),
  } as const;
  try {
    await context.kernels.run("toneMap", args, height);
  } catch (thrown) {
    memory.release(target);
    throw thrown;
  } finally {
    memory.release(grid);
    memory.release(curve);
  }
  return { width, height, channels: 3, data: target, space: image.space };
}
