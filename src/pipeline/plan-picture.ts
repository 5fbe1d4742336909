import type { PixelMemory } from "../image/index.ts";
import { readContent } from "../stages/scene/index.ts";
import { type PlannedTone, planRendering, type ToneRequest } from "../stages/tone/index.ts";

/** Describes the small copy of a picture, and plans from that how the picture is toned. */
export function planPicture(request: ToneRequest, memory: PixelMemory): PlannedTone {
  const { small, options, wrapX, house, look, without, sceneLight } = request;
  const content = readContent({ ...request, known: house });
  const setting = { content, wrapX, isFused: sceneLight !== undefined, house, look, without };
  return planRendering({ small, options, setting }, memory);
}
