import { notFound, notUploaded } from "../../errors/http-error.ts";
import { whileKept } from "../../http/downloads/while-kept.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findBracket } from "../../store/bracket-store.ts";
import { findFrames } from "../../store/studio-images.ts";
import { visitorOf } from "../shell/frames.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { beforeFrame } from "./before-frame.ts";
import { sendShown, shownQuery } from "./send-shown.ts";
import { shownFrame, shownPicture } from "./studio-rendition.ts";

/** GET /app/images/:image_id/picture: what was made, in the size for a list, a screen, or at 100 %. */
export function showPicture(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/images/:image_id/picture",
    schema: { hide: true, params: idParams("image_id"), querystring: shownQuery },
    async handler(request, reply) {
      const find = async () => {
        const image = await ownImage(request, web, request.params.image_id);
        if (!image.result) throw notFound("picture");
        return { image, key: image.result.full.key };
      };
      const isWanted = () => !request.raw.socket.destroyed;
      return whileKept(find, async ({ image }) => {
        const asked = { size: request.query.size, watermarked: false };
        return sendShown(request, reply, await shownPicture(web.parts, image, asked, isWanted));
      });
    },
  });
}

/** GET /app/images/:image_id/before: the frame that the picture is compared with. */
export function showBefore(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/images/:image_id/before",
    schema: { hide: true, params: idParams("image_id"), querystring: shownQuery },
    async handler(request, reply) {
      const { image_id, account_id } = await ownImage(request, web, request.params.image_id);
      const frames = (await findFrames(web.parts.database.queries, [image_id])).get(image_id) ?? [];
      const frame = beforeFrame(frames);
      if (!frame) throw notUploaded();
      const isWanted = () => !request.raw.socket.destroyed;
      const picture = await shownFrame(web.parts, { ...frame, account_id }, request.query.size, isWanted);
      return sendShown(request, reply, picture);
    },
  });
}

/** GET /app/frames/:bracket_id/picture: an uploaded file. */
export function showFrame(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/frames/:bracket_id/picture",
    schema: { hide: true, params: idParams("bracket_id"), querystring: shownQuery },
    async handler(request, reply) {
      const bracket = await findBracket(web.parts.database.queries, request.params.bracket_id);
      if (bracket?.account_id !== visitorOf(request).account.accountId) throw notFound("file");
      const isWanted = () => !request.raw.socket.destroyed;
      return sendShown(request, reply, await shownFrame(web.parts, bracket, request.query.size, isWanted));
    },
  });
}
