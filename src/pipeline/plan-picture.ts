import type { PixelMemory } from "../image/index.ts";
import type { SceneContent } from "../ops/index.ts";
import { readContent } from "../stages/scene/index.ts";
import { type PlannedTone, planRendering, type ToneRequest } from "../stages/tone/index.ts";

/** Describes the small copy of a picture, and plans from that how the picture is toned. */
export function planPicture(request: ToneRequest, memory: PixelMemory): PlannedTone {
  return planFrom(contentOf(request), request, memory);
}

/** Content of the small copy of a picture. */
export function contentOf(request: ToneRequest): SceneContent {
  return readContent({ ...request, known: request.house });
}

/** Plans how a picture with known content is toned. */
export function planFrom(content: SceneContent, request: ToneRequest, memory: PixelMemory): PlannedTone {
  const { small, noise, options, wrapX, house, look, without, sceneLight } = request;
  const setting = { content, wrapX, isFused: sceneLight !== undefined, noise, house, look, without };
  return planRendering({ small, options, setting }, memory);
}
