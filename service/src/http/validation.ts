import { Ajv, type ErrorObject } from "ajv";
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import { asClientsMeant } from "./client-values.ts";
import { sentencesOf } from "./error-sentences.ts";

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

/** Messages by field: `{json: {field: [messages]}}` for bodies, `{query: …}` for queries. */
export function validateRequests(app: FastifyInstance): void {
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const validate = (httpPart === "body" ? plain : coercing).compile(schema);
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
