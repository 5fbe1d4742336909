import { createSharpCodec } from "./sharp/index.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** PNG (ISO/IEC 15948); of an animation the first frame. */
export const pngCodec = createSharpCodec({
  format: "png",
  sharpName: "png",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => signature.every((byte, i) => head[i] === byte),
  inspect: (_bytes, { pages = 1 }) => (pages > 1 ? { auxiliary: `${pages - 1} further frame(s)` } : {}),
});
