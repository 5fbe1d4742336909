import sharp, { type Sharp } from "sharp";
import { type IntegerImage, type Orientation, type PixelMemory, swapsAxes } from "../image/index.ts";

/** A JPEG that lies inside another file. */
export interface EmbeddedJpeg {
  readonly offset: number;
  readonly width: number;
  readonly height: number;
}

/** A file that consists of JPEG beginnings only must not cost more than this many looks. */
const maxCandidates = 4096;
const maxFound = 32;

/**
 * The baseline and progressive JPEGs of 8 bits inside `bytes`, largest first, found by their markers (ITU-T T.81, annex B) whatever
 * the container says; lossless ones, which hold sensor data, are left out, and so are thumbnails inside a JPEG's own Exif block.
 */
export function findEmbeddedJpegs(bytes: Uint8Array): readonly EmbeddedJpeg[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  const found: EmbeddedJpeg[] = [];
  let offset = file.indexOf(start);
  for (let tried = 0; offset >= 0 && tried < maxCandidates && found.length < maxFound; tried++) {
    const header = readJpegHeader(file, offset);
    if (header) found.push({ offset, width: header.width, height: header.height });
    offset = file.indexOf(start, header ? header.scanOffset : offset + 2);
  }
  return found.sort((a, b) => b.width * b.height - a.width * a.height);
}

function readJpegHeader(file: Buffer, offset: number) {
  let size: { width: number; height: number } | undefined;
  for (let at = offset + 2; at + 9 < file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1];
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xda) return size && { ...size, scanOffset: at };
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return undefined;
    if (marker >= 0xc0 && marker <= 0xc2) {
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      if (file[at + 4] !== 8 || size.width === 0 || size.height === 0) return undefined;
    } else if (marker > 0xc2 && marker < 0xd0 && marker !== 0xc4 && marker !== 0xcc && marker !== 0xc8) {
      return undefined;
    }
    at += 2 + length;
  }
  return undefined;
}

/**
 * Decodes one embedded JPEG upright in sRGB, 8 bits. `orientation` is the container's and counts where the JPEG has none of its own.
 * With `edgePx` the longer edge comes that small (shrink-on-load). Rejects with sharp's error where the JPEG is broken.
 */
export async function decodeEmbeddedJpeg(
  bytes: Uint8Array,
  { offset, width, height }: EmbeddedJpeg,
  orientation: Orientation,
  memory: PixelMemory,
  edgePx?: number,
): Promise<IntegerImage> {
  const input = sharp(bytes.subarray(offset), { failOn: "error", limitInputPixels: width * height });
  const own = (await input.metadata()).orientation;
  const upright = toUpright(input, own ?? orientation);
  const sized =
    edgePx && edgePx < Math.max(width, height)
      ? upright.resize({ width: edgePx, height: edgePx, fit: "inside", kernel: "cubic" })
      : upright;
  const { data, info } = await sized
    .removeAlpha()
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const target = memory.u8(info.width * info.height * 3);
  target.set(data);
  return { width: info.width, height: info.height, channels: 3, data: target, space: "srgb" };
}

/** sharp applies flip (top–bottom), then flop, after rotating by the angle. */
function toUpright(input: Sharp, orientation: number): Sharp {
  const mirrored = [2, 4, 5, 7].includes(orientation);
  const angle = [0, 0, 0, 180, 180, 270, 90, 90, 270][orientation] ?? 0;
  const rotated = angle === 0 ? input : input.rotate(angle);
  return mirrored ? rotated.flop() : rotated;
}

/** Size of an embedded JPEG once upright. */
export function uprightSize(size: { width: number; height: number }, orientation: Orientation) {
  return swapsAxes(orientation) ? { width: size.height, height: size.width } : { width: size.width, height: size.height };
}
