import type { OpenApiDocument, Operation } from "../../src/http/openapi.ts";
import type { JsonSchema } from "./schema-arbitrary.ts";
import type { TestService } from "./test-service.ts";

/** An endpoint as the document has it. */
export interface DocumentedOperation {
  /** `POST /v3/images/{image_id}/process` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly body: JsonSchema | undefined;
  readonly query: readonly { readonly name: string; readonly schema: JsonSchema }[];
}

export async function readDocument(service: TestService): Promise<OpenApiDocument> {
  return (await service.call("GET", "/openapi.json", { key: null })).json as unknown as OpenApiDocument;
}

/** Every endpoint of `document`. */
export function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      operation,
      body: operation.requestBody?.content["application/json"]?.schema as JsonSchema | undefined,
      query: (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema }) => ({ name, schema: schema as JsonSchema })),
    })),
  );
}

/** `path` with its `{image_id}` and the like from `ids`. Throws where one is not among them. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no ${name} is known for ${path}`);
    return id;
  });
}
