import { EngineError } from "../../errors/index.ts";
import { declaredSpace } from "../color/index.ts";
import { createSharpCodec, type Inspection, type LimitedPlanes } from "../sharp/index.ts";
import { findHeifBlocks } from "./blocks.ts";
import { HeifFile } from "./file.ts";
import { BitReader, HeifItems, readBrands } from "./items.ts";
import { hasDamagedTile } from "./tile-check.ts";

/** VIPS_MAX_COORD: beyond it GLib reports errors about the picture's properties. */
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
    // With a neutral major brand, the compatible ones decide.
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

const alphaTypes = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"];

/** The planes with limited range that an AVIF declares; undeclared ones have full range. */
export function limitedPlanes(bytes: Uint8Array): LimitedPlanes {
  const items = new HeifItems(bytes);
  const alpha = items
    .referringTo(items.primary, "auxl")
    .find((item) => alphaTypes.includes(textOf(items.property(item, "auxC")?.subarray(4))));
  return {
    alpha: alpha !== undefined && isLimited(items, alpha),
    gray: isMonochrome(items, items.primary) && isLimited(items, items.primary),
  };
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? [])
    .toString("latin1")
    .split("\0", 1)[0];
}

/** Settings of the coder; for a picture in tiles, those of the first tile. */
function coderOf(items: HeifItems, item: number): Uint8Array | undefined {
  return items.property(item, "av1C") ?? items.property(items.referredBy(item, "dimg")[0], "av1C");
}

/** AV1 ISOBMFF, 2.3.3: the bit is in the third byte. */
function isMonochrome(items: HeifItems, item: number): boolean {
  return (((coderOf(items, item)?.[2] ?? 0) >> 4) & 1) === 1;
}

/** By the item's colour box (ISO/IEC 14496-12, 12.1.5), which overrides the coded picture. */
function isLimited(items: HeifItems, item: number): boolean {
  const color = items.property(item, "colr");
  if (color && textOf(color.subarray(0, 4)) === "nclx" && color.length >= 11) return color[10] >> 7 === 0;
  const coder = coderOf(items, item);
  return coder !== undefined && sequenceRange(coder.subarray(4)) === "limited";
}

/**
 * The colour range in the sequence header of a list of OBUs (AV1 specification, 5.3 and 5.5); `undefined` if there is
 * none.
 */
function sequenceRange(obus: Uint8Array): "limited" | "full" | undefined {
  for (let at = 0; at + 1 < obus.length; ) {
    const head = obus[at++];
    if ((head & 4) !== 0) at++;
    let size = 0;
    for (let shift = 0; shift < 28 && at < obus.length; shift += 7) {
      const byte = obus[at++];
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (((head >> 3) & 15) === 1) return readRange(new BitReader(obus.subarray(at, at + size)));
    at += size;
  }
  return undefined;
}

/**
 * AV1 specification, 5.5.1. Stills need no timing information; if it is present, the range counts as unknown.
 */
function readRange(bits: BitReader): "limited" | "full" | undefined {
  const profile = bits.next(3);
  bits.next(1);
  const isReduced = bits.next(1) === 1;
  if (isReduced) bits.next(5);
  else if (!skipOperatingPoints(bits)) return undefined;
  const [wide, high] = [bits.next(4) + 1, bits.next(4) + 1];
  bits.next(wide);
  bits.next(high);
  if (!isReduced && bits.next(1) === 1) bits.next(7);
  bits.next(3);
  if (!isReduced) skipTools(bits);
  bits.next(3);
  return colorRange(bits, profile);
}

/** Skips operating points; false if timing information makes their length unknown. */
function skipOperatingPoints(bits: BitReader): boolean {
  if (bits.next(1) === 1) return false;
  const hasDelay = bits.next(1) === 1;
  const count = bits.next(5) + 1;
  for (let i = 0; i < count; i++) {
    bits.next(12);
    if (bits.next(5) > 7) bits.next(1);
    if (hasDelay && bits.next(1) === 1) bits.next(4);
  }
  return true;
}

function skipTools(bits: BitReader): void {
  bits.next(4);
  const hasOrder = bits.next(1) === 1;
  if (hasOrder) bits.next(2);
  const forced = bits.next(1) === 1 ? 2 : bits.next(1);
  if (forced > 0 && bits.next(1) === 0) bits.next(1);
  if (hasOrder) bits.next(3);
}

/** AV1 specification, 5.5.2. */
function colorRange(bits: BitReader, profile: number): "limited" | "full" {
  const isHigh = bits.next(1) === 1;
  if (profile === 2 && isHigh) bits.next(1);
  const isMonochrome = profile !== 1 && bits.next(1) === 1;
  const description = bits.next(1) === 1 ? [bits.next(8), bits.next(8), bits.next(8)] : [2, 2, 2];
  // BT.709 primaries, sRGB transfer, identity matrix: RGB itself, always full.
  const isRgb = !isMonochrome && description.join() === "1,13,0";
  return isRgb || bits.next(1) === 1 ? "full" : "limited";
}
