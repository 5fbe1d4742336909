import { randomBytes } from "node:crypto";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import type { Tier } from "../domain/account.ts";
import { recordAction } from "./account-store.ts";

/** How long an invitation is valid, in days. */
export const invitationDays = 7;

interface Invitation {
  readonly email: string;
  readonly tier: Tier;
  readonly api_version: string | null;
}

/** Makes an invitation and returns its token; an earlier invitation of the same e-mail address becomes invalid. */
export async function invite(
  transaction: Queries,
  { email, tier, api_version, actor = null }: Invitation & { readonly actor?: string | null },
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
  await recordAction(transaction, { email, action: "invite", detail: tier, actor });
  return token;
}

/** Undefined if the token is unknown, used or expired. */
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

/** Uses an invitation; only one of two simultaneous requests succeeds. */
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
