import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DiskCache } from "../../src/cache.ts";
import { createEngine } from "../../src/index.ts";
import { type InputFile, SourceStore } from "../../src/pipeline/disk/source.ts";
import { type FileCache, remembered } from "../../src/pipeline/tools.ts";
import { shootSet, smallJpeg, TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());
const signal = new AbortController().signal;

async function fileOf(bytes: Uint8Array | string, name = "a.jpg"): Promise<InputFile> {
  const path = folder.fresh(name);
  writeFileSync(path, bytes);
  return new SourceStore(1e9).open(path, signal);
}

function open(root: string, settings: { version?: string; maxBytes?: number } = {}): FileCache {
  return new DiskCache({ folder: root, version: "1", ...settings });
}

function entriesOf(root: string): string[] {
  const own = join(root, "lightwell");
  return readdirSync(own, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const value = { text: "ü", list: [1, 2.5], bytes: Uint8Array.of(1, 2, 3) };

/** Asks for a fact of the file and says whether it had to be found. */
async function askFor(cache: FileCache, file: InputFile, fact = "fact"): Promise<boolean> {
  let found = false;
  const answer = await remembered(cache, file, fact, async () => {
    found = true;
    return value;
  });
  expect(answer).toEqual(value);
  return found;
}

describe("the cache", () => {
  test("gives a later run what an earlier one found, for the same fact of the same file in the same version", async () => {
    const root = folder.fresh("cache");
    const file = await fileOf("picture");
    const first = open(root);
    expect(await askFor(first, file)).toBe(true);
    await first.close();
    expect(await askFor(open(root), file)).toBe(false);
    expect(await askFor(open(root), file, "another fact")).toBe(true);
    expect(await askFor(open(root, { version: "2" }), file)).toBe(true);
    expect(await askFor(open(root), await fileOf("Picture"))).toBe(true);
  });

  test("knows a file again by its content, size and time, not by its name", async () => {
    const root = folder.fresh("cache");
    const file = await fileOf("picture");
    const cache = open(root);
    await askFor(cache, file);
    await cache.close();
    const copy = await fileOf("picture", "b.jpg");
    expect(await askFor(open(root), { ...copy, modifiedNs: file.modifiedNs! })).toBe(false);
    utimesSync(file.path, 1, 1);
    expect(await askFor(open(root), await new SourceStore(1e9).open(file.path, signal))).toBe(true);
  });

  test("keeps nothing of bytes that were handed over", async () => {
    const store = new SourceStore(1e9);
    const file = await store.open({ name: "a.jpg", bytes: Uint8Array.of(1) }, signal);
    expect(await open(folder.fresh("cache")).keyOf(file, "fact")).toBeUndefined();
    await store.close();
  });

  test.each([
    ["cut", (path: string) => truncateSync(path, statSync(path).size - 1)],
    ["emptied", (path: string) => truncateSync(path, 0)],
    [
      "changed",
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
        ),
    ],
    ["replaced", (path: string) => writeFileSync(path, "no entry")],
    ["made larger than any entry", (path: string) => truncateSync(path, 17 * 2 ** 20)],
    [
      "replaced by a link",
      (path: string) => {
        copyFileSync(path, `${path}.copy`);
        rmSync(path);
        symlinkSync(`${path}.copy`, path);
      },
    ],
    [
      "replaced by a pipe",
      (path: string) => {
        rmSync(path);
        execFileSync("mkfifo", [path]);
      },
    ],
  ])("makes an entry again that was %s, and says so once", async (_what, spoil) => {
    const root = folder.fresh("cache");
    const file = await fileOf("picture");
    const first = open(root);
    await askFor(first, file);
    await first.close();
    for (const path of entriesOf(root)) spoil(path);
    const second = open(root);
    expect(await askFor(second, file)).toBe(true);
    expect(await second.takeTrouble()).toMatch(/^cache: a damaged entry was removed and computed again/);
    expect(await second.takeTrouble()).toBeUndefined();
    await second.close();
    expect(await askFor(open(root), file)).toBe(false);
  });

  test("takes no entry under the name of another", async () => {
    const root = folder.fresh("cache");
    const file = await fileOf("picture");
    const first = open(root);
    await askFor(first, file);
    const others = await first.keyOf(file, "another fact");
    await first.close();
    const [entry] = entriesOf(root);
    mkdirSync(join(root, "lightwell", others!.slice(0, 2)), { recursive: true });
    copyFileSync(entry, join(root, "lightwell", others!.slice(0, 2), others!));
    const second = open(root);
    expect(await askFor(second, file, "another fact")).toBe(true);
    expect(await second.takeTrouble()).toContain("its checksum is wrong");
    await second.close();
  });

  test.runIf(process.platform === "linux")(
    "ends where the system lets no folder be made and gives no reason",
    async () => {
      const cache = open("/proc/nothing");
      expect(await askFor(cache, await fileOf("picture"))).toBe(true);
      expect(await cache.takeTrouble()).toMatch(/^cache: nothing more is stored in /);
    },
  );

  test("is for its owner alone and leaves no temporary file", async () => {
    const root = folder.fresh("cache");
    const cache = open(root);
    await askFor(cache, await fileOf("picture"));
    await cache.close();
    const [entry, ...others] = entriesOf(root);
    expect(others).toEqual([]);
    expect(statSync(entry).mode & 0o077).toBe(0);
    expect(statSync(join(root, "lightwell")).mode & 0o077).toBe(0);
  });

  test("stays below its bound, the oldest entries going first, and touches nothing of others", async () => {
    const root = folder.fresh("cache");
    const files = await Promise.all([..."abcdef"].map((letter) => fileOf(letter)));
    for (const [i, file] of files.entries()) {
      const cache = open(root);
      const before = i === 0 ? [] : entriesOf(root);
      await askFor(cache, file);
      await cache.close();
      for (const path of entriesOf(root)) if (!before.includes(path)) utimesSync(path, 1000 + i, 1000 + i);
    }
    const foreign = [
      join(root, "mine.txt"),
      join(root, "lightwell", "notes"),
      join(root, "lightwell", "ab", "photo.jpg"),
    ];
    mkdirSync(join(root, "lightwell", "ab"), { recursive: true });
    for (const path of foreign) writeFileSync(path, "mine");
    const size = statSync(entriesOf(root).find((path) => /[0-9a-f]{64}$/.test(path))!).size;
    const bounded = open(root, { maxBytes: 3.5 * size });
    await askFor(bounded, await fileOf("g"));
    await bounded.close();
    const known = await Promise.all(files.map(async (file) => !(await askFor(open(root), file))));
    expect(known).toEqual([false, false, false, false, true, true]);
    for (const path of foreign) expect(readFileSync(path, "utf8")).toBe("mine");
  });

  test("that cannot be written is reported and does no harm", async () => {
    const root = folder.fresh("a-file");
    writeFileSync(root, "x");
    const cache = open(root);
    expect(await askFor(cache, await fileOf("picture"))).toBe(true);
    expect(await cache.takeTrouble()).toMatch(/^cache: nothing more is stored in /);
    await cache.close();
  });
});

describe("grouping with a cache", () => {
  test("gives the same sets as without, the first time and the next, also with pictures and broken files", async () => {
    const shoot = folder.copyOf(shootSet("kitchen"));
    for (const shade of [60, 120, 180])
      writeFileSync(join(shoot, `bare-${shade}.jpg`), await smallJpeg(shade, 300, 200));
    writeFileSync(join(shoot, "broken.jpg"), "no picture");
    const files = readdirSync(shoot).map((name) => join(shoot, name));
    const cacheDir = folder.fresh("cache");
    const groupWith = async (options: Parameters<typeof createEngine>[0]) => {
      const engine = createEngine(options);
      try {
        return await engine.group(files, { checkFrames: true });
      } finally {
        await engine.close();
      }
    };
    const plain = await groupWith({});
    expect(plain.thumbnailsRead).toBeGreaterThan(3);
    expect(plain.failed).toHaveLength(1);
    expect(await groupWith({ cacheDir })).toEqual(plain);
    expect(entriesOf(cacheDir).length).toBe(6 + plain.thumbnailsRead);
    expect(await groupWith({ cacheDir })).toEqual(plain);
    const [some] = entriesOf(cacheDir);
    truncateSync(some, 10);
    const repaired = await groupWith({ cacheDir });
    expect(repaired.warnings).toMatchObject([...plain.warnings, { code: "cache/trouble" }]);
    expect({ ...repaired, warnings: plain.warnings }).toEqual(plain);
  });

  test("asks ExifTool nothing the second time", async () => {
    const cacheDir = folder.fresh("cache");
    const headersOf = async (env: string | undefined) => {
      const engine = createEngine({ cacheDir });
      const path = process.env["PATH"];
      if (env !== undefined) process.env["PATH"] = env;
      try {
        return await engine.inspectAll(shootSet("kitchen"));
      } finally {
        process.env["PATH"] = path;
        await engine.close();
      }
    };
    const first = await headersOf(undefined);
    expect(await headersOf("/nowhere")).toEqual(first);
  });
});
