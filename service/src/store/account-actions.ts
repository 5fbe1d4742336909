import type { Queries } from "../database/database.ts";

/** Puts on record what was done with an account, within the transaction that does it. */
export async function recordAction(
  transaction: Queries,
  { accountId = null, email, action, detail = null }: AccountAction,
): Promise<void> {
  await transaction
    .insertInto("account_actions")
    .values({ account_id: accountId, email, action, detail, done_at: new Date() })
    .execute();
}

interface AccountAction {
  /** Null while there is an invitation alone. */
  readonly accountId?: string | null;
  readonly email: string;
  readonly action: string;
  readonly detail?: string | null;
}

/** Of one account, or of all; the oldest first. */
export async function listActions(queries: Queries, email?: string) {
  const all = queries.selectFrom("account_actions").selectAll().orderBy("action_id");
  return (email === undefined ? all : all.where("email", "=", email)).execute();
}
