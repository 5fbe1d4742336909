import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTiffStructure } from "../../fixtures/scene/tiff-structure.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { createEngine } from "../../src/index.ts";
import { OwnFirst } from "../../src/plain-metadata/index.ts";

const name = "Jörg Müßig";
const tool = new ExifTool();
const metadata = new OwnFirst(tool);
const engine = createEngine({ workers: 1 });
const { signal } = new AbortController();
let folder: string;
let plain: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-text-"));
  plain = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
});

afterAll(async () => {
  await Promise.all([tool.close(), engine.close()]);
  rmSync(folder, { recursive: true });
});

type Encoding = "utf8" | "latin1";

/** A JPEG with IPTC-IIM: author, and, if wanted, the marker that says UTF-8. */
function iptcFile(encoding: Encoding, isMarked: boolean): Buffer {
  const dataSet = (record: number, number: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0x1c, record, number, 0, content.length]), content]);
  const records = Buffer.concat([
    isMarked ? dataSet(1, 90, Buffer.from("\u001b%G")) : Buffer.alloc(0),
    dataSet(2, 80, Buffer.from(name, encoding)),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(records.length);
  const padding = Buffer.alloc(records.length % 2);
  const frame = Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0", "latin1");
  return withSegment(0xed, Buffer.concat([frame, size, records, padding]));
}

/** A JPEG with EXIF whose Artist has these bytes. */
function exifFile(encoding: Encoding): Buffer {
  const value = [...Buffer.from(name, encoding), 0];
  const tiff = writeTiffStructure([{ tag: 0x013b, type: "ascii", value }]);
  return withSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]));
}

function withSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([plain.subarray(0, 2), head, content, plain.subarray(2)]);
}

function written(file: Buffer, label: string): string {
  const path = join(folder, `${label}.jpg`);
  writeFileSync(path, file);
  return path;
}

/** The ExifTool for Windows brings its own perl, which reads Latin text only where no marker says UTF-8. */
const isWindows = process.platform === "win32";
const cases = (["utf8", "latin1"] as const).flatMap((encoding) =>
  [true, false]
    .filter((isMarked) => !isWindows || !isMarked || encoding === "utf8")
    .map((isMarked) => ({ encoding, isMarked })),
);

describe("IPTC text", () => {
  test.each(cases)("in $encoding is read, whether or not it is marked as UTF-8 ($isMarked)", async (each) => {
    const path = written(iptcFile(each.encoding, each.isMarked), `one-${each.encoding}-${each.isMarked}`);
    const [tags] = await metadata.read([path], signal);
    expect(tags).toMatchObject({ "IPTC:By-line": name });
  });

  test("is read the same in a batch", async () => {
    const paths = cases.map((each, i) => written(iptcFile(each.encoding, each.isMarked), `batch-${i}`));
    const read = await metadata.read(paths, signal);
    for (const tags of read) expect(tags).toMatchObject({ "IPTC:By-line": name });
  });

  test.each(cases)("in $encoding, marked $isMarked, is the same in every block of the result", async (each) => {
    const path = written(iptcFile(each.encoding, each.isMarked), `made-${each.encoding}-${each.isMarked}`);
    const output = join(folder, `result-${each.encoding}-${each.isMarked}.jpg`);
    await engine.develop(path, { output });
    const [tags] = await tool.read([output], signal);
    expect(tags).toMatchObject({ "IPTC:By-line": name, "IFD0:Artist": name, "IPTC:CodedCharacterSet": "\u001b%G" });
    expect((tags as Record<string, unknown>)["XMP-dc:Creator"]).toEqual([name]);
  });
});

test.skipIf(isWindows).each(["utf8", "latin1"] as const)("EXIF text in %s is read", async (encoding) => {
  const [tags] = await metadata.read([written(exifFile(encoding), `exif-${encoding}`)], signal);
  expect(tags).toMatchObject({ "IFD0:Artist": name });
});
