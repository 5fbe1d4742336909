import { Type } from "@sinclair/typebox";
import { HttpError } from "../../errors/http-error.ts";
import { isPlain } from "../../http/downloads/picture.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findFrames, type StudioFrame } from "../../store/studio-images.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { makeTrial } from "./make-trial.ts";
import { choices } from "./remake-images.ts";

/** Maximum number of previews of an account that are being made or waiting at the same time. */
const maxOfAccount = 3;
/** Maximum number of frames of a preview; of a longer bracket, only every second or third frame is used. */
const maxFrames = 5;

/**
 * `open`: the set is only prepared; `ahead` does so before anyone asked for a preview, if nothing else is being made.
 */
const query = Type.Object({ ...choices, open: Type.Optional(Type.String({ enum: ["now", "ahead"] })) });

/** GET /app/images/:image_id/trial: a preview of a picture with other preferences, made from small copies. */
export function showTrial(app: App, web: WebParts): void {
  const { parts } = web;
  const running = new Map<string, number>();
  app.route({
    method: "GET",
    url: "/app/images/:image_id/trial",
    schema: { hide: true, params: idParams("image_id"), querystring: query },
    async handler(request, reply) {
      const { open } = request.query;
      const image = await ownImage(request, web, request.params.image_id);
      const frames = (await findFrames(parts.database.queries, [image.image_id])).get(image.image_id) ?? [];
      const count = running.get(image.account_id) ?? 0;
      const isBusy = parts.engines.busy + parts.renderers.busy + parts.previewers.busy > 0;
      if (open === "ahead" && (isBusy || count > 0 || !areQuick(frames))) return reply.code(204).send();
      if (count >= maxOfAccount) {
        throw new HttpError(429, "Other previews are being made; try again in a moment.", {}, { "retry-after": "1" });
      }
      running.set(image.account_id, count + 1);
      try {
        const isWanted = () => !request.raw.socket.destroyed;
        const form = open === undefined ? request.query : undefined;
        const bytes = await makeTrial(parts, { image, frames: thinned(frames, image.reference_id), form }, isWanted);
        reply.header("cache-control", "private, no-store");
        return bytes ? reply.type("image/jpeg").send(bytes) : reply.code(204).send();
      } finally {
        const left = (running.get(image.account_id) ?? 1) - 1;
        if (left > 0) running.set(image.account_id, left);
        else running.delete(image.account_id);
      }
    },
  });
}

/** Whether all small copies are made in well under a second: only the engine reads other formats, such as RAW. */
function areQuick(frames: readonly StudioFrame[]): boolean {
  return frames.every(({ source }) => source !== null && isPlain(source.format));
}

/**
 * At most `maxFrames`, spread over the exposures: frames of a bracket are in their order. The chosen reference replaces
 * the nearest of them.
 */
function thinned(frames: readonly StudioFrame[], referenceId: string | null): readonly StudioFrame[] {
  if (frames.length <= maxFrames) return frames;
  const step = (frames.length - 1) / (maxFrames - 1);
  const chosen = frames.findIndex(({ bracketId }) => bracketId === referenceId);
  return Array.from(
    { length: maxFrames },
    (_, i) => frames[chosen >= 0 && Math.round(chosen / step) === i ? chosen : Math.round(i * step)],
  );
}
