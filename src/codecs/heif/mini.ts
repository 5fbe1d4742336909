import { BitReader } from "./bit-reader.ts";

/** Where the one coded picture of a minimized HEIF stands, in bytes of its `mini` box. */
export interface MiniPicture {
  /** What an `hvcC` box would hold. */
  readonly config: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * The picture of a `mini` box, the short header that replaces `meta` and `mdat` (ISO/IEC 23008-12, Amendment 1). Only
 * HEVC alone: with alpha, a gain map, a profile or metadata, or with another coding named, nothing is known.
 */
export function readMini(box: Uint8Array): MiniPicture | undefined {
  const bits = new BitReader(box);
  const isOldVersion = bits.next(2) === 0;
  const namesCoding = bits.flag();
  const isFloat = bits.flag();
  bits.next(1); // range
  const hasAlpha = bits.flag();
  const namesColor = bits.flag();
  const [hasGainMap, hasProfile, hasExif, hasXmp] = [bits.flag(), bits.flag(), bits.flag(), bits.flag()];
  const chroma = bits.next(2);
  if (!isOldVersion || namesCoding || hasAlpha || hasGainMap || hasProfile || hasExif || hasXmp) return undefined;
  bits.next(3); // orientation
  bits.next(bits.flag() ? 30 : 14); // sides
  if (chroma === 1) bits.next(2);
  else if (chroma === 2) bits.next(1);
  if (isFloat) bits.next(2);
  else if (bits.flag()) bits.next(3);
  if (namesColor) bits.next(chroma === 0 ? 16 : 24);
  const [hasLargeConfig, hasLargeData] = [bits.flag(), bits.flag()];
  const configBytes = bits.next(hasLargeConfig ? 12 : 3);
  const dataBytes = bits.next(hasLargeData ? 28 : 15) + 1;
  const config = box.subarray(bits.bytesRead, bits.bytesRead + configBytes);
  const data = box.subarray(bits.bytesRead + configBytes, bits.bytesRead + configBytes + dataBytes);
  return configBytes > 0 && data.length === dataBytes ? { config, data } : undefined;
}
