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

/** Looking at every coefficient takes 40 ms a megabyte. */
const shortBytes = 2 ** 20;

/** JPEG (ITU-T T.81), also as MPO and with a gain map: the first picture counts. */
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
  // The native decoder of small copies, many times as fast, takes none but sound files. In short ones garbage may well
  // end where it should: there every coefficient is looked at, too.
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

/** What a camera declares without a profile; `undefined` where it declares nothing or sRGB. */
function adobeRgbOf(exif: Uint8Array, fileName: string | undefined): DeclaredSpace | undefined {
  const { isAdobeRgb, isUncalibrated } = readExifDisplay(exif);
  if (isAdobeRgb) return adobeRgbSpace("its EXIF says so");
  if (isUncalibrated && fileName?.startsWith("_"))
    return adobeRgbSpace("its name begins with _, and its EXIF has no other colour space");
  return undefined;
}

/**
 * A JPEG at an eighth of its size, by its DC coefficients: three times as fast as the library, which decodes every
 * coefficient on its way to them. Luminance is the library's to the level; chroma is spread linearly where it is
 * coarser than luminance. `undefined` for all but sound baseline files of three usual components.
 */
export function decodeEighth(jpeg: Uint8Array, jpegDc: JpegDc): ForeignPixels | undefined {
  const found = findBaselineScan(jpeg);
  if (!found) return undefined;
  // As libvips, which leaves out the blocks that the picture only begins.
  const width = Math.floor(found.width / 8);
  const height = Math.floor(found.height / 8);
  // Two bits a block is the least: no memory for a picture that cannot be there.
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

/** Counts by length, and room for all symbols. */
const tableBytes = 16 + 256;

/** Types of individual images (CIPA DC-007, 5.2.3.3.1) that only repeat the first one in small. */
const LARGE_THUMBNAIL_CLASS = 0x01;

const ENTRY_COUNT_TAG = 0xb001;
const ENTRY_TAG = 0xb002;
const ENTRY_BYTES = 16;
/** More pictures than any camera writes into a file. */
const MOST_PICTURES = 64;

/**
 * How many pictures besides the first a JPEG announces in its multi-picture index (CIPA DC-007), previews not counted.
 * 0 when the index is absent or broken: the pictures are not used, so a broken index costs nothing.
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
