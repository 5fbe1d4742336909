import { notUploaded } from "../../errors/http-error.ts";
import { findBracketsOfImage } from "../../store/bracket-store.ts";
import type { App } from "../route.ts";
import { type DownloadParts, mediaTypes, originalPicture, renderedOriginal } from "./picture.ts";
import { downloadQuery, originalRenditionOf } from "./rendition-query.ts";
import { answersOf, params, readable, send } from "./send-picture.ts";
import { whileKept } from "./while-kept.ts";

/** GET /v3/images/:image_id/original */
export function downloadOriginal(app: App, parts: DownloadParts): void {
  const { database, storage } = parts;
  app.route({
    method: "GET",
    url: "/v3/images/:image_id/original",
    schema: {
      summary: "Download the uploaded file, also in another format or size; of a merged image, its first bracket",
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: answersOf([...Object.values(mediaTypes), "application/octet-stream"]),
    },
    async handler(request, reply) {
      const find = async () => {
        const image = await readable(parts, request, request.params.image_id);
        const [bracket] = await findBracketsOfImage(database.queries, image.image_id);
        if (!bracket?.source) throw notUploaded();
        return { image, name: bracket.name, source: bracket.source, key: bracket.source.key };
      };
      return whileKept(find, async ({ image, name, source }) => {
        const rendition = originalRenditionOf(request.query, source.format);
        const picture = rendition
          ? await renderedOriginal(
              parts,
              { name, accountId: image.account_id, source },
              rendition,
              () => !request.raw.socket.destroyed,
            )
          : originalPicture(storage, name, source);
        return send(parts, { request, reply, image, devMode: false }, picture);
      });
    },
  });
}
