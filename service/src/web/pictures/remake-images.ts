import { Type } from "@sinclair/typebox";
import { mergedInto } from "../../errors/http-error.ts";
import { enhanceAgain } from "../../http/images/images.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import type { ImageRow } from "../../store/image-store.ts";
import { findImages } from "../../store/studio-images.ts";
import { visitorOf } from "../shell/frames.ts";
import { ownImage } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { decidedPreferences, withChoices } from "../wording/preference-fields.ts";

const choice = Type.Optional(Type.String({ maxLength: 32 }));
export const choices = { style: choice, brightness: choice, windows: choice, verticals: choice };

const remakeForm = Type.Object({ ...choices, scope: Type.String({ enum: ["picture", "order"], default: "picture" }) });

/** POST /app/images/:image_id/remake: makes a picture, or all of its order, again with other preferences. */
export function remakeImages(app: App, web: WebParts): void {
  const { parts, site } = web;
  app.route({
    method: "POST",
    url: "/app/images/:image_id/remake",
    schema: { hide: true, params: idParams("image_id"), body: remakeForm },
    async handler(request, reply) {
      const image = await ownImage(request, web, request.params.image_id);
      if (image.parent_image_id !== null) throw mergedInto(image.parent_image_id);
      if (request.body.scope === "picture") {
        await remake(image);
        return reply.redirect(`${site.base}/app/images/${image.image_id}?done=remade`, 303);
      }
      for (const one of await findImages(parts.database.queries, image.order_id)) {
        if (one.status !== "registered") await remake(one);
      }
      return reply.redirect(`${site.base}/app/orders/${image.order_id}?done=remade`, 303);

      async function remake(one: ImageRow): Promise<void> {
        // Absent preferences keep their last values, so those that the form leaves to the service are removed first.
        const preferences = { ...one.preferences };
        for (const name of decidedPreferences) delete preferences[name];
        const asked = withChoices(preferences, request.body);
        const { account } = visitorOf(request);
        await enhanceAgain(parts, account, { ...one, preferences }, { asked, devMode: one.dev_mode });
      }
    },
  });
}
