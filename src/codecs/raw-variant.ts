import type { LibRawMetadata } from "./libraw-module.ts";
import { readTiffDirectories } from "./tiff-structure.ts";

const tag = { compression: 259, make: 271, model: 272 } as const;

/** NEFCompression (ExifTool, Nikon tag 0x0093). */
const nikonCompressions: Readonly<Record<number, string>> = { 13: "High Efficiency", 14: "High Efficiency*" };

/** TIFF's Compression values that no decoder at hand reads. */
const dngCompressions: Readonly<Record<number, string>> = { 9: "VC-5 (GoPro GPR)", 52546: "JPEG XL" };

/** What kind of RAW it is, in the words that its owner finds in the camera's or converter's menus. `metadata` where LibRaw could tell. */
export function describeVariant(bytes: Uint8Array, metadata: LibRawMetadata | undefined): string {
  const directories = readTiffDirectories(bytes);
  const [first] = directories;
  const camera = metadata
    ? `${metadata.camera_make} ${metadata.camera_model}`
    : `${first?.text(tag.make) ?? ""} ${first?.text(tag.model) ?? ""}`;
  return [camera.trim(), codingOf()].filter((part) => part !== "").join(", ");

  function codingOf(): string {
    const nikon = metadata && nikonCompressions[metadata.nef_compression];
    if (nikon) return `NEF compressed as ${nikon}`;
    if (!first) return `beginning ${startOf(bytes)}`;
    const compressions = [...new Set(directories.flatMap((one) => one.number(tag.compression) ?? []))];
    const known = compressions.map((value) => dngCompressions[value]).find((name) => name !== undefined);
    return known ? `compressed as ${known}` : `compression ${compressions.join("/")}`;
  }
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4))
    .toString("latin1")
    .replace(/[^ -~]/g, "?");
}
