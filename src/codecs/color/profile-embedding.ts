import { crc32, deflateSync } from "node:zlib";
import { EngineError } from "../../errors/index.ts";
import { TiffReader } from "../tiff-reader.ts";

/**
 * Embeds an ICC profile in an encoded file without one. sharp can do so only with a colour conversion, which costs more
 * than encoding and, at 16 bits, starts from Display P3. All functions return a new file with the same pixel bytes.
 */
export const embedProfile = { jpeg: embedInJpeg, png: embedInPng, webp: embedInWebp, tiff: embedInTiff } as const;

/** One APP2 segment (ICC.1:2022, B.4) after SOI and the JFIF header, which must come first. */
function embedInJpeg(file: Buffer, profile: Uint8Array): Buffer {
  const hasJfif = file.readUInt16BE(2) === 0xffe0;
  const at = hasJfif ? 4 + file.readUInt16BE(4) : 2;
  const head = Buffer.from("\xff\xe2\0\0ICC_PROFILE\0\x01\x01", "latin1");
  head.writeUInt16BE(head.length - 2 + profile.length, 2);
  return Buffer.concat([file.subarray(0, at), head, profile, file.subarray(at)]);
}

/**
 * An iCCP chunk (PNG 1.2, 4.2.2.4) after the header; stored uncompressed, so that the bytes do not depend on the
 * version of zlib.
 */
function embedInPng(file: Buffer, profile: Uint8Array): Buffer {
  const afterHeader = 8 + 25;
  const body = Buffer.concat([Buffer.from("iCCPsRGB\0\0", "latin1"), deflateSync(profile, { level: 0 })]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([file.subarray(0, afterHeader), chunk, file.subarray(afterHeader)]);
}

/** The extended form (RFC 9649, 2.7): VP8X with the ICC flag, ICCP, then the unchanged picture. */
function embedInWebp(file: Buffer, profile: Uint8Array): Buffer {
  const pad = profile.length % 2;
  const chunk = Buffer.alloc(8 + profile.length + pad);
  chunk.write("ICCP", 0, "latin1");
  chunk.writeUInt32LE(profile.length, 4);
  chunk.set(profile, 8);
  const { width, height } = readVp8Size(file);
  const extended = Buffer.alloc(18);
  extended.write("VP8X", 0, "latin1");
  extended.writeUInt32LE(10, 4);
  extended.writeUInt8(0x20, 8);
  extended.writeUIntLE(width - 1, 12, 3);
  extended.writeUIntLE(height - 1, 15, 3);
  const whole = Buffer.concat([file.subarray(0, 12), extended, chunk, file.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Size in a lossy key frame's header (RFC 6386, 9.1): 14 bits each after the start code. */
function readVp8Size(file: Buffer): { width: number; height: number } {
  const frame = 12 + 8;
  return { width: file.readUInt16LE(frame + 6) & 0x3fff, height: file.readUInt16LE(frame + 8) & 0x3fff };
}

const ICC_PROFILE_TAG = 34675;
const UNDEFINED_TYPE = 7;
/** Size of a directory entry (TIFF 6.0, section 2). */
const ENTRY_BYTES = 12;

/**
 * Appends a new first directory with one more entry (TIFF 6.0, section 2; ICC.1:2022, B.3); the old one stays in the
 * file, unused.
 */
function embedInTiff(file: Buffer, profile: Uint8Array): Buffer {
  const reader = TiffReader.open(file);
  const directory = reader?.entriesAt(reader.first);
  if (!directory)
    throw new EngineError("internal", "encode: expected a TIFF of the encoder's, got one without a directory");
  const entries = directory.entries.map(({ start }) => file.subarray(start, start + ENTRY_BYTES));
  const count = entries.length;
  const profileAt = file.length + (file.length % 2);
  const directoryAt = profileAt + profile.length + (profile.length % 2);
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16LE(ICC_PROFILE_TAG, 0);
  entry.writeUInt16LE(UNDEFINED_TYPE, 2);
  entry.writeUInt32LE(profile.length, 4);
  entry.writeUInt32LE(profileAt, 8);
  const sorted = [...entries, entry].sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const size = Buffer.alloc(2);
  size.writeUInt16LE(count + 1);
  const next = Buffer.alloc(4);
  next.writeUInt32LE(directory.next ?? 0);
  const whole = Buffer.alloc(directoryAt + 2 + (count + 1) * ENTRY_BYTES + 4);
  file.copy(whole);
  whole.set(profile, profileAt);
  Buffer.concat([size, ...sorted, next]).copy(whole, directoryAt);
  whole.writeUInt32LE(directoryAt, 4);
  return whole;
}
