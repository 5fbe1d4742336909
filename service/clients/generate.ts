import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readOpenApi } from "../docs/generate.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import { clientOperations, type Schema } from "./operations.ts";
import { writePython } from "./write-python.ts";
import { writeTypescript } from "./write-typescript.ts";

/** Generated file, in this folder → its content. */
export function generateClients(document: OpenApiDocument): Readonly<Record<string, string>> {
  const operations = clientOperations(document);
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
  return {
    "typescript/src/generated.ts": writeTypescript(operations, schemas),
    "python/lightwell_client/generated.py": writePython(operations, schemas),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(generateClients(await readOpenApi()))) {
    writeFileSync(new URL(path, import.meta.url), content);
  }
}
