import type { Queries } from "../database/database.ts";

/** Records an action on an account, within the transaction of that action. */
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
  /** Null if there was only an invitation. */
  readonly accountId?: string | null;
  readonly email: string;
  readonly action: string;
  readonly detail?: string | null;
}

/** The record of one account, or of all; oldest first. */
export async function listActions(queries: Queries, email?: string) {
  const all = queries.selectFrom("account_actions").selectAll().orderBy("action_id");
  return (email === undefined ? all : all.where("email", "=", email)).execute();
}
