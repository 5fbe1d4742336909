import {
  type ClientOperation,
  capitalized,
  descriptionOf,
  type Fields,
  fieldsOf,
  membersOf,
  refName,
  type Schema,
} from "./operations.ts";

/** The generated module of the TypeScript client: a type for each schema, a method for each operation. */
export function writeTypescript(
  operations: readonly ClientOperation[],
  schemas: Readonly<Record<string, Schema>>,
): string {
  const named = Object.entries(schemas).filter(([name]) => name !== "Error");
  return [
    "// Generated from the service's OpenAPI document by `npm run clients -w service`; do not edit.",
    "",
    ...named.map(([name, schema]) => interfaceOf(name, fieldsOf(schema, schemas), "")),
    ...operations.flatMap((operation) => inputsOf(operation, schemas)),
    "/** Sends one request of an operation; the client retries and reads the answer. */",
    "export interface Transport {",
    "  json(method: string, path: string, query?: object, body?: object): Promise<unknown>;",
    "  bytes(method: string, path: string, query?: object): Promise<Picture>;",
    "}",
    "",
    "/** A picture's bytes. */",
    "export interface Picture {",
    "  readonly bytes: Uint8Array;",
    "  readonly contentType: string;",
    "}",
    "",
    "/** One method for each operation of the API. */",
    "export class Operations {",
    "  readonly #transport: Transport;",
    "",
    "  constructor(transport: Transport) {",
    "    this.#transport = transport;",
    "  }",
    ...operations.flatMap((operation) => ["", ...methodOf(operation)]),
    "}",
    "",
  ].join("\n");
}

function interfaceOf(name: string, fields: Fields | undefined, summary: string): string {
  if (!fields) throw new Error(`${name} is not an object`);
  const lines = Object.entries(fields.properties).flatMap(([field, schema]) => [
    ...comment(descriptionOf(schema), "  "),
    `  readonly ${quoted(field)}${fields.required.includes(field) ? "" : "?"}: ${typeOf(schema)};`,
  ]);
  return [...comment(summary, ""), `export interface ${name} {`, ...lines, "}", ""].join("\n");
}

function inputsOf(operation: ClientOperation, schemas: Readonly<Record<string, Schema>>): string[] {
  const { name, query, body, answer } = operation;
  const inputs: string[] = [];
  if (query.length > 0) {
    const properties = Object.fromEntries(query.map((each) => [each.name, { ...each.schema, ...described(each) }]));
    inputs.push(interfaceOf(`${capitalized(name)}Query`, { properties, required: [] }, `Query of \`${name}\`.`));
  }
  if (body) inputs.push(interfaceOf(`${capitalized(name)}Body`, fieldsOf(body, schemas), `Body of \`${name}\`.`));
  if (isOwnAnswer(answer)) {
    inputs.push(interfaceOf(`${capitalized(name)}Answer`, fieldsOf(answer, schemas), `Answer to \`${name}\`.`));
  }
  return inputs;
}

function described({ description }: { readonly description?: string }): { description?: string } {
  return description ? { description } : {};
}

function isOwnAnswer(answer: ClientOperation["answer"]): answer is Schema {
  return answer !== undefined && answer !== "bytes" && !answer.$ref;
}

function methodOf({ name, method, path, summary, pathParameters, query, body, needsBody, answer }: ClientOperation) {
  const parameters = [
    ...pathParameters.map((parameter) => `${camel(parameter)}: string`),
    ...(query.length > 0 ? [`query: ${capitalized(name)}Query = {}`] : []),
    ...(body ? [`body: ${capitalized(name)}Body${needsBody ? "" : " = {}"}`] : []),
  ];
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter) => `\${encodeURIComponent(${camel(parameter)})}`);
  const sent = [
    JSON.stringify(method),
    pathParameters.length > 0 ? `\`${filled}\`` : JSON.stringify(path),
    ...(query.length > 0 ? ["query"] : body ? ["undefined"] : []),
    ...(body ? ["body"] : []),
  ].join(", ");
  const result = resultOf(name, answer);
  const call =
    answer === "bytes"
      ? `    return this.#transport.bytes(${sent});`
      : answer === undefined
        ? `    await this.#transport.json(${sent});`
        : `    return (await this.#transport.json(${sent})) as ${result};`;
  return [
    ...comment(`${summary}: \`${method} ${path}\`.`, "  "),
    `  async ${name}(${parameters.join(", ")}): Promise<${result}> {`,
    call,
    "  }",
  ];
}

function resultOf(name: string, answer: ClientOperation["answer"]): string {
  if (answer === "bytes") return "Picture";
  if (answer === undefined) return "void";
  return refName(answer) ?? `${capitalized(name)}Answer`;
}

function typeOf(schema: Schema): string {
  const target = refName(schema);
  if (target) return target;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf) return [...new Set(membersOf(schema).map(typeOf))].join(" | ");
  if (schema.type === "array") return `readonly ${inBrackets(typeOf(schema.items ?? {}))}[]`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, each]) => `readonly ${quoted(name)}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(each)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  if (schema.type === "object") return "Readonly<Record<string, unknown>>";
  if (schema.type === "integer") return "number";
  return schema.type ?? "unknown";
}

function inBrackets(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A comment in lines of at most 120 columns. */
function comment(text: string | undefined, indent: string): string[] {
  if (!text) return [];
  if (text.length + indent.length <= 112) return [`${indent}/** ${text} */`];
  const lines: string[] = [];
  let line = `${indent} *`;
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > 116) {
      lines.push(line);
      line = `${indent} *`;
    }
    line += ` ${word}`;
  }
  return [`${indent}/**`, ...lines, line, `${indent} */`];
}
