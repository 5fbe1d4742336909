import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FileCache } from "../../src/storage/file-cache.ts";

let folder: string;
let cache: FileCache;
let loaded: string[];

/** Files of 10 bytes. */
async function openCache(maxBytes: number, load?: (key: string, path: string) => Promise<void>): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "lightwell-cache-"));
  loaded = [];
  cache = await FileCache.open(join(folder, "cache"), {
    maxBytes,
    load:
      load ??
      (async (key, path) => {
        loaded.push(key);
        await writeFile(path, key.padEnd(10));
      }),
  });
}

afterEach(async () => {
  cache.close();
  await rm(folder, { recursive: true, force: true });
});

async function use(key: string): Promise<void> {
  await (await cache.borrow(key)).release();
}

test("a file is loaded once, however many ask for it at once or one after another", async () => {
  await openCache(100);
  const files = await Promise.all([cache.borrow("a"), cache.borrow("a"), cache.borrow("a")]);
  expect(new Set(files.map(({ path }) => path)).size).toBe(1);
  expect(await readFile(files[0].path, "utf8")).toBe("a         ");
  for (const file of files) await file.release();
  await use("a");
  expect(loaded).toEqual(["a"]);
});

test("the least recently used files go first", async () => {
  await openCache(30);
  for (const key of ["a", "b", "c", "a", "d"]) await use(key);
  expect(cache.sizeBytes).toBe(30);
  for (const key of ["a", "c", "d", "b"]) await use(key);
  expect(loaded).toEqual(["a", "b", "c", "d", "b"]);
});

test("a file in use stays, even where that takes more than the cache's size", async () => {
  await openCache(20);
  const files = await Promise.all(["a", "b", "c", "d"].map((key) => cache.borrow(key)));
  expect(cache.sizeBytes).toBe(40);
  for (const { path } of files) expect(await readFile(path, "utf8")).toHaveLength(10);
  for (const file of files) await file.release();
  expect(cache.sizeBytes).toBe(20);
});

test("releasing twice counts once", async () => {
  await openCache(0);
  const [first, second] = [await cache.borrow("a"), await cache.borrow("a")];
  await first.release();
  await first.release();
  expect(await readFile(second.path, "utf8")).toHaveLength(10);
  await second.release();
  expect(cache.sizeBytes).toBe(0);
});

test("a removed file that is in use goes with its last user, and is loaded again for the next", async () => {
  await openCache(100);
  const file = await cache.borrow("a");
  await cache.remove("a");
  expect(await readFile(file.path, "utf8")).toHaveLength(10);
  await file.release();
  await expect(readFile(file.path)).rejects.toMatchObject({ code: "ENOENT" });
  await use("a");
  expect(loaded).toEqual(["a", "a"]);
});

test("a failed load leaves nothing, and the next one is tried", async () => {
  let tries = 0;
  await openCache(100, async (_, path) => {
    await writeFile(path, "half");
    if (++tries === 1) throw new Error("cut off");
  });
  await expect(cache.borrow("a")).rejects.toThrow("cut off");
  expect(await readdir(join(folder, "cache"))).toEqual([]);
  await use("a");
  expect(tries).toBe(2);
});

test("many files are loaded a few at a time, and all of them", async () => {
  let running = 0;
  let most = 0;
  await openCache(10_000, async (_, path) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await writeFile(path, "x");
    running--;
  });
  const files = await Promise.all(Array.from({ length: 100 }, (_, i) => cache.borrow(`${i}`)));
  expect(files).toHaveLength(100);
  expect(most).toBe(8);
});
