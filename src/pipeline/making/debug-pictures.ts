import { join } from "node:path";
import { encodeGreyPng } from "../../codecs/index.ts";
import { type Homography, type IntegerImage, share } from "../../image/index.ts";
import { type SceneContent, type SceneDescription, shrinkBy, shrinkToEdge } from "../../ops/index.ts";
import { pictureOfLines, type SeenGeometry } from "../../stages/perspective/index.ts";
import { classesOf, overlayOfScene } from "../../stages/scene/index.ts";
import { layerNames, type ToneInput, type ToneRequest, tone } from "../../stages/tone/index.ts";
import { PendingFile, usableName } from "../disk/index.ts";
import { contentOf, planFrom } from "../plan-picture.ts";
import type { SetRun } from "./set-run.ts";

/** Longer edge of debug pictures in pixels: large enough to show lines, small enough to browse many. */
const EDGE_PX = 1200;

/** Maximum length of a name, in characters, so that it fits all file systems with its suffix. */
const MOST_CHARACTERS = 200;

/**
 * Writes a picture of the lines that tilt was estimated from to the engine's `debugDir`. It is named after the
 * reference frame, including folders in the name; an existing file is replaced. The caller keeps `image`: the picture,
 * or a copy in which each pixel averages `factor`² of its pixels. Throws `io/write`.
 */
export async function writeLinesPicture(
  { image, factor }: { readonly image: IntegerImage; readonly factor: number },
  seen: SeenGeometry,
  homography: Homography | undefined,
  run: SetRun,
): Promise<void> {
  const { job, tools } = run;
  if (tools.debugDir === undefined) return;
  const small = await shrinkToEdge(image, EDGE_PX, job.context);
  const lines = pictureOfLines({ ...small, factor: small.factor * factor }, seen, homography);
  job.context.memory.release(small.data);
  await writeBeside("lines.jpg", await jpegOf(lines, run), run);
}

/**
 * Writes the scene map to the engine's `debugDir`: `.scene.png`, one channel in the coordinates of the
 * upright reference frame (1 ceiling, 2 wall, 3 floor, 4 window, 5 lamp, 6 sky, 7 plant, 8 facade, 9 ground, 10 other),
 * and `.scene.jpg`, the picture with the classes as a colour overlay. `image` and `factor` as above. Throws `io/write`.
 */
export async function writeScenePictures(
  { image, factor }: { readonly image: IntegerImage; readonly factor: number },
  { map }: SceneDescription,
  run: SetRun,
): Promise<void> {
  const { job, tools } = run;
  if (tools.debugDir === undefined) return;
  await writeBeside("scene.png", await encodeGreyPng(classesOf(map), map.width, map.height), run);
  const small = await shrinkBy(image, map.factor / factor, job.context);
  const overlay = overlayOfScene(map, small);
  job.context.memory.release(small.data);
  await writeBeside("scene.jpg", await jpegOf(overlay, run), run);
}

/**
 * Writes the effect of each toning layer to the engine's `debugDir`: `.tone-01-balanceWhite.jpg` has only the first
 * layer, the last file has all of them. `input` is the later input of `tone`; its picture is not changed. Throws
 * `io/write`.
 */
export async function writeLayerPictures(input: ToneInput, run: SetRun): Promise<void> {
  const { job, tools, options } = run;
  if (tools.debugDir === undefined || options.tone.toneStrength === 0 || input.tonedBefore === true) return;
  const { memory } = job.context;
  const small = await shrinkToEdge(input.image, EDGE_PX, job.context);
  const { width, height, factor } = small;
  const data = memory.u8(small.data.length);
  for (let i = 0; i < data.length; i++) data[i] = Math.round(255 * Math.min(1, Math.max(0, small.data[i])));
  memory.release(small.data);
  const image = { width, height, channels: 3, data, space: input.image.space } as const;
  const { scene, sceneLight, knownColour } = input;
  // Shared by all layers.
  let content: SceneContent | undefined;
  const smaller = {
    ...input,
    outputBits: 8,
    plan: async (request: ToneRequest) => {
      content ??= contentOf(request);
      return planFrom(content, request, memory);
    },
    scene: scene && { ...scene, map: { ...scene.map, factor: scene.map.factor / factor } },
    sceneLight: sceneLight && { ...sceneLight, factor: sceneLight.factor / factor },
    knownColour: knownColour && { ...knownColour, factor: knownColour.factor / factor },
  } as const;
  for (const [i, name] of layerNames.entries()) {
    const without = layerNames.slice(i + 1);
    const toned = await tone({ ...smaller, image: share(image, memory), without }, options.tone, job.context);
    await writeBeside(`tone-${String(i + 1).padStart(2, "0")}-${name}.jpg`, await jpegOf(toned.image, run), run);
    memory.release(toned.image.data);
  }
  memory.release(data);
}

async function jpegOf(image: IntegerImage, { tools, options, job }: SetRun): Promise<Uint8Array> {
  const plain = { ...options.encode, format: "jpeg", bitDepth: "8" } as const;
  const { result } = await tools.executor.run("encode", { image, options: plain }, job.signal);
  return result.bytes;
}

/** Writes a file to the debug folder, named after the reference frame. */
async function writeBeside(what: string, bytes: Uint8Array, { set, tools }: SetRun): Promise<void> {
  const name = debugName(set.frames[set.reference].file.name, what);
  const pending = await PendingFile.create(join(tools.debugDir ?? "", name), bytes);
  await pending.commit(true);
}

/** Name of a debug picture, distinct for photographs with the same name in different folders or formats. */
export function debugName(photo: string, what: string): string {
  const parts = photo.split(/[/\\]/).filter((part) => !["", ".", ".."].includes(part));
  const name = parts.join("-").replace(/[<>:"|?*]/g, "_");
  return usableName(`${name.slice(-MOST_CHARACTERS)}.${what}`);
}
