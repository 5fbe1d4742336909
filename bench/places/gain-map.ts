import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { exiftool, plantArguments } from "./plant.ts";

/**
 * Adds a gain map to a JPEG, as in Ultra HDR of phones: GContainer's list in its XMP, an index of both pictures (CIPA
 * DC-007), and after its end the map with its own metadata and location. Replaces the file.
 */
export async function addGainMap(path: string): Promise<void> {
  const map = await sharp(path).greyscale().resize({ width: 160 }).jpeg().toBuffer();
  const mapPath = `${path}.map.jpg`;
  writeFileSync(mapPath, map);
  const gains = ["GainMapMin=0", "GainMapMax=2", "HDRCapacityMax=2"].map((value) => `-XMP-hdrgm:${value}`);
  exiftool("-q", "-m", "-overwrite_original", "-XMP-hdrgm:Version=1.0", ...gains, ...plantArguments, mapPath);
  const second = readFileSync(mapPath);
  const item = (semantic: string, length: number) =>
    `{Item={Mime=image/jpeg,Semantic=${semantic}${length > 0 ? `,Length=${length}` : ""}}}`;
  const directory = `[${item("Primary", 0)},${item("GainMap", second.length)}]`;
  exiftool("-q", "-m", "-overwrite_original", `-XMP-GContainer:ContainerDirectory=${directory}`, path);
  writeFileSync(path, withIndex(readFileSync(path), second));
}

/** The index is inserted before the first segment other than APP1; its offsets count from its byte-order mark. */
function withIndex(first: Buffer, second: Buffer): Buffer {
  let at = 2;
  while (first.readUInt16BE(at) === 0xffe0 || first.readUInt16BE(at) === 0xffe1) at += 2 + first.readUInt16BE(at + 2);
  const index = Buffer.alloc(4 + 4 + 8 + 2 + 3 * 12 + 4 + 2 * 16);
  index.writeUInt16BE(0xffe2, 0);
  index.writeUInt16BE(index.length - 2, 2);
  index.write("MPF\0II*\0", 4, "latin1");
  const base = 8;
  index.writeUInt32LE(8, base + 4);
  index.writeUInt16LE(3, base + 8);
  const entriesAt = 8 + 2 + 3 * 12 + 4;
  const fields = [
    [0xb000, 7, 4, 0x30303130], // version 0100
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, entriesAt],
  ];
  for (const [i, [tag, type, count, value]] of fields.entries()) {
    const field = base + 10 + 12 * i;
    index.writeUInt16LE(tag, field);
    index.writeUInt16LE(type, field + 2);
    index.writeUInt32LE(count, field + 4);
    index.writeUInt32LE(value, field + 8);
  }
  const length = first.length + index.length;
  for (const [i, values] of [
    [0x030000, length, 0, 0],
    [0, second.length, length - (at + base), 0],
  ].entries())
    for (const [k, value] of values.entries()) index.writeUInt32LE(value, base + entriesAt + 16 * i + 4 * k);
  return Buffer.concat([first.subarray(0, at), index, first.subarray(at), second]);
}
