/** The part of a field's JSON schema that is read here. */
interface FieldSchema {
  readonly type?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly default?: unknown;
}

interface RecordSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const flags: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/**
 * Normalizes a record as clients write it. Null for an optional field and an empty query parameter count as absent;
 * True, "false", 0 and 1 are accepted as flags, and "3" as a number. Everything else is unchanged.
 */
export function asClientsMeant(given: unknown, schema: unknown, isQuery: boolean): unknown {
  const { properties = {}, required = [] } = schema as RecordSchema;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const kept = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field) return [[name, value]];
    const types = typesOf(field);
    const isNone = (value === null && !types.includes("null")) || (isQuery && value === "");
    if (isNone && (!required.includes(name) || field.default !== undefined)) return [];
    return [[name, meant(value, types)]];
  });
  return Object.fromEntries(kept);
}

function meant(value: unknown, types: readonly string[]): unknown {
  if (types.includes("boolean")) return flagOf(value);
  const isNumber = types.includes("integer") || types.includes("number");
  if (!isNumber || types.includes("string") || typeof value !== "string") return value;
  return decimal.test(value.trim()) ? Number(value) : value;
}

const decimal = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

function flagOf(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const word = String(value).trim().toLowerCase();
  return Object.hasOwn(flags, word) ? flags[word] : value;
}

function typesOf({ type, anyOf = [] }: FieldSchema): readonly string[] {
  return [...(type === undefined ? [] : [type]), ...anyOf.flatMap(typesOf)];
}
