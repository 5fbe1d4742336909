import { EngineError } from "../../errors/index.ts";
import type { Codec, DecodedImage, DecodeRequest, Probe } from "../codec.ts";
import { checkDecodeLimits } from "../decode-limits.ts";
import { findExcess } from "../metadata/index.ts";
import { pngCodec } from "../png/index.ts";
import { findCodestream, findJxlBlocks, isJxl } from "./boxes.ts";
import { decodeToPng } from "./decoder.ts";
import { type JxlHeader, readJxlHeader } from "./header.ts";

/**
 * JPEG XL (ISO/IEC 18181), bare and in a container, through jxl-oxide in WebAssembly, whose PNG goes the way of all
 * PNGs; of an animation the first frame.
 */
export const jxlCodec: Codec = {
  format: "jxl",
  probesHead: false,
  matches: isJxl,
  findMetadata: findJxlBlocks,
  probe,
  decode,
};

/** Alpha and depth; who has more wants memory. */
const mostExtraChannels = 4;

/** The decoder holds each channel several times as 32-bit numbers; then the PNG and its picture. Measured: 43 of 4. */
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
  if (header.extraChannels <= mostExtraChannels && !header.isFloat) return header;
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
