import { fourCharacters } from "../four-characters.ts";
import { sharpLibrary } from "../sharp/index.ts";

/** `RIFF`, the length, `WEBP` (RFC 9649, 2.4); what stands before the chunks of an animation's frame. */
const headerBytes = 12;
const chunkHeadBytes = 8;
const frameHeadBytes = 16;

/**
 * Writers end the coded data with up to this many unused bytes: at most 3 in the files of libwebp, libvpx
 * and others that were tried.
 */
const unneededBytes = 8;

/** Enough to have all of the data read; the library scales while it decodes. */
const smallEdgePx = 16;

/**
 * Whether the first picture is decoded without the last bytes of its coded data: neither coding of WebP has a checksum,
 * and both give garbage a picture, but one that ends somewhere before the data does. It is decoded once more for it.
 */
export async function hasDataLeft(webp: Uint8Array): Promise<boolean> {
  const chunk = findPicture(webp, headerBytes);
  if (!chunk || chunk.length <= chunkHeadBytes + unneededBytes) return false;
  try {
    const size = { width: smallEdgePx, height: smallEdgePx, fit: "fill" } as const;
    const options = { failOn: "warning", limitInputPixels: false } as const;
    await sharpLibrary()(withoutTail(chunk), options).resize(size).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The chunk of coded data, of an animation its first frame's. */
function findPicture(webp: Uint8Array, from: number): Uint8Array | undefined {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = from; at + chunkHeadBytes <= webp.length; ) {
    const end = at + chunkHeadBytes + view.getUint32(at + 4, true);
    const type = fourCharacters(webp, at);
    if (type === "VP8 " || type === "VP8L") return webp.subarray(at, end);
    if (type === "ANMF") return findPicture(webp.subarray(0, end), at + chunkHeadBytes + frameHeadBytes);
    at = end + (end % 2);
  }
  return undefined;
}

/** A file of this chunk alone, without its last bytes. */
function withoutTail(chunk: Uint8Array): Uint8Array {
  const length = chunk.length - chunkHeadBytes - unneededBytes;
  const file = Buffer.alloc(headerBytes + chunkHeadBytes + length + (length % 2));
  file.write("RIFF", "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WEBP", 8, "latin1");
  file.set(chunk.subarray(0, chunkHeadBytes + length), headerBytes);
  file.writeUInt32LE(length, headerBytes + 4);
  return file;
}
