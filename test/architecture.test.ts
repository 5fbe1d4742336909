import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { findFolderViolations, findImpureRules, findStraySql, findUpwardImports } from "./support/folder-rules.ts";
import { findViolations } from "./support/import-rules.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const folders: string[] = [];

/** A folder with just these files. */
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

describe("the folders at the root", () => {
  test.each(["data", "docs"])("%s holds no scripts", (folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    // The pages that the command line writes run their own scripts in a browser.
    const isScript = (name: string) => /\.(ts|mts|mjs|cjs|py|sh)$/.test(name);
    expect(names.filter(isScript)).toEqual([]);
  });

  test("are the ones that ARCHITECTURE.md lists", () => {
    const page = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8");
    const [, table] = /## The folders\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];
    const tracked = execFileSync("git", ["ls-tree", "-d", "--name-only", "HEAD"], { cwd: root, encoding: "utf8" });
    const folders = tracked.split("\n").filter((name) => name !== "" && !name.startsWith("."));
    for (const folder of folders) expect(table, folder).toContain(`\`${folder}\``);
  });
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
      { "image/image.ts": 'import type { X } from "../pipeline/tools.ts";', "pipeline/tools.ts": "" },
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
      "a way past the index of a room within a unit",
      { "codecs/registry.ts": 'import "./jpeg/scan.ts";', "codecs/jpeg/scan.ts": "", "codecs/jpeg/index.ts": "" },
      /codecs\/jpeg is entered only through its index/,
    ],
    [
      "a way from one room past the index of another",
      { "codecs/raw/raw.ts": 'import "../dng/tags.ts";', "codecs/dng/tags.ts": "", "codecs/dng/index.ts": "" },
      /codecs\/dng is entered only through its index/,
    ],
    [
      "a stage that reads the disk",
      { "stages/lens/lens.ts": 'import { readFileSync } from "node:fs";' },
      /pure unit imports node:fs/,
    ],
    ["a stage that looks at the clock", { "stages/tone/tone.ts": "export const now = Date.now();" }, /clock/],
    [
      "the pipeline reading files elsewhere than where it may",
      { "pipeline/calls/batch.ts": 'import "node:fs/promises";' },
      /fs belongs to pipeline\/disk/,
    ],
    ["a cycle", { "codecs/a.ts": 'import "./b.ts";', "codecs/b.ts": 'import "./a.ts";' }, /import cycle/],
    [
      "a cycle of rooms whose files make none",
      {
        "codecs/raw/a.ts": 'import "../dng/index.ts";',
        "codecs/dng/index.ts": 'import "../raw/index.ts";',
        "codecs/raw/index.ts": "",
      },
      /import cycle: codecs\/(raw|dng) → /,
    ],
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
    [
      "a layer that thresholds content",
      { "stages/tone/layers/a.ts": 'import { ramp as soft } from "../../../ops/index.ts";', "ops/index.ts": "" },
      /layers do not threshold content: ramp/,
    ],
    [
      "a layer that takes everything at once",
      { "stages/tone/layers/a.ts": 'import * as ops from "../../../ops/index.ts";', "ops/index.ts": "" },
      /layers do not threshold content: \*/,
    ],
    [
      "a layer that detects content",
      { "stages/tone/layers/a.ts": 'import "../../scene/index.ts";', "stages/scene/index.ts": "" },
      /layers do not threshold content: stages\/scene/,
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
      "pipeline/disk/source.ts": 'import "node:fs"; import "../../stages/merge/merge.ts";',
      "codecs/jpeg/index.ts": 'import "./jpeg.ts";',
      "codecs/jpeg/jpeg.ts": 'import "../codec.ts";',
      "codecs/codec.ts": "",
      "ops/index.ts": "",
      "stages/tone/layers/a.ts": 'import { boxMean } from "../../../ops/index.ts";',
      "stages/tone/curves/a.ts": 'import { ramp } from "../../../ops/index.ts";',
    };
    expect(findViolations(plant(files))).toEqual([]);
  });
});

describe("the rules of the folders", () => {
  test("hold in the repository", () => {
    expect(findFolderViolations(root)).toEqual([]);
  });

  test.each([
    [
      "a source that imports a test's support",
      { "src/engine.ts": 'import "../test/support/a.ts";', "test/support/a.ts": "" },
      /src must not import test\/support/,
    ],
    [
      "a fixture that imports a benchmark",
      { "fixtures/a.ts": 'import "../bench/b.ts";', "bench/b.ts": "" },
      /fixtures must not import bench/,
    ],
    [
      "a benchmark that imports a test, by type alone",
      { "bench/a.ts": 'import type { X } from "../test/b.test.ts";', "test/b.test.ts": "" },
      /bench must not import test/,
    ],
    [
      "a service that reaches into the engine's sources",
      { "service/src/a.ts": 'import "../../src/engine.ts";', "src/engine.ts": "" },
      /service\/src must not import src/,
    ],
    [
      "a service that imports more than the engine's face",
      { "service/src/a.ts": 'import "lightwell/dist/engine.js";' },
      /only "lightwell"/,
    ],
    [
      "a service that imports its test's support",
      { "service/src/a.ts": 'import "../test/support/b.ts";', "service/test/support/b.ts": "" },
      /service\/src must not import service\/test\/support/,
    ],
    ["a cycle in the service", { "service/src/a.ts": 'import "./a.ts";' }, /import cycle/],
    ["a cycle in the fixtures", { "fixtures/a.ts": 'import "./b.ts";', "fixtures/b.ts": 'import "./a.ts";' }, /cycle/],
  ] as const)("catch %s", (_what, files, expected) => {
    const rules = findFolderViolations(plant(files)).map(({ rule }) => rule);
    expect(rules).toEqual([expect.stringMatching(expected)]);
  });

  test("allow what the folders may import", () => {
    const files = {
      "src/index.ts": "",
      "fixtures/scene/index.ts": 'import "../../src/index.ts";',
      "test/support/a.ts": 'import "../../fixtures/scene/index.ts";',
      "bench/run.ts": 'import "../test/support/a.ts"; import "../src/index.ts";',
      "service/src/app.ts": 'import "lightwell";',
      "service/test/app.test.ts": 'import "../src/app.ts";',
    };
    expect(findFolderViolations(plant(files))).toEqual([]);
  });
});

describe("the folders of the service", () => {
  test("import lower ones alone", () => {
    expect(findUpwardImports(root)).toEqual([]);
  });

  test("are caught where one imports a higher one", () => {
    const files = {
      "service/src/storage/a.ts": 'import type { B } from "../http/b.ts";',
      "service/src/http/b.ts": "",
    };
    expect(findUpwardImports(plant(files))).toEqual(["storage → http"]);
  });

  test("leave SQL to the store", () => {
    expect(findStraySql(root)).toEqual([]);
    const files = {
      "service/src/store/a.ts": 'queries.selectFrom("images");',
      "service/src/http/b.ts": 'queries.deleteFrom("images");',
      "service/src/jobs/c.ts": 'import { sql } from "kysely";',
    };
    expect(findStraySql(plant(files)).sort()).toEqual(["http/b.ts", "jobs/c.ts"]);
  });

  test("keep the rules on states, limits and recipes pure", () => {
    expect(findImpureRules(root)).toEqual([]);
    expect(findImpureRules(plant({ "service/src/domain/a.ts": 'import "node:fs";' }))).toEqual(["node:fs"]);
  });

  test("must have a place in the order", () => {
    const files = { "service/src/novel/a.ts": 'import "../app.ts";', "service/src/app.ts": "" };
    expect(() => findUpwardImports(plant(files))).toThrow(/service\/src\/novel has no place/);
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
});
