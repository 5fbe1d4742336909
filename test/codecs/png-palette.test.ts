import { crc32, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { attempt } from "../support/damage.ts";

const side = 16;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of 16 x 16 pixels of a depth, whose palette has `entries` colours and whose rows are these. */
function png(depth: number, entries: number, rows: Buffer, isInterlaced = false): Uint8Array {
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, depth, 3, 0, 0, isInterlaced ? 1 : 0]);
  const palette = Buffer.from(Array.from({ length: entries * 3 }, (_, i) => (i * 37) % 256));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", deflateSync(rows))];
  return new Uint8Array(Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]));
}

/** Indices below 5 throughout, except for one pixel. */
function indices(odd: number): Uint8Array {
  const all = Uint8Array.from({ length: side * side }, (_, i) => (i * 7 + (i >> 4)) % 5);
  all[9 * side + 11] = odd;
  return all;
}

/** Rows of one filter: none, of the left, of above, of their mean, of Paeth. */
function filtered(samples: Uint8Array, filter: number): Buffer {
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : samples[y * side + x]);
  const rows = Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const guess = left + up - corner;
      const nearest = [left, up, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0];
      return (at(x, y) - [0, left, up, (left + up) >> 1, nearest][filter]) & 255;
    }),
  );
  return Buffer.from(rows.flatMap((row) => [filter, ...row]));
}

/** Two pixels a byte. */
function packed(samples: Uint8Array): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < samples.length; i += 2) {
    if (i % side === 0) bytes.push(0);
    bytes.push((samples[i] << 4) | samples[i + 1]);
  }
  return Buffer.from(bytes);
}

function interlaced(samples: Uint8Array): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  const bytes: number[] = [];
  for (const [left, top, across, down] of passes) {
    for (let y = top; y < side; y += down) {
      bytes.push(0);
      for (let x = left; x < side; x += across) bytes.push(samples[y * side + x]);
    }
  }
  return Buffer.from(bytes);
}

const warningsOf = async (file: Uint8Array) => (await attempt(file)).warnings;

describe("a PNG that names a colour beyond its palette is warned of, and one that names the last is not:", () => {
  test.each([0, 1, 2, 3, 4])("filter %i", async (filter) => {
    expect(await warningsOf(png(8, 6, filtered(indices(5), filter)))).toEqual([]);
    expect(await warningsOf(png(8, 6, filtered(indices(6), filter)))).toEqual(["decode/damaged"]);
  });

  test("two pixels a byte", async () => {
    expect(await warningsOf(png(4, 6, packed(indices(5))))).toEqual([]);
    expect(await warningsOf(png(4, 6, packed(indices(6))))).toEqual(["decode/damaged"]);
  });

  test("interlaced", async () => {
    expect(await warningsOf(png(8, 6, interlaced(indices(5)), true))).toEqual([]);
    expect(await warningsOf(png(8, 6, interlaced(indices(6)), true))).toEqual(["decode/damaged"]);
  });
});
