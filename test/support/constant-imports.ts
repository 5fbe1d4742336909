import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

/** Where pixels are computed. The service computes none. */
const folders = ["bench", "fixtures", "src", "test"].map((name) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.url)),
);

/**
 * Makes imported names constants, as they are in the bundle. The test runner calls a getter at each use of an imported
 * name, which takes a fifth of the processor time of tests that compute pictures. Works because imports have no cycles.
 */
export function constantImports(): Plugin {
  return {
    name: "constant-imports",
    enforce: "post",
    transform(code, id) {
      // Tests stay as they are: the runner moves their imports behind their mocks.
      if (id.endsWith(".test.ts") || !folders.some((folder) => id.startsWith(folder))) return null;
      let [made, end] = ["", 0];
      for (const node of this.parse(code).body) {
        if (node.type !== "ImportDeclaration" || !node.source.value.startsWith(".")) continue;
        const named = node.specifiers.filter((specifier) => specifier.type === "ImportSpecifier");
        if (named.length === 0 || named.length < node.specifiers.length) continue;
        const names = named.map(({ imported, local }) => `${code.slice(imported.start, imported.end)}: ${local.name}`);
        const space = `imported${node.start}`;
        made += `${code.slice(end, node.start)}import * as ${space} from ${JSON.stringify(node.source.value)}; `;
        made += `const { ${names.join(", ")} } = ${space};`;
        end = node.end;
      }
      return end === 0 ? null : { code: made + code.slice(end), map: null };
    },
  };
}
