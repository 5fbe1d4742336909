import { EngineError } from "../../errors/index.ts";
import { declaredSpace } from "../color/index.ts";
import { createSharpCodec, type Inspection } from "../sharp/index.ts";
import { limitedPlanes } from "./av1-range.ts";
import { findHeifBlocks } from "./blocks.ts";
import { readBrands } from "./brands.ts";
import { HeifFile } from "./file.ts";
import { HeifItems } from "./items.ts";
import { hasDamagedTile } from "./tile-check.ts";

/** VIPS_MAX_COORD: beyond it GLib complains about the properties of the picture. */
const libvipsMaxEdge = 100_000_000;

const avifBrands = ["avif", "avis"];

/** AVIF (AV1 in HEIF): libvips decodes, libheif reports what the container declares. */
export const avifCodec = createSharpCodec({
  format: "avif",
  sharpName: "heif",
  usesExifOrientation: false,
  headersFirst: false,
  matches: (head) => {
    const [major, ...compatible] = readBrands(head);
    if (major === undefined) return false;
    if (avifBrands.includes(major)) return true;
    // A neutral major brand: whatever the compatible ones say.
    return ["mif1", "msf1", "miaf"].includes(major) && compatible.some((brand) => avifBrands.includes(brand));
  },
  metadataBlocks: findHeifBlocks,
  isDamaged: hasDamagedTile,
  check(bytes) {
    const missing = new HeifItems(bytes).countMissing(bytes.length);
    if (missing > 0)
      throw new EngineError("input/corrupt", `decode: the AVIF file is cut short, ${missing} of its parts are missing`);
    const { width, height } = new HeifFile(bytes, Number.MAX_SAFE_INTEGER, "headers").header();
    if (Math.max(width, height) <= libvipsMaxEdge) return;
    const message = `decode: an AVIF of ${width} × ${height} pixels is beyond every limit`;
    throw new EngineError("limits/pixels", message, { width, height });
  },
  inspect(bytes, { width, height }): Inspection {
    const { cicp, auxiliaryCount } = new HeifFile(bytes, width * height, "headers").header();
    return {
      limited: limitedPlanes(bytes),
      isPremultiplied: new HeifItems(bytes).isPremultiplied,
      space: cicp && declaredSpace(cicp),
      auxiliary: auxiliaryCount > 0 ? `${auxiliaryCount} further picture(s) (gain map, depth, second view)` : undefined,
    };
  },
});
