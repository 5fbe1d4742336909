import { embedProfile, srgbProfile } from "../color/index.ts";

/** One grey pixel, baseline (T.81, annex B), each Huffman table of one code. */
const pixel: readonly number[] = [
  ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(1)],
  ...[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
  ...[0x00, 0x10].flatMap((table) => [0xff, 0xc4, 0, 20, table, 1, ...new Array<number>(15).fill(0), 0]),
  ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9],
];

/**
 * The smallest JPEG with the profile of a result: what the metadata are written to that {@link withHeadOf} puts before
 * a picture.
 */
export function headCarrier(): Uint8Array {
  return embedProfile.jpeg(Buffer.from(pixel), srgbProfile());
}

/**
 * A JPEG with the metadata of another one: the application segments and comments that stand before the picture (ITU-T
 * T.81, B.1.1) are those of `head`, all else is that of `picture`. Both files begin with SOI and are not changed.
 */
export function withHeadOf(head: Uint8Array, picture: Uint8Array): Uint8Array {
  const [headEnd, pictureBegin] = [endOfHead(head), endOfHead(picture)];
  const joined = new Uint8Array(headEnd + picture.length - pictureBegin);
  joined.set(head.subarray(0, headEnd));
  joined.set(picture.subarray(pictureBegin), headEnd);
  return joined;
}

const xmpName = "http://ns.adobe.com/xap/1.0/\0";
/** A segment counts its length in 16 bits, and itself (T.81, B.1.1.4). */
const mostSegmentBytes = 65_533;

/** A JPEG with an XMP packet (XMP specification, part 3, 1.1.3); `undefined` where it is too long for one segment. */
export function withXmp(jpeg: Uint8Array, packet: string): Uint8Array | undefined {
  const content = Buffer.from(xmpName + packet, "utf8");
  if (content.length > mostSegmentBytes) return undefined;
  const length = content.length + 2;
  const segment = [0xff, 0xe1, length >> 8, length & 0xff];
  return Buffer.concat([jpeg.subarray(0, 2), Uint8Array.from(segment), content, jpeg.subarray(2)]);
}

/** Where the first segment begins that is neither APPn nor COM. */
function endOfHead(file: Uint8Array): number {
  let at = 2;
  while (file[at] === 0xff && ((file[at + 1] & 0xf0) === 0xe0 || file[at + 1] === 0xfe)) {
    at += 2 + file[at + 2] * 256 + file[at + 3];
  }
  return at;
}
