import { embedProfile, srgbProfile } from "../color/index.ts";
import { type FileBlocks, type MetadataBlock, maxBlocks } from "../metadata.ts";

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Signatures of parsed segments, and the number of bytes before their content. */
const names: readonly (readonly [marker: number, name: string, kind: MetadataBlock["kind"], skip: number])[] = [
  [APP1, "Exif\0\0", "exif", 6],
  [APP1, "http://ns.adobe.com/xap/1.0/\0", "xmp", 29],
  // The packet's digest, its length, and the offset of this part (XMP specification, part 3, 1.1.3.1).
  [APP1, "http://ns.adobe.com/xmp/extension/\0", "xmp", 35 + 32 + 8],
  [APP2, "ICC_PROFILE\0", "profile", 14],
];

/**
 * The application segments and comments before the picture (ITU-T T.81, B.1.1), up to the end of the sound part of the
 * file.
 */
export function findJpegBlocks(jpeg: Uint8Array): MetadataBlock[] {
  const blocks: MetadataBlock[] = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && blocks.length <= maxBlocks) {
    const marker = jpeg[at + 1];
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = Math.min(jpeg.length, at + 2 + Math.max(2, jpeg[at + 2] * 256 + jpeg[at + 3]));
    const isMetadata = (marker & 0xf0) === 0xe0 || marker === COMMENT;
    if (isMetadata) blocks.push({ ...contentOf(marker, jpeg.subarray(at + 4, end)), span: [at, end] });
    at = end;
  }
  return blocks;
}

/** Whether a segment defines the colour components, as JFIF's and Adobe's do. */
export function saysColor(jpeg: Uint8Array, { span }: MetadataBlock): boolean {
  const marker = jpeg[span[0] + 1];
  return marker === APP0 || marker === APP14;
}

function contentOf(marker: number, data: Uint8Array): Pick<MetadataBlock, "kind" | "content"> {
  const start = Buffer.from(data.subarray(0, 40)).toString("latin1");
  const known = names.find(([of, name]) => of === marker && start.startsWith(name));
  return known ? { kind: known[2], content: data.subarray(known[3]) } : { kind: "other", content: data };
}

/** One grey pixel, baseline (T.81, annex B), each Huffman table of one code. */
const pixel: readonly number[] = [
  ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(1)],
  ...[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
  ...[0x00, 0x10].flatMap((table) => [0xff, 0xc4, 0, 20, table, 1, ...new Array<number>(15).fill(0), 0]),
  ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9],
];

/**
 * The smallest JPEG with the profile of a result. Metadata are written to it, and {@link withHeadOf} moves them to the
 * picture.
 */
export function headCarrier(): Uint8Array {
  return embedProfile.jpeg(Buffer.from(pixel), srgbProfile());
}

/**
 * A JPEG with the metadata of another one: the application segments and comments before the picture (ITU-T T.81, B.1.1)
 * come from `head`, everything else from `picture`. Both files begin with SOI and are not changed.
 */
export function withHeadOf(head: Uint8Array, picture: Uint8Array): Uint8Array {
  const [headEnd, pictureBegin] = [endOfHead(head), endOfHead(picture)];
  const joined = new Uint8Array(headEnd + picture.length - pictureBegin);
  joined.set(head.subarray(0, headEnd));
  joined.set(picture.subarray(pictureBegin), headEnd);
  return joined;
}

const APP13 = 0xed;
const xmpName = "http://ns.adobe.com/xap/1.0/\0";
/** Maximum content of a segment in bytes: its 16-bit length includes the length field (T.81, B.1.1.4). */
const maxSegmentBytes = 65_533;

/**
 * A JPEG with these blocks as its first segments, after JFIF's; `undefined` if one is too long for a segment, and for a
 * file with metadata other than its profile.
 */
export function withJpegBlocks(jpeg: Uint8Array, { exif, iptc, xmp }: FileBlocks): Uint8Array | undefined {
  const own = findJpegBlocks(jpeg);
  if (own.some((block) => block.kind !== "profile" && !saysColor(jpeg, block))) return undefined;
  const begin = own.find((block) => saysColor(jpeg, block))?.span[1] ?? 2;
  const segments = [
    segment(APP1, "Exif\0\0", exif),
    segment(APP13, "Photoshop 3.0\0", iptcResource(iptc)),
    segment(APP1, xmpName, xmp),
  ];
  const whole = segments.filter((each) => each !== undefined);
  if (whole.length < segments.length) return undefined;
  return Buffer.concat([jpeg.subarray(0, begin), ...whole, jpeg.subarray(begin)]);
}

/** A Photoshop resource without a name, of even length (Adobe Photoshop File Formats, Image Resource Blocks). */
function iptcResource(iptc: Uint8Array): Uint8Array {
  if (iptc.length === 0) return iptc;
  const head = Buffer.from("8BIM\x04\x04\0\0\0\0\0\0", "latin1");
  head.writeUInt32BE(iptc.length, 8);
  return Buffer.concat([head, iptc, new Uint8Array(iptc.length % 2)]);
}

/** A segment; `undefined` if the content is empty. */
function segment(marker: number, name: string, content: Uint8Array): Uint8Array | undefined {
  if (content.length === 0) return content;
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(name, "latin1"), content]);
  if (bytes.length - 4 > maxSegmentBytes) return undefined;
  bytes.set([0xff, marker]);
  bytes.writeUInt16BE(bytes.length - 2, 2);
  return bytes;
}

/** Offset of the first segment other than APPn and COM. */
function endOfHead(file: Uint8Array): number {
  let at = 2;
  while (file[at] === 0xff && ((file[at + 1] & 0xf0) === 0xe0 || file[at + 1] === 0xfe)) {
    at += 2 + file[at + 2] * 256 + file[at + 3];
  }
  return at;
}
