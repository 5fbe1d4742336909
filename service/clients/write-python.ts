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

/** The generated module of the Python client: a TypedDict for each schema, a method for each operation. */
export function writePython(operations: readonly ClientOperation[], schemas: Readonly<Record<string, Schema>>): string {
  const named = Object.entries(schemas).filter(([name]) => name !== "Error");
  return [
    '"""Generated from the service\'s OpenAPI document by `npm run clients -w service`; do not edit."""',
    "",
    "from __future__ import annotations",
    "",
    "from typing import Any, Literal, Protocol, TypedDict, cast",
    "from urllib.parse import quote",
    "",
    ...named.map(([name, schema]) => typedDict(name, fieldsOf(schema, schemas), "", true)),
    ...operations.flatMap((operation) => inputsOf(operation, schemas)),
    "",
    "class Transport(Protocol):",
    '    """Sends one request of an operation; the client retries and reads the answer."""',
    "",
    "    def request_json(self, method: str, path: str, query: Any = None, body: Any = None) -> Any: ...",
    "",
    "    def request_bytes(self, method: str, path: str, query: Any = None) -> bytes: ...",
    "",
    "",
    "class Operations:",
    '    """One method for each operation of the API."""',
    "",
    "    _transport: Transport",
    ...operations.flatMap((operation) => ["", ...methodOf(operation)]),
    "",
  ].join("\n");
}

function inputsOf(operation: ClientOperation, schemas: Readonly<Record<string, Schema>>): string[] {
  const { name, query, body, answer } = operation;
  const inputs: string[] = [];
  if (query.length > 0) {
    const properties = Object.fromEntries(query.map((each) => [each.name, describe(each)]));
    inputs.push(typedDict(`${capitalized(name)}Query`, { properties, required: [] }, `Query of \`${snake(name)}\`.`));
  }
  if (body) inputs.push(typedDict(`${capitalized(name)}Body`, fieldsOf(body, schemas), `Body of \`${snake(name)}\`.`));
  if (answer !== undefined && answer !== "bytes" && !answer.$ref) {
    const summary = `Answer to \`${snake(name)}\`.`;
    inputs.push(typedDict(`${capitalized(name)}Answer`, fieldsOf(answer, schemas), summary, true));
  }
  return inputs;
}

function describe({ schema, description }: { schema: Schema; description?: string }): Schema {
  return description ? { ...schema, description } : schema;
}

/** `isAnswer`: the service sends all required fields; what a client sends may lack any that the service accepts. */
function typedDict(name: string, fields: Fields | undefined, summary: string, isAnswer = false): string {
  if (!fields) throw new Error(`${name} is not an object`);
  const { properties, required } = fields;
  const split = (isRequired: boolean) =>
    Object.entries(properties).filter(([field]) => required.includes(field) === isRequired);
  const [needed, optional] = [split(true), split(false)];
  const title = summary || (isAnswer ? `${name}, as the service describes it.` : name);
  if (needed.length === 0) return classOf(name, "TypedDict, total=False", title, optional);
  if (optional.length === 0) return classOf(name, "TypedDict", title, needed);
  const base = `_${name}Required`;
  return [
    classOf(base, "TypedDict", `The fields that \`${name}\` always has.`, needed),
    classOf(name, `${base}, total=False`, title, optional),
  ].join("\n");
}

function classOf(name: string, bases: string, title: string, fields: readonly (readonly [string, Schema])[]): string {
  const lines = fields.flatMap(([field, schema]) => {
    const description = descriptionOf(schema);
    return [...(description ? wrap(description, "    # ") : []), `    ${field}: ${typeOf(schema)}`];
  });
  return ["", `class ${name}(${bases}):`, `    """${title}"""`, "", ...lines, ""].join("\n");
}

function methodOf({ name, method, path, summary, pathParameters, query, body, needsBody, answer }: ClientOperation) {
  const parameters = [
    "self",
    ...pathParameters.map((parameter) => `${parameter}: str`),
    ...(query.length > 0 ? [`query: ${capitalized(name)}Query | None = None`] : []),
    ...(body ? [`body: ${capitalized(name)}Body${needsBody ? "" : " | None = None"}`] : []),
  ];
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter) => `{quote(${parameter}, safe="")}`);
  const sent = [
    JSON.stringify(method),
    pathParameters.length > 0 ? `f'${filled}'` : JSON.stringify(path),
    ...(query.length > 0 ? ["query"] : body ? ["None"] : []),
    ...(body ? [needsBody ? "body" : "body or {}"] : []),
  ].join(", ");
  const transport = `self._transport.${answer === "bytes" ? "request_bytes" : "request_json"}(${sent})`;
  return [
    `    def ${snake(name)}(${parameters.join(", ")}) -> ${resultOf(name, answer)}:`,
    `        """${summary}: \`${method} ${path}\`."""`,
    answer === undefined
      ? `        ${transport}`
      : `        return ${answer === "bytes" ? transport : `cast(${JSON.stringify(resultOf(name, answer))}, ${transport})`}`,
  ];
}

function resultOf(name: string, answer: ClientOperation["answer"]): string {
  if (answer === "bytes") return "bytes";
  if (answer === undefined) return "None";
  return refName(answer) ?? `${capitalized(name)}Answer`;
}

function typeOf(schema: Schema): string {
  const target = refName(schema);
  if (target) return target;
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map((each) => JSON.stringify(each)).join(", ")}]`;
  if (schema.anyOf) return [...new Set(membersOf(schema).map(typeOf))].join(" | ");
  if (schema.type === "array") return `list[${typeOf(schema.items ?? {})}]`;
  if (schema.type === "object") return "dict[str, Any]";
  return plainTypes[schema.type ?? ""] ?? "Any";
}

const plainTypes: Readonly<Record<string, string>> = {
  ...{ string: "str", integer: "int", number: "float", boolean: "bool", null: "None" },
};

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Lines of at most 100 columns. */
function wrap(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = prefix.trimEnd();
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > 100) {
      lines.push(line);
      line = `${prefix.trimEnd()} ${word}`;
    } else {
      line = `${line} ${word}`;
    }
  }
  return [...lines, line];
}
