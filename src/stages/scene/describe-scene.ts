import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import {
  lightOver,
  nameScenePlanes,
  type SceneDescription,
  type SceneLight,
  type SceneMap,
  type SmallImage,
  sceneClasses,
  sceneKinds,
  sceneLights,
  shrinkToEdge,
} from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { SceneModel } from "./model.ts";
import { inputPlanes, runNetwork, type Tensor } from "./network.ts";
import { mapEdgePx } from "./params.ts";
import { refinePlanes } from "./refine.ts";

export interface SceneInput {
  /** Display sRGB, width × height × 3, 8 or 16 bits; upright. It stays the caller's. */
  readonly image: IntegerImage;
  readonly model: SceneModel;
  /** Pixels of the set's pictures, along each axis, that one pixel of `image` averages. Default 1. */
  readonly factor?: number;
  /** Light over the picture, if the frames of a bracket show it. */
  readonly sceneLight?: SceneLight | undefined;
  /** The picture is a full circle: its left and right edges meet. */
  readonly wrapX?: boolean;
}

/**
 * Describes what is where in a picture (ceiling, walls, floor, windows, lamps, sky, plants, facades, ground) and what
 * the picture is as a whole. Rendering is up to other stages. The same picture gives the same description on every
 * machine. Throws `internal` if the picture is not display sRGB of three channels, and `cancelled`.
 */
export async function describeScene({ image, ...known }: SceneInput, context: StageContext): Promise<SceneDescription> {
  const small = await copyForScene(image, context);
  return describeCopy({ ...known, small }, context).finally(() => context.memory.release(small.data));
}

/** The copy of a picture that {@link describeCopy} reads; the caller releases it. Throws like {@link describeScene}. */
export async function copyForScene(image: IntegerImage, context: StageContext): Promise<SmallImage> {
  validateImage(image, "scene");
  if (image.channels !== 3 || image.space !== "srgb") {
    const came = `${image.channels} channels of ${image.space}`;
    throw new EngineError("internal", `scene: expected three channels of display sRGB, got ${came}`);
  }
  return shrinkToEdge(image, mapEdgePx, context);
}

/** Input of {@link describeCopy}. */
export interface SceneCopyInput extends Omit<SceneInput, "image"> {
  /** From {@link copyForScene}. It stays the caller's. */
  readonly small: SmallImage;
}

/** Describes a picture from its copy, like {@link describeScene}. */
export async function describeCopy(
  { small, model, factor = 1, sceneLight, wrapX = false }: SceneCopyInput,
  context: StageContext,
): Promise<SceneDescription> {
  const stops = sceneLight && lightOver(sceneLight, small);
  const found = await runNetwork(model, inputPlanes(small, stops, model), wrapX, context);
  throwIfCancelled(context, "scene");
  const logits = (tensor: Tensor) =>
    Float32Array.from(tensor.data, (byte) => (byte - model.logitZero) * model.logitStep);
  const probabilities = planesOf(found.planes, logits(found.planes));
  const refined = refinePlanes(probabilities, found.planes, small, wrapX);
  return { map: mapOf(refined, { ...small, factor: factor * small.factor }), ...wholeOf(logits(found.kind)) };
}

/** Probabilities: a plane for each class, by softmax of the logits, and one for paint, by the logistic function. */
function planesOf({ width, height, channels }: Tensor, logits: Float32Array): Float32Array[] {
  const planes = Array.from({ length: channels }, () => new Float32Array(width * height));
  const paint = channels - 1;
  for (let i = 0, at = 0; i < width * height; i++, at += channels) {
    let most = logits[at];
    for (let c = 1; c < paint; c++) most = Math.max(most, logits[at + c]);
    let sum = 0;
    for (let c = 0; c < paint; c++) {
      planes[c][i] = Math.exp(logits[at + c] - most);
      sum += planes[c][i];
    }
    for (let c = 0; c < paint; c++) planes[c][i] /= sum;
    planes[paint][i] = 1 / (1 + Math.exp(-logits[at + paint]));
  }
  return planes;
}

function softmax(logits: Float32Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b));
  const powers = Float64Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** The map: the planes of the classes, scaled to a sum of 1 at every pixel, and that of paint. */
function mapOf(
  planes: readonly Float32Array[],
  { width, height, factor }: Omit<SceneMap, "planes" | "paint">,
): SceneMap {
  const paint = planes[sceneClasses.length].map((value) => Math.min(1, value));
  const classes = planes.slice(0, sceneClasses.length);
  for (let i = 0; i < width * height; i++) {
    let sum = 1e-6;
    for (const plane of classes) sum += plane[i];
    for (const plane of classes) plane[i] /= sum;
  }
  return { width, height, factor, ...nameScenePlanes([...classes, paint]) };
}

function wholeOf(logits: Float32Array): Omit<SceneDescription, "map"> {
  const kinds = softmax(logits.subarray(0, sceneKinds.length));
  const lights = softmax(logits.subarray(sceneKinds.length));
  return {
    kind: surest(sceneKinds, kinds),
    kinds: Object.fromEntries(sceneKinds.map((kind, i) => [kind, kinds[i]])) as SceneDescription["kinds"],
    light: surest(sceneLights, lights),
  };
}

function surest<Name>(names: readonly Name[], shares: Float64Array): { is: Name; confidence: number } {
  const best = shares.reduce((most, share, i) => (share > shares[most] ? i : most), 0);
  return { is: names[best], confidence: shares[best] };
}
