import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Declaration } from "../../src/kernels/declaration.ts";
import type { DeclaredKernel } from "./names.ts";
import { writeBinding, writeBindings, writeConstants, writeHeader, writeRecords } from "./write.ts";

const folder = "src/kernels/declarations";
const root = fileURLToPath(new URL("../..", import.meta.url));

const isDeclaration = (value: unknown): value is Declaration =>
  typeof value === "object" && value !== null && "args" in value;

/** The kernels that a module declares: its exports named `<kernel>Args`. */
async function declaredIn(path: string): Promise<readonly DeclaredKernel[]> {
  const exported: Record<string, unknown> = await import(`${root}/${path}`);
  const sorted = Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([name, value]) =>
    name.endsWith("Args") && isDeclaration(value) ? [{ name: name.slice(0, -"Args".length), declaration: value }] : [],
  );
}

/** Every declared kernel, by the path of the module that declares it. */
export async function declaredKernels(): Promise<ReadonlyMap<string, readonly DeclaredKernel[]>> {
  const names = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith(".ts"));
  const paths = names.map((name) => `${folder}/${name}`).sort();
  const declared = await Promise.all(paths.map(async (path) => [path, await declaredIn(path)] as const));
  return new Map(declared.filter(([, kernels]) => kernels.length > 0));
}

/** Every file of native/generated, by its path there, as the declarations require it. */
export async function generatedSources(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  const declared = await declaredKernels();
  for (const [path, kernels] of declared) {
    const file = basename(path, ".ts").replaceAll("-", "_");
    sources.set(`${file}.h`, writeHeader(path, kernels));
    sources.set(`${file}_binding.h`, writeBinding(path, `${file}.h`, kernels));
  }
  const bindings = [...sources.keys()].filter((name) => name.endsWith("_binding.h"));
  sources.set("constants.h", writeConstants([...declared.values()].flat()));
  sources.set("records.h", writeRecords([...declared.values()].flat()));
  sources.set("bindings.cc", writeBindings(bindings));
  return sources;
}
