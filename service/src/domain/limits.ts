import type { Config } from "../config/config.ts";
import { type Limits, plainLimits } from "../config/limits-file.ts";
import type { Account } from "./account.ts";

type Limit = "dailyEnhancements" | "sameNamePerHour" | "storageMb" | "retentionDays";
type Limited = Pick<Account, "email" | "tier" | "createdAt">;

// Each limit: from the account's row, else its entry in the limits file, its tier, or the configuration.

/** Enhancements a day. */
export function dailyLimitOf(account: Limited & Pick<Account, "dailyLimit">, config: Config): number {
  return account.dailyLimit ?? limitOf(account, config, "dailyEnhancements");
}

/** Registrations of one file name an hour. */
export function sameNameLimitOf(account: Limited & Pick<Account, "sameNameLimit">, config: Config): number {
  return account.sameNameLimit ?? limitOf(account, config, "sameNamePerHour");
}

/** Space for uploads and pictures, in MB; 0: unlimited. */
export function storageMbOf(account: Limited & Pick<Account, "storageMb">, config: Config): number {
  return account.storageMb ?? limitOf(account, config, "storageMb");
}

/** Days that an order is kept after its last change; 0: until it is deleted. */
export function retentionDaysOf(account: Limited & Pick<Account, "retentionDays">, config: Config): number {
  return account.retentionDays ?? limitOf(account, config, "retentionDays");
}

function limitOf({ email, tier, createdAt }: Limited, config: Config, name: Limit): number {
  const limits: Limits = config.limitsFile ?? plainLimits;
  const own = entryOf(limits.accounts, email);
  if (own?.[name] !== undefined) return own[name];
  const change = limits.changes?.[name];
  if (change && keepsFormer(change, createdAt)) return change.before;
  return entryOf(limits.tiers, own?.tier ?? tier)?.[name] ?? config[name];
}

type LimitChange = NonNullable<NonNullable<Limits["changes"]>[Limit]>;

/** New limits apply to new accounts first; others keep theirs until the announced day. Days are in UTC. */
function keepsFormer({ newAccountsFrom, everyoneFrom }: LimitChange, createdAt: Date): boolean {
  const isNew = createdAt.toISOString().slice(0, 10) >= newAccountsFrom;
  const today = new Date().toISOString().slice(0, 10);
  return !isNew && (everyoneFrom === undefined || today < everyoneFrom);
}

/** Tiers and addresses are arbitrary text; a name such as `constructor` must not match. */
function entryOf<Entry>(entries: Readonly<Record<string, Entry>> | undefined, name: string): Entry | undefined {
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
