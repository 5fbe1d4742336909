import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { prebuiltName } from "../../src/kernels/native.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Which kernels a copy of the built package selects that has no addon of its own, but an optional package. */
function kernelsBeside(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-prebuilt-"));
  folders.push(folder);
  for (const part of ["package.json", "dist", "data"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const prebuilt = join(folder, "node_modules", prebuiltName());
  mkdirSync(prebuilt, { recursive: true });
  cpSync(join(root, "native/build/Release/lightwell.node"), join(prebuilt, "kernels.node"));
  writeFileSync(join(prebuilt, "package.json"), JSON.stringify({ version, main: "kernels.node" }));
  const script = `import { selectKernels } from ${JSON.stringify(join(folder, "dist/kernels/index.js"))};
    console.log(selectKernels("auto").implementation);`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim();
}

test("an optional package of this version gives the native kernels, one of another version does not", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(kernelsBeside(version)).toBe("native");
  expect(kernelsBeside("0.0.1")).toBe("wasm");
});
