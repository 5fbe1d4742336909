import { Ajv, type ErrorObject } from "ajv";
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import { once } from "./compile-once.ts";

/**
 * A missing body counts as an empty one. Bodies are not converted; queries and paths are text and are converted to
 * numbers and flags.
 */
const common = { strict: false, allErrors: false, useDefaults: true, verbose: true };
const plain = new Ajv(common);
const coercing = new Ajv({ ...common, coerceTypes: true });
plain.addKeyword({
  keyword: "x-max-json-length",
  type: "object",
  validate: (most: number, value: object) => JSON.stringify(value).length <= most,
});
const compilePlain = once((schema: object) => plain.compile(schema), JSON.stringify);
const compileCoercing = once((schema: object) => coercing.compile(schema), JSON.stringify);

/** Messages by field: `{json: {field: [messages]}}` for bodies, `{query: …}` for queries. */
export function validateRequests(app: FastifyInstance): void {
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const validate = httpPart === "body" ? compilePlain(schema) : compileCoercing(schema);
    return (given) => {
      const value = asClientsMeant(given ?? {}, schema, httpPart === "querystring");
      if (validate(value)) return { value };
      return { error: toHttpError(validate.errors ?? [], httpPart ?? "body") };
    };
  };
  app.setValidatorCompiler(compile);
}

const partNames: Record<string, string> = { body: "json", querystring: "query", params: "path", headers: "headers" };

function toHttpError(errors: readonly ErrorObject[], httpPart: string): HttpError {
  const byField = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const missing = error.keyword === "required" ? [String(error.params["missingProperty"])] : [];
    const field = [...error.instancePath.split("/").slice(1), ...missing].join(".") || "_schema";
    byField.set(field, [...(byField.get(field) ?? []), error]);
  }
  const fields = Object.fromEntries([...byField].map(([field, found]) => [field, sentencesOf(found)]));
  return new HttpError(422, "The request is not valid; detail names the fields.", {
    [partNames[httpPart] ?? httpPart]: fields,
  });
}

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
