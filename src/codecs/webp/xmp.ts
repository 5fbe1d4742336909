/** RIFF's own head; the first chunk follows. */
const headBytes = 12;
const xmpFlag = 0x04;

/**
 * A WebP with an XMP packet as its last chunk (RFC 9649, 2.7.1.5); `undefined` for one without the extended head, which
 * tells of it. A picture with a colour profile has that head.
 */
export function withWebpXmp(webp: Uint8Array, packet: string): Uint8Array | undefined {
  const file = Buffer.from(webp);
  if (file.toString("latin1", headBytes, headBytes + 4) !== "VP8X") return undefined;
  const text = Buffer.from(packet, "utf8");
  const chunk = Buffer.alloc(8 + text.length + (text.length % 2));
  chunk.write("XMP ", "latin1");
  chunk.writeUInt32LE(text.length, 4);
  text.copy(chunk, 8);
  file[headBytes + 8] |= xmpFlag;
  file.writeUInt32LE(file.length - 8 + chunk.length, 4);
  return Buffer.concat([file, chunk]);
}
