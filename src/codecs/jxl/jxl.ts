import { EngineError } from "../../errors/index.ts";
import type { Codec, DecodedImage, DecodeRequest, Probe } from "../codec.ts";
import { checkDecodeLimits } from "../decode-limits.ts";
import { findExcess, type MetadataBlock, maxBlocks } from "../metadata.ts";
import { pngCodec } from "../png.ts";
import { fourCharacters } from "../read-bytes.ts";
import { decodeToPng } from "./decoder.ts";
import { type JxlHeader, readJxlHeader } from "./header.ts";

/**
 * JPEG XL (ISO/IEC 18181), bare and in a container, through jxl-oxide in WebAssembly, whose PNG output is decoded like
 * any PNG; for an animation, the first frame.
 */
export const jxlCodec: Codec = {
  format: "jxl",
  probesHead: false,
  matches: isJxl,
  findMetadata: findJxlBlocks,
  probe,
  decode,
};

/** Maximum number of extra channels, such as alpha and depth; more indicate an attack on memory. */
const maxExtraChannels = 4;

/**
 * Peak memory in bytes per pixel and channel: the decoder has several 32-bit copies of each channel, then the PNG and
 * its picture. Measured: 43 for 4 channels.
 */
const bytesAChannel = 16;

async function probe(bytes: Uint8Array): Promise<Probe> {
  const { width, height, bitDepth } = headerOf(bytes);
  const excess = await findExcess(findJxlBlocks(bytes));
  const facts = { width, height, bitDepth: Math.min(16, Math.max(8, bitDepth)), colorSpace: "JPEG XL" };
  return excess ? { ...facts, metadataExcess: excess.reason } : facts;
}

function headerOf(bytes: Uint8Array): JxlHeader {
  const codestream = findCodestream(bytes);
  if (!codestream) throw new EngineError("input/corrupt", "decode: the JPEG XL holds no picture");
  const header = readJxlHeader(codestream);
  if (header.extraChannels <= maxExtraChannels && !header.isFloat) return header;
  const what = header.isFloat ? "floating-point samples" : `${header.extraChannels} extra channels`;
  throw new EngineError("unsupported/variant", `decode: JPEG XL with ${what} is not supported`);
}

async function decode(bytes: Uint8Array, request: DecodeRequest): Promise<DecodedImage> {
  const header = headerOf(bytes);
  checkDecodeLimits(header, bytesAChannel * (3 + header.extraChannels), request);
  const decoded = await pngCodec.decode(decodeToPng(bytes, header), request);
  if (decoded.kind !== "image") throw new EngineError("internal", "decode: a PNG gave a mosaic");
  const sourceBitDepth = Math.min(16, Math.max(8, header.bitDepth));
  return { ...decoded, facts: { ...decoded.facts, format: "jxl", sourceBitDepth } };
}

const bare = [0xff, 0x0a] as const;
const signature = [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a] as const;

function isJxl(head: Uint8Array): boolean {
  const begins = (bytes: readonly number[]) => bytes.every((byte, i) => head[i] === byte);
  return begins(bare) || begins(signature);
}

interface Box {
  readonly type: string;
  readonly at: number;
  readonly payload: Uint8Array;
  readonly end: number;
}

/** The boxes of a container (ISO/IEC 18181-2, clause 9), as far as they are whole; none of a bare codestream. */
function boxesOf(bytes: Uint8Array): readonly Box[] {
  if (bytes[0] === bare[0]) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length <= maxBlocks; ) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const head = isLong ? 16 : 8;
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < head) break;
    const end = Math.min(bytes.length, at + length);
    boxes.push({ type: fourCharacters(bytes, at + 4), at, payload: bytes.subarray(at + head, end), end });
    at = end;
  }
  return boxes;
}

/** The codestream or its first part; `undefined` if there is none. */
function findCodestream(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === bare[0]) return bytes;
  const box = boxesOf(bytes).find(({ type }) => type === "jxlc" || type === "jxlp");
  // A part begins with its number.
  return box?.type === "jxlp" ? box.payload.subarray(4) : box?.payload;
}

/** EXIF and XMP of a container. Brotli-compressed `brob` boxes are not read. */
function findJxlBlocks(bytes: Uint8Array): MetadataBlock[] {
  return boxesOf(bytes).flatMap(({ type, at, payload, end }): MetadataBlock[] => {
    // Exif begins with the offset of its TIFF header.
    if (type === "Exif") return [{ kind: "exif", content: payload.subarray(4), span: [at, end] }];
    if (type === "xml ") return [{ kind: "xmp", content: payload, span: [at, end] }];
    return type === "brob" || type === "jumb" ? [{ kind: "other", content: payload, span: [at, end] }] : [];
  });
}
