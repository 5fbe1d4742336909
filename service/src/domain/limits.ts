import type { Config } from "../config/config.ts";
import { type Limits, plainLimits } from "../config/limits-file.ts";
import type { Account } from "./account.ts";

type Limit = "dailyEnhancements" | "sameNamePerHour" | "storageMb" | "retentionDays";
type Limited = Pick<Account, "email" | "tier" | "createdAt">;

/** Enhancements a day: the account's own by its table row, else by the limits file, its tier's, the configured. */
export function dailyLimitOf(account: Limited & Pick<Account, "dailyLimit">, config: Config): number {
  return account.dailyLimit ?? limitOf(account, config, "dailyEnhancements");
}

/** Registrations of one file name an hour. */
export function sameNameLimitOf(account: Limited, config: Config): number {
  return limitOf(account, config, "sameNamePerHour");
}

/** Bytes of uploads and pictures that are kept, in MB; 0: as many as there is space for. */
export function storageMbOf(account: Limited, config: Config): number {
  return limitOf(account, config, "storageMb");
}

/** Days after its last change that an order is kept; 0: until it is deleted. */
export function retentionDaysOf(account: Limited, config: Config): number {
  return limitOf(account, config, "retentionDays");
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

/** Limits count for new accounts first; others keep what they had until the day that was announced. Days are UTC's. */
function keepsFormer({ newAccountsFrom, everyoneFrom }: LimitChange, createdAt: Date): boolean {
  const isNew = createdAt.toISOString().slice(0, 10) >= newAccountsFrom;
  const today = new Date().toISOString().slice(0, 10);
  return !isNew && (everyoneFrom === undefined || today < everyoneFrom);
}

/** Tiers and addresses are anyone's words; `constructor` names nothing here. */
function entryOf<Entry>(entries: Readonly<Record<string, Entry>> | undefined, name: string): Entry | undefined {
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
