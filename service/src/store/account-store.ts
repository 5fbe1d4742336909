import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { newestApiVersion } from "../accounts/api-version.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { hashToken, type Secrets } from "../accounts/secrets.ts";
import type { Database, Queries } from "../database/database.ts";
import type { Account, Tier } from "../domain/account.ts";
import { insertMember } from "./member-store.ts";
import { requireCurrentKey } from "./rotate-master-key.ts";

export const accountColumns = [
  "accounts.account_id as accountId",
  "accounts.email",
  "accounts.tier",
  "accounts.daily_limit as dailyLimit",
  "accounts.same_name_limit as sameNameLimit",
  "accounts.storage_mb as storageMb",
  "accounts.retention_days as retentionDays",
  "accounts.api_version as apiVersion",
  "accounts.created_at as createdAt",
] as const;

interface NewAccount {
  /** The account's name, and that of its first owner for signing in; stored in lower case. */
  readonly email: string;
  readonly tier?: Tier;
  /** The API version of requests without the header x-api-version; default: the newest. */
  readonly apiVersion?: string;
  /** Of the first owner; without one, only a link signs in. */
  readonly password?: string;
  /** Who made the account, for the record. */
  readonly actor?: string | null;
}

/** The account and its first key, which is shown only here and on the settings page. */
export async function createAccount(
  database: Database,
  secrets: Secrets,
  account: NewAccount,
): Promise<{ accountId: string; memberId: string; apiKey: string }> {
  const password_hash = account.password === undefined ? null : await hashPassword(account.password);
  return database.transact((transaction) => insertAccount(transaction, secrets, { ...account, password_hash }));
}

/** The same within a transaction, with a hashed password. */
export async function insertAccount(
  transaction: Queries,
  secrets: Secrets,
  {
    email,
    tier = "standard",
    apiVersion = newestApiVersion,
    password_hash,
    actor = null,
  }: Omit<NewAccount, "password"> & { readonly password_hash: string | null },
): Promise<{ accountId: string; memberId: string; apiKey: string }> {
  const accountId = randomUUID();
  const name = email.toLowerCase();
  await transaction.deleteFrom("invitations").where("email", "=", name).execute();
  await transaction
    .insertInto("accounts")
    .values({
      account_id: accountId,
      email: name,
      tier,
      daily_limit: null,
      api_version: apiVersion,
      webhook_url: null,
      webhook_authentication: null,
      webhook_secret: newWebhookSecret(),
      created_at: new Date(),
    })
    .execute();
  const memberId = await insertMember(transaction, { accountId, email: name, role: "owner", password_hash });
  await recordAction(transaction, { accountId, email: name, action: "add", detail: tier, actor });
  return { accountId, memberId, apiKey: await rotateKey(transaction, secrets, accountId) };
}

/** Makes a new key; old keys become invalid. Throws 503 if the master key was rotated since this process started. */
export async function rotateKey(transaction: Queries, secrets: Secrets, accountId: string): Promise<string> {
  await requireCurrentKey(transaction, secrets);
  const apiKey = `lw_${randomBytes(32).toString("base64url")}`;
  await transaction.deleteFrom("api_keys").where("account_id", "=", accountId).execute();
  await transaction
    .insertInto("api_keys")
    .values({
      key_hash: hashToken(apiKey),
      account_id: accountId,
      sealed_key: secrets.seal(apiKey),
      created_at: new Date(),
    })
    .execute();
  return apiKey;
}

/** The key in clear; undefined if it was sealed with the secret of another data folder. */
export async function revealKey(queries: Queries, secrets: Secrets, accountId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom("api_keys")
    .select("sealed_key")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  try {
    return row && secrets.open(row.sealed_key);
  } catch {
    return undefined;
  }
}

/** Finds the account by the key's hash: the time of the lookup can reveal the hash, but not the key. */
export async function findAccountByKey({ queries }: Database, apiKey: string): Promise<Account | undefined> {
  return queries
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.account_id", "api_keys.account_id")
    .select(accountColumns)
    .where("api_keys.key_hash", "=", hashToken(apiKey))
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
}

export async function findAccount(queries: Queries, accountId: string): Promise<Account | undefined> {
  return queries.selectFrom("accounts").select(accountColumns).where("account_id", "=", accountId).executeTakeFirst();
}

/** Whether the account is active: neither suspended nor deleted. */
export async function isActive(queries: Queries, accountId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("accounts")
    .select("state")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.state === "active";
}

export async function setApiVersion(queries: Queries, accountId: string, version: string): Promise<void> {
  await queries.updateTable("accounts").set({ api_version: version }).where("account_id", "=", accountId).execute();
}

export async function countAccounts({ queries }: Database): Promise<number> {
  const { count } = await queries
    .selectFrom("accounts")
    .select((expression) => expression.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The address for an account's events and the secrets that sign them; `formerSecret` while it is valid. */
export async function findWebhook(queries: Queries, accountId: string) {
  return queries
    .selectFrom("accounts")
    .select(["webhook_url", "webhook_authentication", "webhook_secret"])
    .select(
      sql<string | null>`case when former_webhook_secret_until > now() then former_webhook_secret end`.as(
        "formerSecret",
      ),
    )
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
}

/** How long deliveries are also signed with the former secret, in hours. */
export const formerSecretHours = 24;

/** Makes a new secret for the signatures of webhooks. */
export async function rotateWebhookSecret(queries: Queries, accountId: string): Promise<void> {
  await queries
    .updateTable("accounts")
    .set((row) => ({
      former_webhook_secret: row.ref("webhook_secret"),
      former_webhook_secret_until: sql<Date>`now() + ${formerSecretHours} * interval '1 hour'`,
      webhook_secret: newWebhookSecret(),
    }))
    .where("account_id", "=", accountId)
    .execute();
}

function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

export async function keepWebhook(
  transaction: Queries,
  accountId: string,
  { url, authentication }: { readonly url: string | null; readonly authentication: string | null },
): Promise<void> {
  await transaction
    .updateTable("accounts")
    .set({ webhook_url: url, webhook_authentication: authentication })
    .where("account_id", "=", accountId)
    .execute();
}

export async function findAccountId(queries: Queries, email: string): Promise<string | undefined> {
  const row = await queries.selectFrom("accounts").select("account_id").where("email", "=", email).executeTakeFirst();
  return row?.account_id;
}

/** Every account, the oldest first. */
export async function listAccounts(queries: Queries) {
  return queries
    .selectFrom("accounts")
    .select(["email", "tier", "state", "created_at"])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("members")
            .select("member_id")
            .whereRef("members.account_id", "=", "accounts.account_id")
            .where("password_hash", "is not", null),
        )
        .as("hasPassword"),
    )
    .orderBy("created_at")
    .execute();
}

/** Records an action on an account, within the transaction of that action. */
export async function recordAction(
  transaction: Queries,
  { accountId = null, email, action, detail = null, actor = null, memberEmail = null }: AccountAction,
): Promise<void> {
  await transaction
    .insertInto("account_actions")
    .values({
      ...{ account_id: accountId, email, action, detail, actor },
      ...{ member_email: memberEmail, done_at: new Date() },
    })
    .execute();
}

interface AccountAction {
  /** Null if there was only an invitation. */
  readonly accountId?: string | null;
  readonly email: string;
  readonly action: string;
  readonly detail?: string | null;
  /** The e-mail address of the member who acted; null: a command on the machine. */
  readonly actor?: string | null;
  /** The member that the action concerned. */
  readonly memberEmail?: string | null;
}

/** The record of one account, or of all; oldest first. */
export async function listActions(queries: Queries, email?: string) {
  const all = queries.selectFrom("account_actions").selectAll().orderBy("action_id");
  return (email === undefined ? all : all.where("email", "=", email)).execute();
}

/** Actions on one page of the operator. */
const actionsPerPage = 50;

/** Actions whose account, actor, member, name or detail contains `text`, the newest first; those before `before`. */
export async function searchActions(
  queries: Queries,
  { text, before }: { readonly text: string; readonly before: string | undefined },
) {
  let query = queries
    .selectFrom("account_actions")
    .selectAll()
    .orderBy("action_id", "desc")
    .limit(actionsPerPage + 1);
  if (before !== undefined) query = query.where("action_id", "<", before);
  const part = text.toLowerCase();
  if (part !== "") {
    query = query.where(
      sql<boolean>`position(${part} in lower(concat_ws(' ', email, action, detail, actor, member_email))) > 0`,
    );
  }
  const rows = await query.execute();
  const actions = rows.slice(0, actionsPerPage);
  return { actions, older: rows.length > actionsPerPage ? String(actions.at(-1)?.action_id) : undefined };
}
