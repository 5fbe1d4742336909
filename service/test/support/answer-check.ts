import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApiDocument, Operation, Response } from "../../src/http/openapi.ts";

/** An answer as a client sees it. */
export interface SeenAnswer {
  readonly method: string;
  /** With or without its query. */
  readonly path: string;
  readonly status: number;
  header(name: string): string | undefined;
  readonly bytes: Buffer;
}

/** Throws where an answer is not as the document says: its status, its content type, a header, its body. */
export type AnswerCheck = (answer: SeenAnswer) => void;

const errorShape = { $ref: "document#/components/schemas/Error" };

/** Holds answers to `document`, an OpenAPI 3.1 document. */
export function checkAnswersBy(document: OpenApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.entries(document.paths).map(
    ([path, operations]) => [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), path, operations] as const,
  );

  function find(method: string, path: string): { place: string; operation: Operation } | undefined {
    const plain = path
      .split(/[?;]/)[0]
      .replace(/\/+/g, "/")
      .replace(/(.)\/$/, "$1");
    const found = templates.find(([pattern]) => pattern.test(plain));
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = found?.[2][verb];
    return found && operation && { place: `paths/${pointer(found[1])}/${verb}`, operation };
  }

  function checkBody(reference: { readonly $ref: string }, { bytes }: SeenAnswer, say: (what: string) => Error) {
    const validate = compiled.get(reference.$ref) ?? ajv.compile(reference);
    compiled.set(reference.$ref, validate);
    if (!validate(JSON.parse(bytes.toString("utf8")))) throw say(ajv.errorsText(validate.errors));
  }

  return (answer) => {
    const { method, path, status } = answer;
    const say = (what: string) =>
      new Error(`${method} ${path} answered ${status}: ${what}\n${answer.bytes.toString("utf8", 0, 500)}`);
    if (status === 500) throw say("a failure of the service itself");
    const found = find(method, path);
    if (!found) {
      if (isPage(path)) return;
      if (status < 400) throw say("this address is not documented");
      if (method !== "HEAD") checkBody(errorShape, answer, say);
      return;
    }
    const response: Response | undefined = found.operation.responses[status];
    if (!response) throw say("this status is not documented");
    for (const [name, { required }] of Object.entries(response.headers ?? {})) {
      if (required && answer.header(name) === undefined) throw say(`the header ${name} is missing`);
    }
    if (method === "HEAD") return;
    const type = answer.header("content-type")?.split(";")[0];
    if (!response.content) {
      if (answer.bytes.length > 0 || type !== undefined) throw say("no body is documented");
      return;
    }
    if (type === undefined || !response.content[type]) throw say(`the type ${type} is not documented`);
    if (type !== "application/json") return;
    const place = `${found.place}/responses/${status}/content/${pointer(type)}/schema`;
    checkBody({ $ref: `document#/${place}` }, answer, say);
  };
}

/** What people look at is not a part of the API's document. */
function isPage(path: string): boolean {
  return /^\/(docs|settings|app|admin|join|share|sign-in|sign-out|sign-up)(\/|\?|$)/.test(path) || path === "/";
}

function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
