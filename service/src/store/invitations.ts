import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import type { Tier } from "../domain/tier.ts";
import { recordAction } from "./account-actions.ts";

/** How long an invitation holds, in days. */
export const invitationDays = 7;

export interface Invitation {
  readonly email: string;
  readonly tier: Tier;
  readonly api_version: string | null;
}

/** The token of a new invitation; an earlier one of the same e-mail address holds no longer. */
export async function invite(
  transaction: Queries,
  { email, tier, api_version }: Invitation,
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await transaction.deleteFrom("invitations").where("email", "=", email).execute();
  await transaction
    .insertInto("invitations")
    .values({
      token_hash: hashToken(token),
      email,
      tier,
      api_version,
      expires_at: new Date(now.getTime() + invitationDays * 86_400_000),
    })
    .execute();
  await recordAction(transaction, { email, action: "invite", detail: tier });
  return token;
}

/** Undefined where the token was never given, was used, or is too old. */
export async function findInvitation(
  queries: Queries,
  token: string,
  now = new Date(),
): Promise<Invitation | undefined> {
  return queries
    .selectFrom("invitations")
    .select(["email", "tier", "api_version"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses an invitation up: of two requests at the same time, one gets it. */
export async function takeInvitation(
  transaction: Queries,
  token: string,
  now = new Date(),
): Promise<Invitation | undefined> {
  return transaction
    .deleteFrom("invitations")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returning(["email", "tier", "api_version"])
    .executeTakeFirst();
}
