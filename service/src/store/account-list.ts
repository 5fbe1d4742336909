import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import { accountColumns } from "./account-store.ts";

/** Accounts on one page of the operator. */
export const accountsPerPage = 25;

export type AccountState = "active" | "suspended" | "deleted";

export interface ListedAccount extends Account {
  readonly state: AccountState;
  readonly members: number;
  /** Enhancements of the UTC day. */
  readonly enhancements: number;
}

/**
 * Accounts by e-mail address; `text` is a part of the account's or of a member's address. Pages count from 1.
 */
export async function readAccounts(
  queries: Queries,
  { page, text }: { readonly page: number; readonly text: string },
  now = new Date(),
): Promise<{ readonly accounts: readonly ListedAccount[]; readonly hasMore: boolean }> {
  const part = text.toLowerCase();
  let query = accountsOf(queries, now)
    .orderBy("accounts.email")
    .limit(accountsPerPage + 1)
    .offset((page - 1) * accountsPerPage);
  if (part !== "") {
    query = query.where(sql<boolean>`(
      position(${part} in accounts.email) > 0 or exists (
        select 1 from members where members.account_id = accounts.account_id and position(${part} in members.email) > 0
      ))`);
  }
  const rows = await query.execute();
  return { accounts: rows.slice(0, accountsPerPage).map(numbered), hasMore: rows.length > accountsPerPage };
}

/** One account in any state; undefined if it does not exist. */
export async function findListedAccount(
  queries: Queries,
  accountId: string,
  now = new Date(),
): Promise<ListedAccount | undefined> {
  const row = await accountsOf(queries, now).where("accounts.account_id", "=", accountId).executeTakeFirst();
  return row && numbered(row);
}

function accountsOf(queries: Queries, now: Date) {
  const day = now.toISOString().slice(0, 10);
  return queries
    .selectFrom("accounts")
    .select(accountColumns)
    .select("accounts.state")
    .select((row) => [
      row
        .selectFrom("members")
        .select((members) => members.fn.countAll<string>().as("count"))
        .whereRef("members.account_id", "=", "accounts.account_id")
        .as("members"),
      row
        .selectFrom("enhancement_days")
        .select("enhancements")
        .whereRef("enhancement_days.account_id", "=", "accounts.account_id")
        .where("day", "=", day)
        .as("enhancements"),
    ]);
}

function numbered<Row extends { readonly members: string | null; readonly enhancements: number | null }>(row: Row) {
  return { ...row, members: Number(row.members ?? 0), enhancements: row.enhancements ?? 0 };
}
