import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { findViolations } from "./support/import-rules.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const folders: string[] = [];

/** A src folder with just these files. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-rules-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("the import rules", () => {
  test("hold in the sources", () => {
    expect(findViolations(join(root, "src"))).toEqual([]);
  });

  test.each([
    [
      "a stage that imports another stage",
      { "stages/merge/merge.ts": 'import "../tone/tone.ts";', "stages/tone/tone.ts": "" },
      /stages\/merge must not import stages\/tone/,
    ],
    [
      "a lower layer that imports a higher one, by type alone",
      { "image/image.ts": 'import type { X } from "../pipeline/batch.ts";', "pipeline/batch.ts": "" },
      /image must not import pipeline/,
    ],
    [
      "an inline type import",
      { "errors/a.ts": 'export type X = import("../image/b.ts").B;', "image/b.ts": "" },
      /errors must not import image/,
    ],
    [
      "a way past a folder's index",
      { "ops/index.ts": "", "ops/ssim.ts": "", "stages/group/group.ts": 'import "../../ops/ssim.ts";' },
      /entered only through its index/,
    ],
    [
      "a stage that reads the disk",
      { "stages/lens/lens.ts": 'import { readFileSync } from "node:fs";' },
      /pure unit imports node:fs/,
    ],
    ["a stage that looks at the clock", { "stages/tone/tone.ts": "export const now = Date.now();" }, /clock/],
    [
      "the pipeline reading files elsewhere than where it may",
      { "pipeline/batch.ts": 'import "node:fs/promises";' },
      /fs belongs to pipeline\/source/,
    ],
    ["a cycle", { "codecs/a.ts": 'import "./b.ts";', "codecs/b.ts": 'import "./a.ts";' }, /import cycle/],
    ["a file named utils", { "ops/utils.ts": "" }, /no file is named utils/],
    [
      "a re-export upwards",
      { "options/spec.ts": 'export * from "../cli/main.ts";', "cli/main.ts": "" },
      /options must not import cli/,
    ],
    [
      "a dynamic import upwards",
      { "kernels/a.ts": 'await import("../engine.ts");', "engine.ts": "" },
      /kernels must not import engine/,
    ],
  ] as const)("catch %s", (_what, files, expected) => {
    const rules = findViolations(plant(files)).map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });

  test("allow what the layers allow", () => {
    const files = {
      "errors/index.ts": "",
      "stages/context.ts": 'import "../errors/index.ts";',
      "stages/merge/merge.ts": 'import "../context.ts"; import "../../errors/index.ts";',
      "pipeline/source.ts": 'import "node:fs"; import "../stages/merge/merge.ts";',
    };
    expect(findViolations(plant(files))).toEqual([]);
  });
});

describe("the sources", () => {
  const native = readdirSync(join(root, "native"), { recursive: true }) as string[];

  test("keep N-API out of the kernels", () => {
    const kernels = native.filter((name) => name.startsWith("kernels") && /\.(cc|h)$/.test(name));
    expect(kernels.length).toBeGreaterThan(4);
    for (const name of kernels)
      expect(readFileSync(join(root, "native", name), "utf8")).not.toMatch(/node_api|napi_|binding\.h/);
  });

  test("have a reference for every native kernel and a native kernel for every reference", () => {
    const registered = native
      .filter((name) => name.startsWith("bindings"))
      .filter((name) => name.endsWith(".cc"))
      .flatMap((name) =>
        [...readFileSync(join(root, "native", name), "utf8").matchAll(/LW_REGISTER\((\w+),/g)].map((match) => match[1]),
      );
    const index = readFileSync(join(root, "src/kernels/reference/index.ts"), "utf8");
    const references = [...(/KernelSet = \{([^}]*)\}/.exec(index)?.[1].matchAll(/(\w+),/g) ?? [])].map(
      (match) => match[1],
    );
    expect(registered.sort()).toEqual(references.sort());
  });
});
