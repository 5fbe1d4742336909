import type { Account } from "../accounts/accounts.ts";
import type { Config } from "../config.ts";

/** Share of the configured daily limit that a tier allows; enterprise accounts have limits of their own. */
const tierFactors: Record<string, number> = { trial: 1, standard: 1, enterprise: 10 };

export function dailyLimitOf(account: Pick<Account, "tier" | "dailyLimit">, config: Config): number {
  return account.dailyLimit ?? Math.floor(config.dailyEnhancements * (tierFactors[account.tier] ?? 1));
}
