import type { JpegDc } from "../../kernels/index.ts";
import { adobeRgbSpace, type DeclaredSpace } from "../color/index.ts";
import { readExifDisplay } from "../exif.ts";
import { cutOut } from "../metadata.ts";
import type { ForeignPixels } from "../pour.ts";
import { createSharpCodec, type Inspection } from "../sharp/index.ts";
import { TiffReader } from "../tiff-reader.ts";
import { findJpegBlocks, saysColor } from "./blocks.ts";
import { type BaselineScan, findBaselineScan } from "./scan.ts";
import { isScanDamaged } from "./soundness.ts";

/** Maximum size in bytes of files whose coefficients are all checked, which takes 40 ms per megabyte. */
const shortBytes = 2 ** 20;

/** JPEG (ITU-T T.81), also as MPO and with a gain map; only the first picture is decoded. */
export const jpegCodec = createSharpCodec({
  format: "jpeg",
  sharpName: "jpeg",
  usesExifOrientation: true,
  headersFirst: true,
  matches: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  decodeEighth,
  metadataBlocks: findJpegBlocks,
  hide: (bytes, blocks) =>
    cutOut(
      bytes,
      blocks.filter((block) => !saysColor(bytes, block)).map(({ span }) => span),
    ),
  // The native decoder of small copies, which is many times as fast, only accepts sound files. In short files, garbage
  // may end at the right place by chance, so every coefficient is checked, too.
  isDamaged: (bytes, _image, { jpegDc }) =>
    !(jpegDc && bytes.length > shortBytes && decodeEighth(bytes, jpegDc)) && isScanDamaged(bytes),
  inspect(bytes, { exif }, fileName): Inspection {
    const further = countFurtherPictures(bytes);
    const counted = `${further} further picture(s) of a multi-picture file (gain map, depth, second view)`;
    return {
      auxiliary: further > 0 ? counted : undefined,
      space: exif && adobeRgbOf(exif, fileName),
    };
  },
});

/** Adobe RGB as declared by a camera without a profile; `undefined` if it declares nothing or sRGB. */
function adobeRgbOf(exif: Uint8Array, fileName: string | undefined): DeclaredSpace | undefined {
  const { isAdobeRgb, isUncalibrated } = readExifDisplay(exif);
  if (isAdobeRgb) return adobeRgbSpace("its EXIF says so");
  if (isUncalibrated && fileName?.startsWith("_"))
    return adobeRgbSpace("its name begins with _, and its EXIF has no other colour space");
  return undefined;
}

/**
 * A JPEG at an eighth of its size, from its DC coefficients: three times as fast as the library, which decodes every
 * coefficient to reach them. Luminance is identical to the library's; subsampled chroma is interpolated linearly.
 * `undefined` except for sound baseline files with the three usual components.
 */
export function decodeEighth(jpeg: Uint8Array, jpegDc: JpegDc): ForeignPixels | undefined {
  const found = findBaselineScan(jpeg);
  if (!found) return undefined;
  // Like libvips, which drops incomplete blocks.
  const width = Math.floor(found.width / 8);
  const height = Math.floor(found.height / 8);
  // A block has at least two bits: do not allocate memory for an impossible size.
  if (width === 0 || height === 0 || found.scan.length * 4 < width * height) return undefined;
  const target = new Uint8Array(width * height * 3);
  return jpegDc({ ...argsOf(found), target }) ? { data: target, width, height, channels: 3 } : undefined;
}

function argsOf({ scan, width, height, components, restartInterval }: BaselineScan) {
  const tables = new Uint8Array(components.length * 2 * tableBytes);
  for (const [i, { dcTable, acTable }] of components.entries()) {
    tables.set(dcTable, 2 * i * tableBytes);
    tables.set(acTable, (2 * i + 1) * tableBytes);
  }
  const [{ across, down }] = components;
  return {
    scan,
    tables,
    quants: Int32Array.from(components, ({ dcQuant }) => dcQuant),
    width,
    height,
    across,
    down,
    restartInterval,
  };
}

/** Bytes of a table: counts by length, and up to 256 symbols. */
const tableBytes = 16 + 256;

/** Type of images that are only thumbnails of the first one (CIPA DC-007, 5.2.3.3.1). */
const LARGE_THUMBNAIL_CLASS = 0x01;

const ENTRY_COUNT_TAG = 0xb001;
const ENTRY_TAG = 0xb002;
const ENTRY_BYTES = 16;
/** Maximum number of pictures, more than any camera writes to a file. */
const MOST_PICTURES = 64;

/**
 * Number of pictures after the first in the multi-picture index of a JPEG (CIPA DC-007), without previews. 0 if the
 * index is absent or broken, which has no effect because these pictures are not used.
 */
export function countFurtherPictures(jpeg: Uint8Array): number {
  const start = findIndex(jpeg);
  if (start === undefined) return 0;
  const reader = TiffReader.open(jpeg.subarray(start));
  return reader ? countEntries(reader) : 0;
}

/** Offset of the TIFF header within the APP2 segment marked `MPF\0`. */
function findIndex(jpeg: Uint8Array): number | undefined {
  let at = 2;
  while (at + 8 < jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1];
    if (marker === 0xda) return undefined;
    const isMpf = jpeg[at + 4] === 0x4d && jpeg[at + 5] === 0x50 && jpeg[at + 6] === 0x46 && jpeg[at + 7] === 0;
    if (marker === 0xe2 && isMpf) return at + 8;
    at += 2 + ((jpeg[at + 2] << 8) | jpeg[at + 3]);
  }
  return undefined;
}

function countEntries(reader: TiffReader): number {
  const directory = reader.entriesAt(reader.first);
  if (!directory?.isWhole) return 0;
  const fieldOf = (tag: number) => {
    const entry = directory.entries.findLast((each) => each.tag === tag);
    return entry && reader.offsetAt(entry.field);
  };
  const count = fieldOf(ENTRY_COUNT_TAG) ?? 0;
  const entries = fieldOf(ENTRY_TAG);
  if (entries === undefined) return 0;
  const counted = Math.min(count, MOST_PICTURES);
  if (!reader.has(entries, counted * ENTRY_BYTES)) return 0;
  let further = 0;
  for (let i = 1; i < counted; i++) {
    const attribute = reader.view.getUint32(entries + i * ENTRY_BYTES, reader.littleEndian);
    if (((attribute >> 16) & 0xff) !== LARGE_THUMBNAIL_CLASS) further++;
  }
  return further;
}
