import type { Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import type { KnownAccount } from "./account-states.ts";
import { recordAction } from "./account-store.ts";

export type OwnLimits = Pick<Account, "dailyLimit" | "sameNameLimit" | "storageMb" | "retentionDays">;

/** Stores the limits of one account; every process reads them at the next request. */
export async function setLimits(transaction: Queries, account: KnownAccount, limits: OwnLimits): Promise<void> {
  const { dailyLimit, sameNameLimit, storageMb, retentionDays } = limits;
  await transaction
    .updateTable("accounts")
    .set({
      ...{ daily_limit: dailyLimit, same_name_limit: sameNameLimit },
      ...{ storage_mb: storageMb, retention_days: retentionDays },
    })
    .where("account_id", "=", account.accountId)
    .execute();
  const detail = Object.entries(limits)
    .map(([name, value]) => `${name} ${value ?? "default"}`)
    .join(", ");
  await recordAction(transaction, { ...account, action: "set-limits", detail });
}
