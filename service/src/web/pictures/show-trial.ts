import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { recipeOf } from "../../domain/recipe.ts";
import { EngineFailure, isInputFault } from "../../engine/calls.ts";
import { previewLimits } from "../../engine/rendition.ts";
import { HttpError, notUploaded } from "../../errors/http-error.ts";
import { type DownloadParts, heldOriginal } from "../../http/downloads/picture.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { houseFor } from "../../jobs/enhance-image.ts";
import type { ImageRow } from "../../store/image-store.ts";
import { findFrames, type StudioFrame } from "../../store/studio-images.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { withChoices } from "../wording/preference-fields.ts";
import { choices } from "./remake-images.ts";

/** Longer edge of the frames that a preview is made of, in pixels: as wide as a phone's screen and half a desktop's. */
const trialEdge = 900;
/** Most previews of an account that are made or wait at once. */
const maxOfAccount = 3;
/** Most frames of a preview; of a longer bracket, every second or third is used. */
const maxFrames = 5;
/** Many times what a preview takes, in ms. */
const trialMs = 60_000;

/** GET /app/images/:image_id/trial: what other preferences would make of a picture, from small copies. */
export function showTrial(app: App, web: WebParts): void {
  const { parts } = web;
  const running = new Map<string, number>();
  app.route({
    method: "GET",
    url: "/app/images/:image_id/trial",
    schema: { hide: true, params: idParams("image_id"), querystring: Type.Object(choices) },
    async handler(request, reply) {
      const image = await ownImage(request, web, request.params.image_id);
      const frames = (await findFrames(parts.database.queries, [image.image_id])).get(image.image_id) ?? [];
      const count = running.get(image.account_id) ?? 0;
      if (count >= maxOfAccount) {
        throw new HttpError(429, "Other previews are being made; try again in a moment.", {}, { "retry-after": "1" });
      }
      running.set(image.account_id, count + 1);
      try {
        const preferences = withChoices(image.preferences, request.query);
        const isWanted = () => !request.raw.socket.destroyed;
        const bytes = await makeTrial(parts, { ...image, preferences }, thinned(frames), isWanted);
        return reply.type("image/jpeg").header("cache-control", "private, no-store").send(bytes);
      } finally {
        const left = (running.get(image.account_id) ?? 1) - 1;
        if (left > 0) running.set(image.account_id, left);
        else running.delete(image.account_id);
      }
    },
  });
}

/** At most `maxFrames`, spread over the exposures: frames of a bracket are in their order. */
function thinned(frames: readonly StudioFrame[]): readonly StudioFrame[] {
  if (frames.length <= maxFrames) return frames;
  const step = (frames.length - 1) / (maxFrames - 1);
  return Array.from({ length: maxFrames }, (_, i) => frames[Math.round(i * step)]);
}

/** Runs the engine on small copies of the frames, which are kept for the next preview. */
async function makeTrial(
  parts: DownloadParts,
  image: ImageRow,
  frames: readonly StudioFrame[],
  isWanted: () => boolean,
): Promise<Buffer> {
  // Of a small picture too, a preview is not the picture itself.
  const size = { maxWidth: trialEdge, maxHeight: trialEdge, maxPixelShare: previewLimits.maxPixelShare };
  const rendition = { format: "jpeg", quality: 90, watermark: false, ...size } as const;
  const folder = join(parts.config.dataDir, "work", `trial-${randomUUID()}`);
  const held: Awaited<ReturnType<typeof heldOriginal>>[] = [];
  try {
    for (const { name, source } of frames) {
      if (!source) throw notUploaded();
      const file = { name, accountId: image.account_id, source };
      held.push(await heldOriginal(parts, file, { extension: "jpg", request: rendition }, isWanted));
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const recipe = recipeOf(image.preferences);
    const output = join(folder, "trial.jpg");
    const files = held.map(({ path }) => path);
    const call = { kind: "trial", files, ...recipe, ...houseFor(image, recipe), output } as const;
    await parts.renderers.run(call, trialMs, { isWanted, accountId: image.account_id });
    return await readFile(output);
  } catch (error) {
    if (!(error instanceof EngineFailure) || !isInputFault(error)) throw error;
    throw new HttpError(409, `The preview could not be made: ${error.message}`);
  } finally {
    for (const one of held) await one.release();
    await rm(folder, { recursive: true, force: true });
  }
}
