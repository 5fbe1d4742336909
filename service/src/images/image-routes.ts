import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { uploadUrlField } from "../accounts/api-version.ts";
import { uploadAddress } from "../addresses/upload-address.ts";
import { sameNameLimitOf } from "../domain/limits.ts";
import { pickPreferences, preferencesSchema } from "../domain/preferences.ts";
import { mergedInto, notFound, notUploaded } from "../errors/http-error.ts";
import { requireSpace } from "../http/free-space.ts";
import { checkReadable, isDevMode, requireAccount } from "../http/requests.ts";
import { type App, routesOf } from "../http/route.ts";
import { clientId, deleted, errorAnswers, fileName, idParams, uploadAddressFields } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { findBracketsOfImage, insertBracket } from "../store/bracket-store.ts";
import { deletePictures } from "../store/delete-pictures.ts";
import { recordEvent } from "../store/event-store.ts";
import { beginEnhancement, findImage, findMerged, insertImage, setWishes } from "../store/image-store.ts";
import { ensureOrder, lockOrder } from "../store/order-store.ts";
import { insertReport } from "../store/report-store.ts";
import { countName } from "../store/same-name.ts";
import { viewImage } from "./image-view.ts";

const registrationSchema = Type.Object({
  image_name: fileName("Name of the picture, usually the file's"),
  image_id: Type.Optional(clientId("Chosen by the client; must be unused")),
  order_id: Type.Optional(clientId("Of an order of the account, or of a new one")),
  content_type: Type.Optional(Type.String({ maxLength: 255, description: "Legacy: the upload must carry the same" })),
  ...preferencesSchema.properties,
});

const reportSchema = Type.Object({
  categories: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 64 })),
  comment: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
  score: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 5 }), Type.Null()])),
  source: Type.Optional(Type.Union([Type.Literal("WEBAPP"), Type.Literal("API")])),
});

const shown = Type.Ref("Image", { description: "The image as it is now" });
const thanks = Type.Object({ message: Type.String() }, { description: "The report is kept" });

/** /v3/images: register, read, process again, report, delete. */
export const imageRoutes = routesOf(registerImage, readImage, enhanceImageAgain, reportImage, deleteImage);

function registerImage(app: App, parts: Parts): void {
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

function readImage(app: App, { database }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/images/:image_id",
    schema: {
      summary: "Read an image's status",
      tags: ["images"],
      params: idParams("image_id"),
      response: { 200: shown, ...errorAnswers(404, 414) },
    },
    async handler(request) {
      const { image_id } = request.params;
      const image = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      return viewImage(image, await findMerged(database.queries, image));
    },
  });
}

function enhanceImageAgain(app: App, parts: Parts): void {
  const { database, queue } = parts;
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/process",
    schema: {
      summary: "Enhance an image again; preferences left out keep their last values",
      tags: ["images"],
      params: idParams("image_id"),
      body: Type.Optional(preferencesSchema),
      response: { 200: shown, ...errorAnswers(404, 409, 413, 414) },
    },
    async handler(request) {
      const account = requireAccount(request);
      const { image_id } = request.params;
      const found = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      if (found.parent_image_id !== null) throw mergedInto(found.parent_image_id);
      const preferences = { ...found.preferences, ...pickPreferences(request.body ?? {}) };
      await database.transact(async (transaction) => {
        await lockOrder(transaction, found.order_id);
        const sources = await findBracketsOfImage(transaction, image_id);
        if (sources.length === 0 || sources.some(({ source }) => source === null)) {
          throw notUploaded();
        }
        const begun = await beginEnhancement(transaction, parts, image_id, account);
        // What is left as it is keeps the wishes that it was made by.
        if (begun === "kept" || begun === "deleted") return;
        await setWishes(transaction, image_id, { preferences, devMode: isDevMode(request) });
      });
      queue.wake("enhance-image");
      return viewImage(checkReadable(request, "image", image_id, await findImage(database.queries, image_id)));
    },
  });
}

function reportImage(app: App, { database }: Parts): void {
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/report",
    schema: {
      summary: "Say what is wrong with a result",
      tags: ["images"],
      params: idParams("image_id"),
      body: reportSchema,
      response: { 200: thanks, ...errorAnswers(404, 413, 414) },
    },
    async handler(request) {
      const account = requireAccount(request);
      const { image_id } = request.params;
      checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      const { categories = [], comment = null, score = null, source = "API" } = request.body;
      const report = { imageId: image_id, accountId: account.accountId, categories, comment, score, source };
      await insertReport(database.queries, report);
      return { message: "Thank you, the report is kept." };
    },
  });
}

function deleteImage(app: App, { database, queue }: Parts): void {
  app.route({
    method: "DELETE",
    url: "/v3/images/:image_id",
    schema: {
      summary: "Delete an image, its brackets and their files",
      tags: ["images"],
      params: idParams("image_id"),
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { image_id } = request.params;
      const image = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      await database.transact(async (transaction) => {
        await lockOrder(transaction, image.order_id);
        await deletePictures(transaction, queue, { imageId: image_id });
      });
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}
