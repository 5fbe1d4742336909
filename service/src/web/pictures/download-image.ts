import { Type } from "@sinclair/typebox";
import { notFound } from "../../errors/http-error.ts";
import { attachmentHeader } from "../../http/downloads/picture-headers.ts";
import { whileKept } from "../../http/downloads/while-kept.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { purchase } from "../../store/usage.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { mlsEdgePx } from "../wording/download-sizes.ts";
import { deliveredPicture } from "./studio-rendition.ts";

/** POST /app/images/:image_id/download: one picture as a file. A POST, since the larger sizes use a credit. */
export function downloadImage(app: App, web: WebParts): void {
  const { parts } = web;
  app.route({
    method: "POST",
    url: "/app/images/:image_id/download",
    schema: {
      hide: true,
      params: idParams("image_id"),
      body: Type.Object({ size: Type.String({ enum: ["print", "mls", "web"] }) }),
    },
    async handler(request, reply) {
      const { size } = request.body;
      const find = async () => {
        const image = await ownImage(request, web, request.params.image_id);
        if (!image.result) throw notFound("picture");
        return { image, key: image.result.full.key };
      };
      return whileKept(find, async ({ image }) => {
        const asked = { edgePx: size === "mls" ? mlsEdgePx : undefined, isPreview: size === "web" };
        const { picture, isBought } = await deliveredPicture(parts, image, asked, () => !request.raw.socket.destroyed);
        if (isBought) await purchase(parts.database, image);
        const bytes = await picture.read();
        bytes.once("close", () => void picture.release());
        return reply
          .type(picture.mediaType)
          .headers({ "content-length": picture.sizeBytes, "content-disposition": attachmentHeader(picture.name) })
          .send(bytes);
      });
    },
  });
}
