import type { LibRawMetadata } from "../libraw/index.ts";
import { readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

const tag = { compression: 259, stripOffsets: 273, make: 271, model: 272 } as const;

/** NEFCompression (ExifTool, Nikon tag 0x0093). */
const nikonCompressions: Readonly<Record<number, string>> = { 13: "High Efficiency", 14: "High Efficiency*" };

/** TIFF's Compression of NEF. */
const nefCompression = 34713;

/** TIFF's Compression values of DNGs that no decoder at hand reads. */
const dngCompressions: Readonly<Record<number, string>> = { 9: "VC-5 (GoPro GPR)", 52546: "JPEG XL" };

/** A JPEG XS codestream begins with these markers (ISO/IEC 21122-1): Nikon's High Efficiency. */
const jpegXs = [0xff, 0x10, 0xff, 0x50];

/** A coding of the sensor data that is known not to be readable, in the words of the camera's or converter's menu. */
export function unreadableCoding(bytes: Uint8Array, metadata: LibRawMetadata): string | undefined {
  const nikon = nikonCompressions[metadata.nef_compression];
  if (nikon) return `NEF compressed as ${nikon}`;
  const directories = readTiffDirectories(bytes);
  if (directories.some((one) => holdsJpegXs(one, bytes))) return "NEF compressed as High Efficiency";
  if (metadata.dng_version === 0) return undefined;
  const dng = dngCompressions[metadata.compression];
  return dng && `DNG compressed as ${dng}`;
}

function holdsJpegXs(directory: TiffDirectory, bytes: Uint8Array): boolean {
  const at = directory.number(tag.stripOffsets);
  return (
    at !== undefined &&
    directory.number(tag.compression) === nefCompression &&
    jpegXs.every((byte, i) => bytes[at + i] === byte)
  );
}

export function cameraOf({ camera_make, camera_model }: LibRawMetadata): string {
  return `${camera_make} ${camera_model}`.trim();
}

export function describeCamera(bytes: Uint8Array, metadata: LibRawMetadata | undefined): string {
  if (metadata) return cameraOf(metadata);
  const [first] = containerDirectories(bytes);
  return first ? `${first.text(tag.make)} ${first.text(tag.model)}`.trim() : "";
}

/**
 * The directories that describe the photograph: those of a TIFF, or of the one that a CR3 holds (in a box `CMT1`, as
 * ExifTool calls it).
 */
export function containerDirectories(bytes: Uint8Array): readonly TiffDirectory[] {
  if (!isCr3(bytes)) return readTiffDirectories(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, cr3HeadBytes));
  const at = head.indexOf("CMT1", 0, "latin1");
  return at < 4 ? [] : readTiffDirectories(bytes.subarray(at + 4, at - 4 + head.readUInt32BE(at - 4)));
}

const cr3HeadBytes = 65_536;

function isCr3(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 11)).toString("latin1") === "ftypcrx";
}

/** How the container says that its data are coded; its first bytes if it is not a TIFF. */
export function describeCoding(bytes: Uint8Array): string {
  const compressions = readTiffDirectories(bytes).flatMap((one) => one.number(tag.compression) ?? []);
  if (compressions.length > 0) return `compression ${[...new Set(compressions)].join("/")}`;
  if (isCr3(bytes)) return "CR3 of an unknown kind";
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  return `beginning ${start.replace(/[^ -~]/g, "?")}`;
}
