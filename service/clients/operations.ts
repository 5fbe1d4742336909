import type { OpenApiDocument, Operation, Parameter } from "../src/http/openapi.ts";

/** A JSON schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string;
}

/** What the clients generate a method from. */
export interface ClientOperation {
  /** The operation's id: `createImage`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names of the path's parameters, in order. */
  readonly pathParameters: readonly string[];
  readonly query: readonly QueryParameter[];
  readonly body?: Schema;
  readonly needsBody: boolean;
  /** The answer; `undefined` if it has no body, `"bytes"` if it is a picture. */
  readonly answer: Schema | "bytes" | undefined;
}

/** Signed addresses have these; a client gets such an address as a whole. */
const partsOfSignatures = ["expires", "signature", "dev_mode"];

/** The operations of the API: all under /v3 that do not redirect, in the document's order. */
export function clientOperations({ paths }: OpenApiDocument): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => path.startsWith("/v3/") && Object.keys(responses).some((code) => /^2/.test(code)))
      .map(([method, operation]) => clientOperation(method, path, operation)),
  );
}

function clientOperation(method: string, path: string, operation: Operation): ClientOperation {
  const { operationId: name, summary = "", parameters = [], requestBody, responses } = operation;
  if (!name) throw new Error(`${method} ${path} has no operationId`);
  const query = parameters.filter((each) => each.in === "query" && !partsOfSignatures.includes(each.name));
  const body = requestBody?.content["application/json"]?.schema as Schema | undefined;
  return {
    ...{ name, method: method.toUpperCase(), path, summary },
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
    query: query.map((each: Parameter) => ({ ...each, schema: each.schema as Schema })),
    ...(body ? { body } : {}),
    needsBody: requestBody?.required ?? false,
    answer: answerOf(responses),
  };
}

function answerOf(responses: Operation["responses"]): ClientOperation["answer"] {
  const content = responses["200"]?.content ?? {};
  if (Object.keys(content).some((type) => type.startsWith("image/"))) return "bytes";
  return content["application/json"]?.schema as Schema | undefined;
}

/** A type that may be null, or a union: its members, without duplicates. */
export function membersOf(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(membersOf) : [schema];
}

/** Title of a schema that `$ref` names. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.split("/").pop();
}

/** Properties and required names of an object, those of `allOf` in their order; `undefined` if it is none. */
export function fieldsOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): Fields | undefined {
  const target = refName(schema);
  if (target) return fieldsOf(schemas[target], schemas);
  if (!schema.allOf) {
    const { properties, required = [] } = schema;
    return properties && { properties, required };
  }
  const parts = schema.allOf.map((each) => fieldsOf(each, schemas));
  return {
    properties: Object.assign({}, ...parts.map((part) => part?.properties)),
    required: parts.flatMap((part) => part?.required ?? []),
  };
}

export interface Fields {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** Description of a field: its own, or that of the member which is not null. */
export function descriptionOf(schema: Schema): string | undefined {
  return schema.description ?? membersOf(schema).find(({ description }) => description)?.description;
}

/** `createImage` → `CreateImage`. */
export function capitalized(name: string): string {
  return name[0].toUpperCase() + name.slice(1);
}
