import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { newestApiVersion } from "../accounts/api-version.ts";

/** The part of an OpenAPI 3.1 document that is read and written here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object>; readonly [part: string]: object };
}

export interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; readonly content: Record<string, MediaType> };
  readonly responses: Record<string, Response>;
  security?: Record<string, readonly string[]>[];
  operationId?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: object;
}

export interface MediaType {
  readonly schema?: { readonly required?: readonly string[] };
}

export interface Response {
  readonly description: string;
  readonly content?: Record<string, MediaType>;
  headers?: Record<string, { readonly description: string; readonly required: boolean; readonly schema: object }>;
}

/** Collects the routes that are registered after it into the document, and shows it at /openapi.json and /docs. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Lightwell", version: "3", description: "Image enhancement, API v3" },
      components: {
        securitySchemes: {
          apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
          signedAddress: { type: "apiKey", in: "query", name: "signature" },
        },
      },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json["$id"] ?? `def-${i}`) },
    transformObject: (given) => {
      const document = ("openapiObject" in given ? given.openapiObject : given.swaggerObject) as OpenApiDocument;
      for (const [path, operations] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(operations)) complete(operation, method, path);
      }
      return document as object;
    },
  });
  await app.register(swaggerUi, { routePrefix: "/docs" });
}

/** What every operation has beyond its route's schema. */
function complete(operation: Operation, method: string, path: string): void {
  const isV3 = path.startsWith("/v3/");
  operation.operationId = nameOf(method, path);
  operation.security = securityOf(method, path);
  if (isV3) operation.parameters = [...(operation.parameters ?? []), ...headersOf(method, path)];
  if (path.startsWith("/uploads/")) {
    operation.requestBody = { required: true, content: { "application/octet-stream": {}, "image/*": {} } };
  } else if (operation.requestBody) {
    const schemas = Object.values(operation.requestBody.content).map(({ schema }) => schema);
    operation.requestBody.required = schemas.some((schema) => (schema?.required ?? []).length > 0);
  }
  for (const status of path.endsWith("/enhanced") ? ["200", "206", "304"] : []) {
    const sent = operation.responses[status];
    if (sent) sent.headers = { "X-Image-Status": imageStatus };
  }
  for (const status of ["429", "503"]) {
    const refused = operation.responses[status];
    if (refused && !["/healthz", "/readyz"].includes(path))
      refused.headers = { "Retry-After": whole("Seconds until the next try") };
  }
}

function nameOf(method: string, path: string): string {
  const words = path.replace(/^\/v3/, "").match(/[A-Za-z_]+/g) ?? [];
  return [method, ...words].join("_");
}

/**
 * Reading needs only the unguessable id; pictures need the key or a signed address; lists and writes need the key.
 */
function securityOf(method: string, path: string): Record<string, readonly string[]>[] {
  if (path.startsWith("/uploads/")) return [{ signedAddress: [] }];
  if (!path.startsWith("/v3/")) return [];
  if (/\/(enhanced|original|preview|watermark)$/.test(path)) return [{ apiKey: [] }, { signedAddress: [] }];
  if (method === "get" && path.includes("{")) return [{}, { apiKey: [] }];
  return [{ apiKey: [] }];
}

function headersOf(method: string, path: string): Parameter[] {
  const isPicture = /\/(enhanced|original|preview|watermark)$/.test(path);
  const headers: [string, string][] = [
    ["x-api-version", `A date: the API version that the client uses. ${newestApiVersion} is the newest`],
  ];
  if (isPicture || (method === "post" && /\/(images|process|merge)$/.test(path))) {
    headers.push(["x-dev-mode", "true: no credits are used, and pictures have a watermark"]);
  }
  if (isPicture) headers.push(["range", "bytes=FIRST-LAST: a part of the bytes"]);
  return headers.map(([name, description]) => ({ name, in: "header", description, schema: plain(Type.String()) }));
}

const imageStatus = {
  description: "The image's status; while it is processing, the picture is the previous one",
  required: true,
  schema: plain(Type.String()),
};

function whole(description: string) {
  return { description, required: true, schema: plain(Type.Integer({ minimum: 0 })) };
}

/** Without the symbols of TypeBox. */
function plain(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema)) as object;
}
