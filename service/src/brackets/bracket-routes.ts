import { Type } from "@sinclair/typebox";
import { uploadUrlField } from "../accounts/api-version.ts";
import { uploadAddress } from "../addresses/upload-address.ts";
import { sameNameLimitOf } from "../domain/limits.ts";
import { preferencesSchema } from "../domain/preferences.ts";
import { requireSpace } from "../http/free-space.ts";
import { checkReadable, requireAccount } from "../http/requests.ts";
import { type App, routesOf } from "../http/route.ts";
import { clientId, deleted, errorAnswers, fileName, idParams, nullable, uploadAddressFields } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { findBracket, insertBracket } from "../store/bracket-store.ts";
import { deletePictures } from "../store/delete-pictures.ts";
import { ensureOrder } from "../store/order-store.ts";
import { countName } from "../store/same-name.ts";
import { viewBracket } from "./bracket-view.ts";

const params = idParams("bracket_id");

const registrationSchema = Type.Object({
  order_id: clientId("The order that the bracket belongs to"),
  name: Type.Optional(nullable(fileName("The merged image takes the name of its first bracket"))),
  content_type: Type.Optional(Type.String({ maxLength: 255, description: "Legacy: the upload must carry the same" })),
  metadata: preferencesSchema.properties.metadata,
});

/** /v3/brackets: register, read, delete. */
export const bracketRoutes = routesOf(registerBracket, readBracket, deleteBracket);

function registerBracket(app: App, parts: Parts): void {
  app.route({
    method: "POST",
    url: "/v3/brackets",
    schema: {
      summary: "Register a bracket",
      tags: ["brackets"],
      body: registrationSchema,
      response: {
        200: Type.Intersect([Type.Ref("Bracket"), Type.Object(uploadAddressFields)], {
          description: "The bracket, registered",
        }),
        ...errorAnswers(413, 507),
      },
    },
    async handler(request) {
      const account = requireAccount(request);
      await requireSpace(parts);
      const { accountId } = account;
      const { order_id: orderId, name, content_type: contentType = null, metadata = null } = request.body;
      const now = new Date();
      const row = await parts.database.transact(async (transaction) => {
        if (name) await countName(transaction, { accountId, name, limit: sameNameLimitOf(account, parts.config), now });
        await ensureOrder(transaction, accountId, { orderId, now });
        return insertBracket(transaction, {
          orderId,
          accountId,
          name: name ?? "bracket",
          imageId: null,
          heldImageId: null,
          contentType,
          metadata,
          now,
        });
      });
      const field = uploadUrlField(request.headers["x-api-version"], account.apiVersion);
      return { ...viewBracket(row), [field]: uploadAddress(parts, row.bracket_id, contentType) };
    },
  });
}

function readBracket(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/brackets/:bracket_id",
    schema: {
      summary: "Read a bracket",
      tags: ["brackets"],
      params,
      response: { 200: Type.Ref("Bracket", { description: "The bracket as it is now" }), ...errorAnswers(404, 414) },
    },
    async handler(request) {
      const { bracket_id } = request.params;
      return viewBracket(checkReadable(request, "bracket", bracket_id, await findBracket(queries, bracket_id)));
    },
  });
}

function deleteBracket(app: App, { database, queue }: Parts): void {
  const { queries } = database;
  app.route({
    method: "DELETE",
    url: "/v3/brackets/:bracket_id",
    schema: {
      summary: "Delete a bracket and its file",
      tags: ["brackets"],
      params,
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { bracket_id } = request.params;
      checkReadable(request, "bracket", bracket_id, await findBracket(queries, bracket_id));
      await database.transact((transaction) => deletePictures(transaction, queue, { bracketId: bracket_id }));
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}
