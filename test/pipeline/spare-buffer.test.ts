import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SpareBuffer } from "../../src/pipeline/disk/read-file.ts";

const folder = mkdtempSync(join(tmpdir(), "lightwell-spare-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, bytes: Uint8Array | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const text = async (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("gives each file's own bytes, in the same memory", async () => {
  const spare = new SpareBuffer();
  const [long, short] = [write("long", "a long one"), write("short", "short")];
  const buffers: ArrayBufferLike[] = [];
  for (const path of [long, short, long]) {
    const read = await spare.read(path, 100, async (bytes) => {
      buffers.push(bytes.buffer);
      return text(bytes);
    });
    expect(read).toBe(path === long ? "a long one" : "short");
  }
  expect(new Set(buffers).size).toBe(1);
});

test("gives files that are read at once separate memory, and continues after one that failed", async () => {
  const spare = new SpareBuffer();
  const [one, other] = [write("one", "one"), write("other", "other")];
  await expect(spare.read(one, 100, () => Promise.reject(new Error("no picture")))).rejects.toThrow("no picture");
  const read = await Promise.all([spare.read(one, 100, text), spare.read(other, 100, text)]);
  expect(read).toEqual(["one", "other"]);
});

test("reads a file that is too large for it into memory of its own", async () => {
  const path = write("large", "begin");
  truncateSync(path, 25 * 2 ** 20);
  const length = await new SpareBuffer().read(path, 2 ** 30, async (bytes) => bytes.length);
  expect(length).toBe(25 * 2 ** 20);
});

test("refuses what cannot be read and what is longer than may be", async () => {
  const spare = new SpareBuffer();
  await expect(spare.read(join(folder, "none"), 100, text)).rejects.toMatchObject({ code: "io/read" });
  await expect(spare.read(folder, 100, text)).rejects.toMatchObject({ code: "io/read" });
  await expect(spare.read(write("five", "12345"), 4, text)).rejects.toMatchObject({ code: "limits/bytes" });
});
