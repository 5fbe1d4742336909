import { randomUUID } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { uploadUrlField } from "../../accounts/api-version.ts";
import type { Queries } from "../../database/database.ts";
import type { Account } from "../../domain/account.ts";
import { sameNameLimitOf } from "../../domain/limits.ts";
import { pickPreferences, preferencesSchema } from "../../domain/preferences.ts";
import { notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { type BracketRow, findBracket, insertBracket } from "../../store/bracket-store.ts";
import { recordEvent } from "../../store/event-store.ts";
import { findImage, insertImage } from "../../store/image-store.ts";
import { admit } from "../../store/registrations.ts";
import { requireSpace } from "../free-space.ts";
import { isDevMode, registerOnce, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { clientId, errorAnswers, fileName, uploadAddressFields } from "../schemas.ts";
import { uploadAddress, uploadExpiry } from "../uploads.ts";
import { viewImage } from "./image-view.ts";

const registrationSchema = Type.Object({
  image_name: fileName("Name of the picture, usually the file's"),
  image_id: Type.Optional(clientId("Chosen by the client; must be unused")),
  order_id: Type.Optional(clientId("Of an order of the account, or of a new one")),
  content_type: Type.Optional(
    Type.String({ maxLength: 255, description: "Legacy: the upload must have this Content-Type" }),
  ),
  ...preferencesSchema.properties,
});

/** POST /v3/images */
export function registerImage(app: App, parts: Parts): void {
  const { database, queue } = parts;
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
      const { image_id = randomUUID(), content_type: contentType = null } = request.body;
      const now = new Date();
      const expires = uploadExpiry(parts, now);
      const ids = { imageId: image_id, bracketId: randomUUID(), now, uploadUntil: new Date(expires * 1000) };
      const requester = { account, devMode: isDevMode(request) };
      const register = () =>
        database.transact((transaction) =>
          keepRegistration(transaction, request.body, { ...ids, ...requester }, parts),
        );
      const { bracket_id: bracketId } = await registerOnce(register, () =>
        findBracket(database.queries, ids.bracketId),
      );
      queue.wake("deliver-events");
      const row = await findImage(database.queries, image_id);
      if (!row) throw notFound("image");
      const field = uploadUrlField(request.headers["x-api-version"], account.apiVersion);
      return { ...viewImage(row), [field]: await uploadAddress(parts, { bracketId, expires, contentType }) };
    },
  });
}

interface Registration {
  readonly imageId: string;
  readonly bracketId: string;
  readonly account: Account;
  readonly devMode: boolean;
  readonly now: Date;
  readonly uploadUntil: Date;
}

/** The image with its order, its bracket and its event. */
async function keepRegistration(
  transaction: Queries,
  body: Static<typeof registrationSchema>,
  { imageId, bracketId, account, devMode, now, uploadUntil }: Registration,
  { queue, config }: Parts,
): Promise<BracketRow> {
  const { image_name: name, order_id: orderId = randomUUID(), content_type: contentType = null } = body;
  const { accountId } = account;
  const preferences = pickPreferences(body);
  const limits = { nameLimit: sameNameLimitOf(account, config), most: config.orderImages };
  await admit(transaction, { accountId, orderId, name, now, ...limits });
  const common = { orderId, accountId, name, contentType };
  await insertImage(transaction, { ...common, imageId, preferences, devMode });
  const isHeld = preferences.hdr === true;
  const place = isHeld ? { imageId: null, heldImageId: imageId } : { imageId, heldImageId: null };
  const bracket = await insertBracket(transaction, { ...common, bracketId, uploadUntil, ...place });
  // A frame that waits to be merged has no event before its image is known.
  if (!isHeld) {
    const event = { event: "image_registered", image_id: imageId, order_id: orderId } as const;
    await recordEvent(transaction, queue, accountId, event);
  }
  return bracket;
}
