import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { uploadUrlField } from "../../accounts/api-version.ts";
import { sameNameLimitOf } from "../../domain/limits.ts";
import { pickPreferences, preferencesSchema } from "../../domain/preferences.ts";
import { notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { insertBracket } from "../../store/bracket-store.ts";
import { recordEvent } from "../../store/event-store.ts";
import { findImage, insertImage } from "../../store/image-store.ts";
import { ensureOrder } from "../../store/order-store.ts";
import { countName } from "../../store/same-name.ts";
import { uploadAddress } from "../addresses/upload-address.ts";
import { requireSpace } from "../free-space.ts";
import { isDevMode, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { clientId, errorAnswers, fileName, uploadAddressFields } from "../schemas.ts";
import { viewImage } from "./image-view.ts";

const registrationSchema = Type.Object({
  image_name: fileName("Name of the picture, usually the file's"),
  image_id: Type.Optional(clientId("Chosen by the client; must be unused")),
  order_id: Type.Optional(clientId("Of an order of the account, or of a new one")),
  content_type: Type.Optional(Type.String({ maxLength: 255, description: "Legacy: the upload must carry the same" })),
  ...preferencesSchema.properties,
});

/** POST /v3/images */
export function registerImage(app: App, parts: Parts): void {
  const { database, queue, config } = parts;
  app.route({
    method: "POST",
    url: "/v3/images",
    schema: {
      summary: "Register an image",
      tags: ["images"],
      body: registrationSchema,
      response: {
        200: Type.Intersect([Type.Ref("Image"), Type.Object(uploadAddressFields)], {
          description: "The image, registered",
        }),
        ...errorAnswers(413, 507),
      },
    },
    async handler(request) {
      const account = requireAccount(request);
      await requireSpace(parts);
      const { image_name: name, image_id, order_id, content_type = null } = request.body;
      const preferences = pickPreferences(request.body);
      const now = new Date();
      const { imageId, bracketId } = await database.transact(async (transaction) => {
        await countName(transaction, {
          accountId: account.accountId,
          name,
          limit: sameNameLimitOf(account, config),
          now,
        });
        const orderId = await ensureOrder(transaction, account.accountId, {
          now,
          ...(order_id === undefined ? {} : { orderId: order_id }),
        });
        const common = { orderId, accountId: account.accountId, name, contentType: content_type, now };
        const imageId = await insertImage(transaction, {
          ...common,
          imageId: image_id ?? randomUUID(),
          preferences,
          devMode: isDevMode(request),
        });
        const held = preferences.hdr === true;
        const place = held ? { imageId: null, heldImageId: imageId } : { imageId, heldImageId: null };
        const { bracket_id: bracketId } = await insertBracket(transaction, { ...common, ...place });
        // Of a frame that waits to be merged, nothing is told before its image is known.
        if (!held) {
          await recordEvent(transaction, queue, account.accountId, {
            event: "image_registered",
            image_id: imageId,
            order_id: orderId,
          });
        }
        return { imageId, bracketId };
      });
      queue.wake("deliver-events");
      const row = await findImage(database.queries, imageId);
      if (!row) throw notFound("image");
      const field = uploadUrlField(request.headers["x-api-version"], account.apiVersion);
      return { ...viewImage(row), [field]: uploadAddress(parts, bracketId, content_type) };
    },
  });
}
