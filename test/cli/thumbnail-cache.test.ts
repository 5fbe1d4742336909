import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ThumbnailCache } from "../../src/cli/review/thumbnail-cache.ts";
import type { Engine } from "../../src/engine.ts";
import { EngineError } from "../../src/errors/index.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());
const [a, b] = ["a.jpg", "b.jpg"].map((name) => join(folder.path, name));

let asked: string[] = [];
/** Small pictures of 100 bytes. */
const maker: Pick<Engine, "thumbnailAll"> = {
  thumbnailAll: async (sources) =>
    sources.map((source) => {
      const path = String(source);
      asked.push(path);
      return path.endsWith("broken.jpg")
        ? { file: path, error: new EngineError("input/corrupt", "broken") }
        : { path, bytes: new Uint8Array(100), width: 1, height: 1, source: "image", warnings: [] };
    }),
};

beforeEach(() => {
  asked = [];
  for (const path of [a, b]) writeFileSync(path, "picture");
});

test("a file that stays as it is is decoded once for each size", async () => {
  const cache = new ThumbnailCache(maker);
  const first = await cache.thumbnailAll([a, b]);
  expect(await cache.thumbnailAll([b, a])).toEqual([first[1], first[0]]);
  expect(asked).toEqual([a, b]);
  await cache.thumbnailAll([a], { thumbnailEdgePx: 64 });
  expect(asked).toEqual([a, b, a]);
});

test("a file that changed is decoded again", async () => {
  const cache = new ThumbnailCache(maker);
  await cache.thumbnailAll([a]);
  writeFileSync(a, "another picture");
  await cache.thumbnailAll([a, b]);
  expect(asked).toEqual([a, a, b]);
});

test("what failed or is not there is tried again", async () => {
  const cache = new ThumbnailCache(maker);
  const broken = join(folder.path, "broken.jpg");
  writeFileSync(broken, "broken");
  rmSync(b);
  for (let i = 0; i < 2; i++)
    expect(await cache.thumbnailAll([broken, b])).toMatchObject([{ file: broken }, { path: b }]);
  expect(asked).toEqual([broken, b, broken, b]);
});

test("the one used longest ago is dropped when the memory is full", async () => {
  const cache = new ThumbnailCache(maker, 150);
  await cache.thumbnailAll([a]);
  await cache.thumbnailAll([b]);
  await cache.thumbnailAll([b]);
  await cache.thumbnailAll([a]);
  expect(asked).toEqual([a, b, a]);
});
