import { Type } from "@sinclair/typebox";
import { removeImage } from "../../http/images/images.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { insertReport, setPreferences } from "../../store/image-store.ts";
import { setApproval } from "../../store/studio-images.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";

const params = idParams("image_id");

/** POST /app/images/:image_id/approve */
export function approveImage(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/images/:image_id/approve",
    schema: { hide: true, params, body: Type.Object({ approved: Type.String({ enum: ["yes", "no"] }) }) },
    async handler(request, reply) {
      const { image_id } = await ownImage(request, web, request.params.image_id);
      const isApproved = request.body.approved === "yes";
      await setApproval(web.parts.database.queries, image_id, isApproved ? new Date() : null);
      return reply.redirect(
        `${web.site.base}/app/images/${image_id}?done=${isApproved ? "approved" : "withdrawn"}`,
        303,
      );
    },
  });
}

/** POST /app/images/:image_id/rate: the preference `rating`, which changes nothing in the picture. */
export function rateImage(app: App, web: WebParts): void {
  const { queries } = web.parts.database;
  app.route({
    method: "POST",
    url: "/app/images/:image_id/rate",
    schema: { hide: true, params, body: Type.Object({ rating: Type.String({ pattern: "^[0-5]$" }) }) },
    async handler(request, reply) {
      const { image_id, preferences: before, dev_mode } = await ownImage(request, web, request.params.image_id);
      const preferences = { ...before, rating: Number(request.body.rating) };
      await setPreferences(queries, image_id, { preferences, devMode: dev_mode });
      return reply.redirect(`${web.site.base}/app/images/${image_id}?done=rated`, 303);
    },
  });
}

const word = Type.String({ maxLength: 128 });
const reportForm = Type.Object({
  categories: Type.Optional(Type.Union([word, Type.Array(word, { maxItems: 64 })])),
  comment: Type.String({ maxLength: 10_000, default: "" }),
});

/** POST /app/images/:image_id/report */
export function reportImage(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/images/:image_id/report",
    schema: { hide: true, params, body: reportForm },
    async handler(request, reply) {
      const {
        image_id: imageId,
        account_id: accountId,
        preferences,
      } = await ownImage(request, web, request.params.image_id);
      const { categories = [], comment } = request.body;
      const about = { categories: [categories].flat(), comment: comment.trim() || null };
      const report = { imageId, accountId, ...about, score: preferences.rating ?? null, source: "WEBAPP" };
      await insertReport(web.parts.database.queries, report);
      return reply.redirect(`${web.site.base}/app/images/${imageId}?done=reported`, 303);
    },
  });
}

/** POST /app/images/:image_id/delete */
export function deleteImage(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/images/:image_id/delete",
    schema: { hide: true, params },
    async handler(request, reply) {
      const image = await ownImage(request, web, request.params.image_id);
      await removeImage(web.parts, image);
      return reply.redirect(`${web.site.base}/app/orders/${image.order_id}?done=deleted`, 303);
    },
  });
}
