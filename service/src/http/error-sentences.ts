import type { ErrorObject } from "ajv";

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const rules: Readonly<Record<string, (limit: unknown) => string>> = {
  type: (type) => `Must be ${typeNames[String(type)] ?? String(type)}.`,
  minimum: (least) => `Must be at least ${least}.`,
  maximum: (most) => `Must be at most ${most}.`,
  exclusiveMinimum: (bound) => `Must be more than ${bound}.`,
  minLength: (least) => (least === 1 ? "Must not be empty." : `Must have at least ${least} characters.`),
  maxLength: (most) => `Must have at most ${most} characters.`,
  minItems: (least) => `Must have at least ${count(least, "entry", "entries")}.`,
  maxItems: (most) => `Must have at most ${count(most, "entry", "entries")}.`,
  required: () => "Missing data for required field.",
  "x-max-json-length": (most) => `Must have at most ${most} characters of JSON.`,
};

/**
 * What is wrong with one field, in sentences that a person can act on. Null is never listed as an allowed value, since
 * it means the same as an absent field.
 */
export function sentencesOf(errors: readonly ErrorObject[]): string[] {
  const telling = errors.filter(({ keyword, schema }) => keyword !== "anyOf" && schema !== "null");
  const values = telling.flatMap(({ keyword, schema }) => (keyword === "const" ? [String(schema)] : []));
  const others = telling.filter(({ keyword }) => keyword !== "const").map(sentenceOf);
  const oneOf = values.length > 0 ? [`Must be ${listed(values)}.`] : [];
  const sentences = [...new Set([...oneOf, ...others])];
  return sentences.length > 0 ? sentences : ["Must have another value."];
}

function sentenceOf({ keyword, schema, parentSchema }: ErrorObject): string {
  const own: unknown = keyword === "pattern" ? parentSchema?.["x-rule"] : undefined;
  return typeof own === "string" ? own : (rules[keyword]?.(schema) ?? "Must have another value.");
}

function count(number: unknown, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function listed(values: readonly string[]): string {
  return values.length === 1 ? values[0] : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
