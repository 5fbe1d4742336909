import { Type } from "@sinclair/typebox";
import type { Account } from "../../domain/account.ts";
import { type Preferences, pickPreferences, preferencesSchema } from "../../domain/preferences.ts";
import { mergedInto, notUploaded } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { findBracketsOfImage } from "../../store/bracket-store.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { beginEnhancement } from "../../store/image-states.ts";
import { findImage, findMerged, type ImageRow, insertReport, setPreferences } from "../../store/image-store.ts";
import { lockOrder } from "../../store/order-store.ts";
import { checkReadable, isDevMode, requireAccount } from "../requests.ts";
import { type App, routesOf } from "../route.ts";
import { deleted, errorAnswers, idParams } from "../schemas.ts";
import { viewImage } from "./image-view.ts";
import { registerImage } from "./register-image.ts";

/** /v3/images: register, read, process again, report, delete. */
export const imageRoutes = routesOf(registerImage, readImage, enhanceImageAgain, reportImage, deleteImage);

const shown = Type.Ref("Image", { description: "The image as it is now" });

/** GET /v3/images/:image_id */
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

/** POST /v3/images/:image_id/process */
function enhanceImageAgain(app: App, parts: Parts): void {
  const { database } = parts;
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/process",
    schema: {
      summary: "Enhance an image again; absent preferences keep their last values",
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
      await enhanceAgain(parts, account, found, { asked: request.body ?? {}, devMode: isDevMode(request) });
      return viewImage(checkReadable(request, "image", image_id, await findImage(database.queries, image_id)));
    },
  });
}

const reportSchema = Type.Object({
  categories: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 64 })),
  comment: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
  score: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 5 }), Type.Null()])),
  source: Type.Optional(Type.Union([Type.Literal("WEBAPP"), Type.Literal("API")])),
});

const thanks = Type.Object({ message: Type.String() }, { description: "The report is stored" });

/** POST /v3/images/:image_id/report */
function reportImage(app: App, { database }: Parts): void {
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/report",
    schema: {
      summary: "Report a problem with a result",
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
      return { message: "Thank you, the report is stored." };
    },
  });
}

/** DELETE /v3/images/:image_id */
function deleteImage(app: App, parts: Parts): void {
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
      const image = checkReadable(request, "image", image_id, await findImage(parts.database.queries, image_id));
      await removeImage(parts, image);
      return reply.code(204).send(null);
    },
  });
}

/** Deletes an image with its brackets; their files go in the background. */
export async function removeImage(
  { database, queue }: Pick<Parts, "database" | "queue">,
  { image_id: imageId, order_id }: Pick<ImageRow, "image_id" | "order_id">,
): Promise<void> {
  await database.transact(async (transaction) => {
    await lockOrder(transaction, order_id);
    await deletePictures(transaction, queue, { imageId });
  });
  queue.wake("remove-files");
}

/** Preferences that replace the image's own, and whether the request came in development mode. */
interface AskedAgain {
  readonly asked: Preferences;
  readonly devMode: boolean;
}

/** Begins another enhancement of an image; absent preferences keep their last values. Throws 409 before the upload. */
export async function enhanceAgain(
  parts: Parts,
  account: Account,
  { image_id, order_id, preferences: before }: Pick<ImageRow, "image_id" | "order_id" | "preferences">,
  { asked, devMode }: AskedAgain,
): Promise<void> {
  const { database, queue } = parts;
  const preferences = { ...before, ...pickPreferences(asked) };
  await database.transact(async (transaction) => {
    await lockOrder(transaction, order_id);
    const sources = await findBracketsOfImage(transaction, image_id);
    if (sources.length === 0 || sources.some(({ source }) => source === null)) {
      throw notUploaded();
    }
    const begun = await beginEnhancement(transaction, parts, image_id, account);
    // A picture that stays keeps the preferences that it was made with.
    if (begun === "kept" || begun === "deleted") return;
    await setPreferences(transaction, image_id, { preferences, devMode });
  });
  queue.wake("enhance-image");
}
