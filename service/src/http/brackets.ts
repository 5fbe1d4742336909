import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { uploadUrlField } from "../accounts/api-version.ts";
import type { Account } from "../domain/account.ts";
import { sameNameLimitOf } from "../domain/limits.ts";
import { preferencesSchema } from "../domain/preferences.ts";
import type { Parts } from "../parts.ts";
import { type BracketRow, findBracket } from "../store/bracket-store.ts";
import { deletePictures } from "../store/delete-pictures.ts";
import { admitBracket } from "../store/registrations.ts";
import { requireSpace } from "./free-space.ts";
import { checkReadable, registerOnce, requireAccount } from "./requests.ts";
import { type App, routesOf } from "./route.ts";
import { clientId, deleted, errorAnswers, fileName, idParams, nullable, uploadAddressFields } from "./schemas.ts";
import { uploadAddress, uploadExpiry } from "./uploads.ts";

/** /v3/brackets: register, read, delete. */
export const bracketRoutes = routesOf(registerBracket, readBracket, deleteBracket);

export const bracketSchema = Type.Object(
  {
    bracket_id: Type.String(),
    image_id: nullable(Type.String()),
    name: Type.String(),
    order_id: Type.String(),
    is_uploaded: Type.Boolean(),
    content_type: nullable(
      Type.String({ description: "Legacy: the registered Content-Type; the upload must have the same" }),
    ),
    metadata: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "The client's own object; if none was sent, when and how the file was taken and with which camera, never where",
      }),
    ),
  },
  { $id: "Bracket", title: "Bracket" },
);

export function viewBracket(row: BracketRow) {
  return {
    bracket_id: row.bracket_id,
    image_id: row.image_id,
    name: row.name,
    order_id: row.order_id,
    is_uploaded: row.source !== null,
    content_type: row.content_type,
    metadata: row.metadata,
  };
}

const registrationSchema = Type.Object({
  order_id: clientId("The order that the bracket belongs to"),
  name: Type.Optional(nullable(fileName("The merged image gets the name of its first bracket"))),
  content_type: Type.Optional(
    Type.String({ maxLength: 255, description: "Legacy: the upload must have this Content-Type" }),
  ),
  metadata: preferencesSchema.properties.metadata,
});

/** POST /v3/brackets */
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
      const { order_id: orderId, name = null, content_type: contentType = null, metadata = null } = request.body;
      const now = new Date();
      const row = await keepBracket(parts, account, { orderId, name, contentType, metadata, now });
      const grant = { bracketId: row.bracket_id, expires: uploadExpiry(parts, now), contentType };
      const field = uploadUrlField(request.headers["x-api-version"], account.apiVersion);
      return { ...viewBracket(row), [field]: await uploadAddress(parts, grant) };
    },
  });
}

interface AskedBracket {
  readonly orderId: string;
  readonly name: string | null;
  readonly contentType: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly now: Date;
}

/** Registers a bracket within the account's limits. Throws 422 and 429. */
export function keepBracket(
  { database, config }: Pick<Parts, "database" | "config">,
  account: Account,
  { orderId, name, contentType, metadata, now }: AskedBracket,
): Promise<BracketRow> {
  const bracket = { bracketId: randomUUID(), contentType, metadata };
  const registration = {
    ...{ accountId: account.accountId, orderId, name, now },
    ...{ nameLimit: sameNameLimitOf(account, config), most: config.orderImages },
  };
  const register = () => admitBracket(database, registration, bracket);
  return registerOnce(register, () => findBracket(database.queries, bracket.bracketId));
}

const params = idParams("bracket_id");

/** GET /v3/brackets/:bracket_id */
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

/** DELETE /v3/brackets/:bracket_id */
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
