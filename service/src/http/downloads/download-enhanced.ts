import { renditionFormats } from "../../engine/rendition.ts";
import { HttpError } from "../../errors/http-error.ts";
import { findMerged, type ImageRow } from "../../store/image-store.ts";
import { purchase } from "../../store/purchases.ts";
import { isDevMode } from "../requests.ts";
import type { App } from "../route.ts";
import { type DownloadParts, renderedPicture } from "./picture.ts";
import { downloadQuery, renditionOf } from "./rendition-query.ts";
import { answersOf, params, readable, send } from "./send-picture.ts";
import { whileKept } from "./while-kept.ts";

/** GET /v3/images/:image_id/enhanced */
export function downloadEnhanced(app: App, parts: DownloadParts): void {
  app.route({
    method: "GET",
    url: "/v3/images/:image_id/enhanced",
    schema: {
      summary: "Download the enhanced picture: its bytes, or its description with response=json",
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: answersOf(renditionFormats.map((format) => `image/${format}`)),
    },
    async handler(request, reply) {
      const find = async () => {
        const image = await findMerged(parts.database.queries, await readable(parts, request, request.params.image_id));
        if (image.result) return { image, key: image.result.full.key };
        throw notMade(image);
      };
      return whileKept(find, async ({ image }) => {
        const devMode = image.dev_mode || isDevMode(request) || request.query.dev_mode === true;
        const rendition = renditionOf(request.query, devMode);
        const picture = await renderedPicture(parts, image, rendition, () => !request.raw.socket.destroyed);
        // HEAD is not a download; neither is a picture that could not be made.
        if (!rendition.preview && !devMode && request.method !== "HEAD") await purchase(parts.database, image);
        return send(parts, { request, reply, image, devMode, status: image.status }, picture);
      });
    },
  });
}

/** Why the picture is missing: it is not made yet, or it failed. */
function notMade({ status, status_reason }: ImageRow): HttpError {
  if (status !== "error") {
    return new HttpError(409, "The image is not processed yet; wait until its status is processed.", { status });
  }
  return new HttpError(409, `The image could not be enhanced: ${status_reason ?? "no reason is known"}`, {
    status,
    status_reason,
  });
}
