import { calibratedSpace, type DeclaredSpace, declaredSpace } from "../color/index.ts";
import { fourCharacters } from "../four-characters.ts";
import { cutOut } from "../metadata/index.ts";
import { createSharpCodec } from "../sharp/index.ts";
import { findPngBlocks } from "./blocks.ts";
import { namesColorsBeyondPalette } from "./palette.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** PNG (ISO/IEC 15948); of an animation the first frame. */
export const pngCodec = createSharpCodec({
  format: "png",
  sharpName: "png",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => signature.every((byte, i) => head[i] === byte),
  metadataBlocks: findPngBlocks,
  isDamaged: namesColorsBeyondPalette,
  hide: (bytes, blocks) =>
    cutOut(
      bytes,
      blocks.map(({ span }) => span),
    ),
  inspect: (bytes, { pages = 1 }) => ({
    ...(pages > 1 && { auxiliary: `${pages - 1} further frame(s)` }),
    space: spaceOf(bytes),
  }),
});

/** gAMA holds the exponent of encoding in these parts; beyond these bounds it is not one. */
const gammaUnit = 100_000;
const leastExponent = 0.2;
const mostExponent = 5;

/** What the chunks before the picture say of its colours, in the order of the standard: cICP, sRGB, gAMA with cHRM. */
function spaceOf(bytes: Uint8Array): DeclaredSpace | undefined {
  const chunks = headChunks(bytes);
  const cicp = chunks.get("cICP");
  // Matrix 0 is RGB; PNG knows no other.
  if (cicp?.byteLength === 4 && cicp.getUint8(2) === 0)
    return declaredSpace({ primaries: cicp.getUint8(0), transfer: cicp.getUint8(1) });
  const gamma = chunks.get("gAMA");
  if (chunks.has("sRGB") || gamma?.byteLength !== 4) return undefined;
  const exponent = gammaUnit / gamma.getUint32(0);
  if (!(exponent >= leastExponent && exponent <= mostExponent)) return undefined;
  const own = chunks.get("cHRM");
  const xy = own?.byteLength === 32 ? Array.from({ length: 8 }, (_, i) => own.getUint32(i * 4) / gammaUnit) : undefined;
  return calibratedSpace({ exponent, xy });
}

function headChunks(bytes: Uint8Array): ReadonlyMap<string, DataView> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, DataView>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = fourCharacters(bytes, at + 4);
    if (type === "IDAT" || at + 12 + length > bytes.length) break;
    chunks.set(type, new DataView(bytes.buffer, bytes.byteOffset + at + 8, length));
    at += 12 + length;
  }
  return chunks;
}
