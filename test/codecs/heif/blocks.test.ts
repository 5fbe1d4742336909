import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findHeifBlocks } from "../../../src/codecs/heif/blocks.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** A file with an EXIF block in its item data, or so many times the same part of the file. */
function heifWith(type: string, idat: Uint8Array, parts: readonly (readonly [number, number])[], method: number) {
  const infe = box("infe", Buffer.from([2, 0, 0, 0, 0, 7, 0, 0]), latin1(`${type}\0`));
  const extents = parts.map(([at, length]) => Buffer.from([0, 0, at >> 8, at & 255, 0, 0, length >> 8, length & 255]));
  const places = Buffer.from([1, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, method, 0, 0, parts.length >> 8, parts.length & 255]);
  const iinf = box("iinf", Buffer.from([0, 0, 0, 0, 0, 1]), infe);
  const meta = box("meta", Buffer.alloc(4), iinf, box("iloc", places, ...extents), box("idat", idat));
  return Buffer.concat([box("ftyp", latin1("heic\0\0\0\0")), meta]);
}

test("an EXIF block is found behind the bytes that tell where it begins", () => {
  const item = Buffer.concat([Buffer.from([0, 0, 0, 6]), latin1("Exif\0\0II*\0rest")]);
  const [block] = findHeifBlocks(heifWith("Exif", item, [[0, item.length]], 1));
  expect(block).toMatchObject({ kind: "exif" });
  expect(Buffer.from(block.content).toString("latin1")).toBe("II*\0rest");
});

test("a packet of two parts is joined", () => {
  const parts: [number, number][] = [
    [3, 2],
    [0, 3],
  ];
  const [block] = findHeifBlocks(heifWith("mime", latin1("abcde"), parts, 1));
  expect(block).toMatchObject({ kind: "xmp" });
  expect(Buffer.from(block.content).toString("latin1")).toBe("deabc");
});

test("an item that names the same bytes again and again is left out", () => {
  const parts = Array.from({ length: 5000 }, (): [number, number] => [0, 20_000]);
  expect(findHeifBlocks(heifWith("mime", new Uint8Array(), parts, 0))).toEqual([]);
});

test("nothing is found in a file that is cut short anywhere", () => {
  const whole = heifWith("mime", latin1("abcde"), [[0, 5]], 1);
  for (let length = 0; length < whole.length; length++)
    expect(() => findHeifBlocks(whole.subarray(0, length))).not.toThrow();
});

test("a HEIC has what its writer put in", () => {
  const heic = readFileSync(new URL("../../../fixtures/standard/gradient-exif-turned.heic", import.meta.url));
  expect(findHeifBlocks(heic)).toMatchObject([{ kind: "exif", content: { length: 180 } }]);
});
