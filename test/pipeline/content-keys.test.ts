import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { findContentKeys } from "../../src/pipeline/finding/grouping.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

function fileOf(name: string, bytes: Uint8Array) {
  const path = folder.fresh(name);
  writeFileSync(path, bytes);
  return { name, path, sizeBytes: bytes.length };
}

/** Bytes that begin alike, as pictures of one camera do, and of one size. */
function bytesOf(last: number, first = 7): Uint8Array {
  const bytes = new Uint8Array(100_000).fill(first);
  bytes[99_999] = last;
  return bytes;
}

test("files of the same bytes have a key of their own, and no other file has one", async () => {
  const [a, b, c, d] = [bytesOf(1), bytesOf(2), bytesOf(3), bytesOf(1, 9)].map((bytes, i) => fileOf(`${i}.jpg`, bytes));
  const [copyOfA, copyOfB, again] = [1, 2, 1].map((last, i) => fileOf(`x${i}.jpg`, bytesOf(last)));
  const alone = fileOf("alone.jpg", new Uint8Array(5));
  const files = [a, b, c, d, copyOfA, copyOfB, again, alone];
  const keys = await findContentKeys(files, new AbortController().signal);
  expect([...keys.keys()]).toEqual([a, b, copyOfA, copyOfB, again]);
  expect(keys.get(copyOfA)).toBe(keys.get(a));
  expect(keys.get(again)).toBe(keys.get(a));
  expect(keys.get(copyOfB)).toBe(keys.get(b));
  expect(keys.get(b)).not.toBe(keys.get(a));
});

test("a file that went away has no key, and cancelling stops the reading", async () => {
  const [a, b] = [1, 1].map((last, i) => fileOf(`y${i}.jpg`, bytesOf(last)));
  const gone = { ...a, path: `${a.path}-gone` };
  expect([...(await findContentKeys([gone, a, b], new AbortController().signal)).keys()]).toEqual([a, b]);
  await expect(findContentKeys([a, b], AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
});
