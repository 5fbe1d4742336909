import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { uploadUrlField } from "../../accounts/api-version.ts";
import type { Account } from "../../domain/account.ts";
import { sameNameLimitOf } from "../../domain/limits.ts";
import { preferencesSchema } from "../../domain/preferences.ts";
import type { Parts } from "../../parts.ts";
import { type BracketRow, findBracket } from "../../store/bracket-store.ts";
import { admitBracket } from "../../store/registrations.ts";
import { uploadAddress, uploadExpiry } from "../addresses/upload-address.ts";
import { requireSpace } from "../free-space.ts";
import { registerOnce } from "../register-once.ts";
import { requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { clientId, errorAnswers, fileName, nullable, uploadAddressFields } from "../schemas.ts";
import { viewBracket } from "./bracket-view.ts";

const registrationSchema = Type.Object({
  order_id: clientId("The order that the bracket belongs to"),
  name: Type.Optional(nullable(fileName("The merged image gets the name of its first bracket"))),
  content_type: Type.Optional(
    Type.String({ maxLength: 255, description: "Legacy: the upload must have this Content-Type" }),
  ),
  metadata: preferencesSchema.properties.metadata,
});

/** POST /v3/brackets */
export function registerBracket(app: App, parts: Parts): void {
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
