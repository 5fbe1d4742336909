import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import type { EngineCall } from "../../../src/engine/calls.ts";
import { EnginePool } from "../../../src/engine/engine-pool.ts";
import { Renditions } from "../../../src/http/downloads/renditions.ts";
import { DiskStorage } from "../../../src/storage/disk-storage.ts";

let dataDir: string;
let renditions: Renditions;
let rendered: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  dataDir = await mkdtemp(join(tmpdir(), "lightwell-renditions-"));
  rendered = 0;
  const config = readConfig(["--data-dir", dataDir, "--renditions-mb", "1"], {});
  if (!config) throw new Error("no configuration");
  const renderers = new EnginePool(0, {});
  vi.spyOn(renderers, "run").mockImplementation(async (call: EngineCall) => {
    rendered++;
    if (call.kind === "render") await writeFile(call.output, Buffer.alloc(400_000));
    return { width: 2, height: 2 } as never;
  });
  const storage = await DiskStorage.open(join(dataDir, "storage"));
  renditions = new Renditions({ config, renderers, storage, log: pino({ level: "silent" }) });
});

afterEach(async () => {
  vi.useRealTimers();
  await renditions.close();
  await rm(dataDir, { recursive: true });
});

function take(key: string) {
  return renditions.take({
    ...{ key, accountId: "one", extension: "jpg", isWanted: () => true },
    rendition: { format: "jpeg", quality: 80, watermark: false },
    borrow: async () => ({ path: "input", release: async () => {} }),
  });
}

const folders = () => readdir(join(dataDir, "work", "renditions"));

test("those that were used longest ago go when the space is used up, but none that is being read", async () => {
  const read = await take("full/aa/1");
  for (const key of ["full/aa/2", "full/aa/3", "full/aa/4"]) await (await take(key)).release();
  expect(await folders()).toHaveLength(2);
  await (await take("full/aa/4")).release();
  expect(rendered).toBe(4);
  expect(await text(await read.read({ start: 0, end: 2 }))).toBe("\0\0\0");
  await read.release();
  await (await take("full/aa/1")).release();
  expect(rendered).toBe(4);
  await (await take("full/aa/2")).release();
  expect(rendered).toBe(5);
});

test("what was made of a removed picture goes at the next look", async () => {
  const key = "full/aa/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
  await (await take(key)).release();
  expect(await folders()).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(async () => expect(await folders()).toHaveLength(0));
});
