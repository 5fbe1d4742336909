import { fourCharacters } from "../four-characters.ts";
import { createSharpCodec } from "../sharp/index.ts";
import { findWebpBlocks, hideWebpBlocks } from "./blocks.ts";
import { hasDataLeft } from "./soundness.ts";

/** WebP (RFC 9649); of an animation the first frame. */
export const webpCodec = createSharpCodec({
  format: "webp",
  sharpName: "webp",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => fourCharacters(head, 0) === "RIFF" && fourCharacters(head, 8) === "WEBP",
  metadataBlocks: findWebpBlocks,
  hide: hideWebpBlocks,
  isDamaged: hasDataLeft,
  inspect: (_bytes, { pages = 1 }) => (pages > 1 ? { auxiliary: `${pages - 1} further frame(s)` } : {}),
});
