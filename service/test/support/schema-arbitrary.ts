import fc from "fast-check";

/** As far as the API's own schemas go. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/**
 * Values that `schema` allows. `known` gives values for fields of some names: ids that exist, where the schema would
 * make them up.
 */
export function valuesOf(
  schema: JsonSchema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, known)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 100_000 });
    case "number":
      return fc.double({
        min: schema.minimum ?? schema.exclusiveMinimum ?? -1e6,
        max: schema.maximum ?? 1e6,
        minExcluded: schema.exclusiveMinimum !== undefined,
        noNaN: true,
      });
    case "string":
      return schema.pattern
        ? fc.stringMatching(new RegExp(schema.pattern))
        : fc.string({
            unit: "grapheme-composite",
            minLength: schema.minLength ?? 0,
            maxLength: Math.min(schema.maxLength ?? 40, 40),
          });
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return schema.properties ? recordsOf(schema, known) : fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue());
    default:
      return fc.jsonValue();
  }
}

function recordsOf(
  { properties = {}, required = [] }: JsonSchema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const values = valuesOf(schema, known);
    // Most fields are left out of most records, so that one odd value is met alone.
    const given = known[name] ? fc.oneof(known[name], values) : values;
    return [name, required.includes(name) ? given : fc.option(given, { nil: undefined, freq: 2 })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}

const oddTexts = ["", "\u0000", "\ud800", "../../etc/passwd", "a'; drop table images; --", "1e999", "NaN", "null"];

export const oddText = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...oddTexts, "x".repeat(5000)));

const oddValue = fc.oneof(oddText, fc.jsonValue(), fc.double(), fc.maxSafeInteger());

/** Records that `schema` would allow, except for one or two fields, or further ones, that hold anything. */
export function nearlyValuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), "__proto__", "constructor", "surprise"];
  return fc
    .tuple(valuesOf(schema), fc.array(fc.tuple(fc.constantFrom(...names), oddValue), { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => ({ ...(value as object), ...Object.fromEntries(changes) }));
}
