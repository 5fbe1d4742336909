import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { readOwn } from "../../src/plain-metadata/read-own.ts";
import { describePhoto, planRewrite, type TagRecord } from "../../src/stages/metadata/index.ts";
import { type CanonRecords, canonJpeg, customFunctions, sizedLongs, sizedShorts } from "../support/canon-jpeg.ts";
import { seededRandom } from "../support/random.ts";
import { hasPhotographs, sharedFixtures } from "../support/shared-fixtures.ts";

const { signal } = new AbortController();
const exiftool = new ExifTool();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-canon-"));
});
afterAll(async () => {
  await exiftool.close();
  rmSync(folder, { recursive: true });
});

/** Everything that the engine makes of tags. */
function madeOf(tags: TagRecord | EngineError | undefined) {
  if (tags === undefined || tags instanceof EngineError) throw tags ?? new Error("not read");
  const subject = { format: "jpeg", widthPx: 64, heightPx: 48, frameCount: 3, is360: false, version: "1" } as const;
  const plan = planRewrite({ ...subject, tags, operations: ["merged"] }, { keepSerialNumbers: true });
  return { described: describePhoto(tags), plan };
}

const models = ["6D", "R5", "R6", "R6m2", "R8", "R50", "5D Mark IV", "RP", "R7", "90D", "7D Mark II", "R5 Mark II"];

const required = new Set(["1", "4", "147"]);

/** Records as bodies have them, of random numbers; small ones mostly, as codes are. */
function randomRecords(seed: number): CanonRecords {
  const random = seededRandom(seed);
  const among = (values: readonly number[]) => values[Math.floor(random() * values.length)];
  const code = () => among([0, 0, 0, 1, 2, 3, 4, 12, -12, 20, 64, -128, 655, 65535, Math.floor(random() * 3000)]);
  const shorts = (count: number) => Array.from({ length: count }, code);
  const body = Buffer.from(Uint8Array.from({ length: 4000 }, () => among([0, 0, 1, 3, 40, 100, 255])));
  const settings = shorts(52);
  settings[11] = among([0, 0, 0, 0, 1, 3]);
  const vignetting = sizedShorts(shorts(8));
  const length = vignetting.length;
  vignetting[0] = among([0, 0, 0, 1, 2]);
  vignetting.writeUInt16LE(length, 2);
  const shots = among([1, 2]);
  const all: CanonRecords = {
    1: sizedShorts(settings),
    4: sizedShorts(shorts(33)),
    13: body,
    147: sizedShorts(shorts(among([12, 25, 62]))),
    153: customFunctions([
      [0x101, 1],
      [0x105, among([0, 1, 2])],
      [0x106, ...(shots === 1 ? [among([0, 1, 2, 3])] : among([0, 1]) === 0 ? [5, 2] : [7, 3])],
    ]),
    16405: vignetting,
    16406: sizedLongs(shorts(9)),
    16408: sizedLongs(shorts(11)),
    16467: sizedLongs([among([0, 0, 1]), 99, 4]),
  };
  return Object.fromEntries(Object.entries(all).filter(([tag]) => required.has(tag) || random() < 0.8));
}

test.each(models)("the notes of a Canon EOS %s give what ExifTool reads in them", async (model) => {
  const paths = Array.from({ length: 24 }, (_, i) => join(folder, `${model}-${i}.jpg`));
  for (const [i, path] of paths.entries())
    writeFileSync(path, canonJpeg(`Canon EOS ${model}`, randomRecords(100 * models.indexOf(model) + i)));
  const theirs = await exiftool.read(paths, signal);
  let read = 0;
  for (const [i, path] of paths.entries()) {
    const own = await readOwn(path);
    if (own === undefined) continue; // left to ExifTool
    read++;
    expect(madeOf(own), path).toEqual(madeOf(theirs[i]));
  }
  expect(read).toBeGreaterThan(4);
});

describe("left to ExifTool are", () => {
  const whole = randomRecords(1);
  test.each<[string, string, CanonRecords, (bytes: Buffer) => Buffer]>([
    ["models that are not known", "1D X", whole, (bytes) => bytes],
    ["older custom functions", "6D", { ...whole, 15: sizedShorts([1, 2]) }, (bytes) => bytes],
    ["a record whose length is wrong", "6D", { ...whole, 4: Buffer.alloc(60) }, (bytes) => bytes],
    ["notes without what all have", "6D", { 1: sizedShorts([0]) }, (bytes) => bytes],
    ["a digital zoom", "6D", { ...whole, 1: sizedShorts(Array.from({ length: 52 }, () => 3)) }, (bytes) => bytes],
    [
      "functions that end early",
      "6D",
      { ...whole, 153: customFunctions([[0x105, 1]]).subarray(0, 20) },
      (bytes) => bytes,
    ],
    ["a body's information that is too short", "R5", { ...whole, 13: Buffer.alloc(100) }, (bytes) => bytes],
    ["notes that were moved", "6D", whole, moveNotes],
  ])("%s", async (_, model, records, change) => {
    const path = join(folder, "left.jpg");
    writeFileSync(path, change(canonJpeg(`Canon EOS ${model}`, records)));
    expect(await readOwn(path)).toBeUndefined();
  });

  function moveNotes(bytes: Buffer): Buffer {
    const footer = bytes.lastIndexOf("II*\0");
    bytes.writeUInt32LE(bytes.readUInt32LE(footer + 4) - 2, footer + 4);
    return bytes;
  }
});

describe.skipIf(!hasPhotographs("brackets", "metadata", "pano360"))("photographs of cameras", () => {
  test("are read as ExifTool reads them, or left to it", async () => {
    const paths = ["brackets", "metadata", "pano360", "finished"]
      .flatMap(sharedFixtures)
      .filter((path) => /\.jpe?g$/i.test(path));
    const own = await Promise.all(paths.map((path) => readOwn(path)));
    const left = paths.filter((_, i) => own[i] !== undefined);
    const theirs = await exiftool.read(left, signal);
    const ours = own.filter((tags) => tags !== undefined);
    for (const [i, path] of left.entries()) expect(madeOf(ours[i]), path).toEqual(madeOf(theirs[i]));
    const kitchen = left.filter((path) => path.includes(join("brackets", "kitchen")));
    expect(kitchen).toHaveLength(hasPhotographs("brackets/kitchen") ? 5 : 0);
  });
});
