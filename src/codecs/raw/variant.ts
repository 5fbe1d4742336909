import type { LibRawMetadata } from "../libraw/index.ts";
import { holdsSensorData, readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

const tag = { subfileType: 254, compression: 259, stripOffsets: 273, make: 271, model: 272, subIfds: 330 } as const;

/** NEFCompression (ExifTool, Nikon tag 0x0093). */
const nikonCompressions: Readonly<Record<number, string>> = { 13: "High Efficiency", 14: "High Efficiency*" };

/** TIFF's Compression of NEF. */
const nefCompression = 34713;

/** TIFF's Compression values of DNGs that no decoder at hand reads. */
const dngCompressions: Readonly<Record<number, string>> = { 9: "VC-5 (GoPro GPR)", 52546: "JPEG XL" };

/** A JPEG XS codestream begins with these markers (ISO/IEC 21122-1): Nikon's High Efficiency. */
const jpegXs = [0xff, 0x10, 0xff, 0x50];

/** Name, as in the menu of the camera or converter, of a coding that is known to be unreadable. */
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

/** Coding stated in the container; its first bytes if it is not a TIFF. */
export function describeCoding(bytes: Uint8Array): string {
  const compressions = readTiffDirectories(bytes).flatMap((one) => one.number(tag.compression) ?? []);
  if (compressions.length > 0) return `compression ${[...new Set(compressions)].join("/")}`;
  if (isCr3(bytes)) return "CR3 of an unknown kind";
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  return `beginning ${start.replace(/[^ -~]/g, "?")}`;
}

/** Signatures at fixed offsets: offset and ASCII text. */
const signatures: readonly (readonly [number, string])[] = [
  [0, "FUJIFILMCCD-RAW"],
  [4, "ftypcrx "],
  [6, "HEAPCCDR"],
  [0, "FOVb"],
  [0, "\0MRM"],
  [0, "IIRO"],
  [0, "IIRS"],
  [0, "MMOR"],
  [0, "IIU\0"],
  [8, "IIII"],
  [8, "MMMM"],
];

/** Makers whose first directory is an RGB or JPEG thumbnail, with the sensor data in a SubIFD. */
const subIfdMakers =
  /^(nikon|sony|pentax|ricoh|hasselblad|samsung|kodak|eastman kodak|leica|leaf|mamiya|phase one|seiko epson|canon|olympus)/i;

/**
 * Whether these are the first bytes of a camera's RAW file. Looks at content only; an ordinary TIFF (also one that a
 * camera wrote) is not one: its first directory contains the picture itself.
 */
export function isRawHead(head: Uint8Array): boolean {
  if (signatures.some(([offset, text]) => startsAt(head, offset, text))) return true;
  if (startsAt(head, 0, "II*\0") && startsAt(head, 8, "CR")) return true;
  if (!startsAt(head, 0, "II*\0") && !startsAt(head, 0, "MM\0*")) return false;
  const directories = readTiffDirectories(head);
  return directories.some(holdsSensorData) || (directories.length > 0 && isMakersThumbnail(directories[0]));
}

function isMakersThumbnail(first: TiffDirectory): boolean {
  const reduced = ((first.number(tag.subfileType) ?? 0) & 1) === 1;
  return reduced && first.has(tag.subIfds) && subIfdMakers.test(first.text(tag.make));
}

function startsAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (bytes.length < offset + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}
