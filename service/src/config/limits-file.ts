import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Ajv } from "ajv";

/** What an account may do. A missing limit is the tier's, then the configuration's. */
interface LimitFields {
  /** Enhancements a day (UTC). */
  readonly dailyEnhancements?: number;
  /** Registrations of the same file name an hour. */
  readonly sameNamePerHour?: number;
  /** Space for uploads and pictures, in MB; 0: unlimited. */
  readonly storageMb?: number;
  /** Days that an order is kept after its last change; 0: until it is deleted. */
  readonly retentionDays?: number;
}

/** A limit that new accounts get first. Days are `YYYY-MM-DD`. */
interface Change {
  /** Accounts made on this day (UTC) or later have the new limit. */
  readonly newAccountsFrom: string;
  /** All others have it from this day (UTC) on; without it, no day is announced. */
  readonly everyoneFrom?: string;
  /** The limit of all other accounts until then. */
  readonly before: number;
}

/**
 * Limits by tier and by account (e-mail address). A limit that an account lacks comes from its tier, then from the
 * configuration. `changes`: which accounts do not get a new limit yet.
 */
export interface Limits {
  readonly changes?: { readonly [name in keyof LimitFields]?: Change };
  readonly tiers?: Readonly<Record<string, LimitFields>>;
  readonly accounts?: Readonly<Record<string, LimitFields & { readonly tier?: string }>>;
}

const count = { type: "integer", minimum: 0, maximum: 1_000_000_000 };
const date = { type: "string", pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$" };
const limitNames = ["dailyEnhancements", "sameNamePerHour", "storageMb", "retentionDays"];

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) {
  return { type: "object", properties, required, additionalProperties: false };
}

function each(value: unknown) {
  return Object.fromEntries(limitNames.map((name) => [name, value]));
}

const change = object({ newAccountsFrom: date, everyoneFrom: date, before: count }, ["newAccountsFrom", "before"]);
const limitsSchema = object({
  changes: object(each(change)),
  tiers: { type: "object", additionalProperties: object(each(count)) },
  accounts: { type: "object", additionalProperties: object({ ...each(count), tier: { type: "string" } }) },
});

/** Used if no file is given. */
export const plainLimits: Limits = { tiers: { enterprise: { dailyEnhancements: 5000 } } };

/** Throws an error that names the invalid field. */
export function readLimitsFile(path: string): Limits {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  // Loaded here, since every command reads the configuration, and this takes longer than all else that --help does.
  const { Ajv: Checker }: { readonly Ajv: typeof Ajv } = createRequire(import.meta.url)("ajv");
  const isLimits = new Checker({ strict: false }).compile<Limits>(limitsSchema);
  if (isLimits(given)) return given;
  const [error] = isLimits.errors ?? [];
  const surplus = error?.params["additionalProperty"];
  throw new Error(`${path}: ${error?.instancePath || "/"} ${error?.message}${surplus ? ` (${surplus})` : ""}`);
}
