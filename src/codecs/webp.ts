import { createSharpCodec } from "./sharp/index.ts";

/** WebP (RFC 9649); of an animation the first frame. */
export const webpCodec = createSharpCodec({
  format: "webp",
  sharpName: "webp",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => ascii(head, 0) === "RIFF" && ascii(head, 8) === "WEBP",
  inspect: (_bytes, { pages = 1 }) => (pages > 1 ? { auxiliary: `${pages - 1} further frame(s)` } : {}),
});

function ascii(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}
