import { EngineError } from "../errors/index.ts";
import { type Codec, sniffBytes } from "./codec.ts";
import { avifCodec, heifCodec } from "./heif/index.ts";
import { jpegCodec } from "./jpeg/index.ts";
import { jxlCodec } from "./jxl/index.ts";
import { refuseKnownFormat } from "./known-formats.ts";
import { pngCodec } from "./png/index.ts";
import { rawCodec } from "./raw/index.ts";
import { tiffCodec } from "./tiff/index.ts";
import { webpCodec } from "./webp/index.ts";

/** Ordered: the first codec that knows the leading bytes gets the file, so the narrower signature stands first. */
export const codecs: readonly Codec[] = [
  jpegCodec,
  pngCodec,
  webpCodec,
  rawCodec,
  avifCodec,
  heifCodec,
  jxlCodec,
  tiffCodec,
];

/** Throws `input/empty`, `unsupported/format` or `input/not-an-image`; the name of the file plays no part. */
export function getCodec(bytes: Uint8Array): Codec {
  if (bytes.length === 0) throw new EngineError("input/empty", "decode: the file has no bytes");
  const head = bytes.subarray(0, sniffBytes);
  const codec = codecs.find((candidate) => candidate.matches(head));
  // A TIFF's directories may be at the end, and only they identify undeveloped data; the walk over them is bounded.
  if (codec === tiffCodec && rawCodec.matches(bytes)) return rawCodec;
  if (codec) return codec;
  refuseKnownFormat(head);
  const start = Buffer.from(head.subarray(0, 8)).toString("hex");
  throw new EngineError("input/not-an-image", `decode: the first bytes (${start}) are of no known image format`, {
    start,
  });
}
