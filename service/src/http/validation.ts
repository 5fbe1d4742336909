import { Ajv, type ErrorObject } from "ajv";
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import { asClientsMeant } from "./client-values.ts";

/**
 * A body that is left out counts as an empty one. Bodies are taken as they are; queries and paths are text, and become
 * numbers and flags.
 */
const plain = new Ajv({ strict: false, allErrors: false, useDefaults: true });
const coercing = new Ajv({ strict: false, allErrors: false, useDefaults: true, coerceTypes: true });
plain.addKeyword({
  keyword: "x-max-json-length",
  type: "object",
  validate: (most: number, value: object) => JSON.stringify(value).length <= most,
  error: { message: ({ schema }) => `must have at most ${schema} characters of JSON` },
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
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message = "is not valid", keyword, params } of errors) {
    const missing = keyword === "required" ? String(params["missingProperty"]) : undefined;
    const field = [...instancePath.split("/").slice(1), ...(missing ? [missing] : [])].join(".") || "_schema";
    const text = missing ? "Missing data for required field." : `Not valid: ${message}.`;
    fields[field] = [...new Set([...(fields[field] ?? []), text])];
  }
  return new HttpError(422, "The request is not valid; detail names the fields.", {
    [partNames[httpPart] ?? httpPart]: fields,
  });
}
