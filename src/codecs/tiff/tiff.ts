import { createSharpCodec, type Inspection } from "../sharp/index.ts";
import { findLab } from "./lab.ts";
import { countDamagedPieces, hasOverlappingPieces, isNoisy, isUncompressed } from "./soundness.ts";

/** Byte order, then 42, or 43 for BigTIFF. */
const signatures = [
  [0x49, 0x49, 42, 0],
  [0x4d, 0x4d, 0, 42],
  [0x49, 0x49, 43, 0],
  [0x4d, 0x4d, 0, 43],
];

/** TIFF 6.0 and BigTIFF; the first page. RAW formats built on TIFF stand before it in the registry. */
export const tiffCodec = createSharpCodec({
  format: "tiff",
  sharpName: "tiff",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => signatures.some((signature) => signature.every((byte, i) => head[i] === byte)),
  metadataBlocks: (bytes) => [{ kind: "exif", content: bytes, span: [0, bytes.length] }],
  isDamaged: async (bytes, image, kernels) =>
    countDamagedPieces(bytes) > 0 ||
    hasOverlappingPieces(bytes) ||
    (isUncompressed(bytes) && (await isNoisy(image, kernels))),
  toReadable: (bytes) => findLab(bytes)?.asRgb ?? bytes,
  inspect(bytes, { pages = 1 }): Inspection {
    const lab = findLab(bytes);
    return {
      ...(pages > 1 && { auxiliary: `${pages - 1} further page(s)` }),
      ...(lab && { space: lab.space, ignoresProfile: true }),
    };
  },
});
