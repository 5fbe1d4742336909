import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findOrder } from "../../store/order-store.ts";
import { findFrames, findNeighbours } from "../../store/studio-images.ts";
import { frameOf } from "../shell/frames.ts";
import { ownImage } from "../shell/own.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { titleOf } from "../wording/words.ts";
import { imagePage } from "./image-page.ts";

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Readonly<Record<string, string>> = {
  remade: "The picture is being made again; reload the page in a moment.",
  approved: "The picture is approved.",
  withdrawn: "The approval was withdrawn.",
  rated: "Thank you, the rating is stored.",
  reported: "Thank you, the report is stored.",
};

/** GET /app/images/:image_id */
export function showImage(app: App, web: WebParts): void {
  const { queries } = web.parts.database;
  app.route({
    method: "GET",
    url: "/app/images/:image_id",
    schema: {
      hide: true,
      params: idParams("image_id"),
      querystring: Type.Object({ done: Type.Optional(Type.String({ maxLength: 32 })) }),
    },
    async handler(request, reply) {
      const found = await ownImage(request, web, request.params.image_id);
      // A frame that was registered as an image shows what it became part of.
      const image = found.parent_image_id === null ? found : await ownImage(request, web, found.parent_image_id);
      const order = await findOrder(queries, image.order_id);
      const orderTitle = order ? titleOf({ name: order.name, createdAt: order.created_at }) : "Order";
      const frames = (await findFrames(queries, [image.image_id])).get(image.image_id) ?? [];
      const place = await findNeighbours(queries, image);
      const frame = frameOf(request, web);
      const page = { image, orderTitle, frames, place, csrf: frame.signedIn.csrf };
      return sendPage(reply, imagePage(frame, { ...page, done: done[request.query.done ?? ""] }));
    },
  });
}
