import { readFileSync } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import { Ajv } from "ajv";

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }));

const limitFields = {
  dailyEnhancements: count("Enhancements a day (UTC)"),
  sameNamePerHour: count("Registrations of the same file name an hour"),
  storageMb: count("Space for uploads and pictures, in MB; 0: unlimited"),
  retentionDays: count("Days that an order is kept after its last change; 0: until it is deleted"),
};

const date = (description: string) =>
  Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$", description });

/** A limit that new accounts get first. */
const change = Type.Optional(
  Type.Object(
    {
      newAccountsFrom: date("Accounts made on this day (UTC) or later have the new limit"),
      everyoneFrom: Type.Optional(date("All others have it from this day (UTC) on; without it, no day is announced")),
      before: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: "The limit of all other accounts until then",
      }),
    },
    { additionalProperties: false },
  ),
);

const limitsSchema = Type.Object(
  {
    changes: Type.Optional(
      Type.Object(
        { dailyEnhancements: change, sameNamePerHour: change, storageMb: change, retentionDays: change },
        { additionalProperties: false },
      ),
    ),
    tiers: Type.Optional(Type.Record(Type.String(), Type.Object(limitFields, { additionalProperties: false }))),
    accounts: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ tier: Type.Optional(Type.String()), ...limitFields }, { additionalProperties: false }),
      ),
    ),
  },
  { additionalProperties: false },
);

/**
 * Limits by tier and by account (e-mail address). A limit that an account lacks comes from its tier, then from the
 * configuration. `changes`: which accounts do not get a new limit yet.
 */
export type Limits = Static<typeof limitsSchema>;

/** Used if no file is given. */
export const plainLimits: Limits = { tiers: { enterprise: { dailyEnhancements: 5000 } } };

const isLimits = new Ajv({ strict: false }).compile<Limits>(limitsSchema);

/** Throws an error that names the invalid field. */
export function readLimitsFile(path: string): Limits {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (isLimits(given)) return given;
  const [error] = isLimits.errors ?? [];
  const surplus = error?.params["additionalProperty"];
  throw new Error(`${path}: ${error?.instancePath || "/"} ${error?.message}${surplus ? ` (${surplus})` : ""}`);
}
