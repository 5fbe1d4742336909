import { sharpLibrary } from "../sharp/index.ts";
import { BitReader, boxesOf, findBox, HeifItems } from "./items.ts";
import type { LibheifModule } from "./libheif-module.ts";

/**
 * Where libde265's decoder (libheif-js 1.23.2) keeps its warnings: twenty codes and their number. The call that
 * returns them is not among the build's exports; a test checks that the address is right.
 */
const warningCodesOffset = 4;
const warningCountOffset = 84;
const maxWarnings = 20;

/** Warnings of de265.h that do not concern the data (no threads, a full buffer). */
const harmlessWarnings = new Set([1000, 1001]);

/**
 * Offsets in libde265's picture of its tables of coding tree blocks and of coding blocks. Each has a pointer, the
 * number of entries, the logarithm of a block's side, and the number of blocks across and down.
 */
const treeBlocksOffset = 140;
const codingBlocksOffset = 160;

/**
 * An entry of the table of coding blocks; three of its first bits are the block's size, 0 for one that was not decoded.
 */
const codingBlockBytes = 3;
const sizeBits = 7;

/** Maximum number of decoding steps. */
const maxSteps = 100_000;

/**
 * Number of damaged coded pictures among those of the primary picture (itself, or its tiles) and its auxiliary
 * pictures, such as alpha. libheif shows them without an error, so they are decoded once more to check.
 */
export function countDamagedTiles(module: LibheifModule, bytes: Uint8Array, items: HeifItems): number {
  const short = findBox(boxesOf(bytes), "mini");
  if (short) {
    const picture = readMini(short);
    return picture && isCodedDamaged(module, picture.config, picture.data) ? 1 : 0;
  }
  const pictures = [items.primary, ...items.referringTo(items.primary, "auxl")];
  const coded = pictures.flatMap((item) => {
    const tiles = items.referredBy(item, "dimg");
    return tiles.length > 0 ? tiles : [item];
  });
  return coded.filter((item) => {
    const header = items.property(item, "hvcC");
    const data = items.dataOf(item, bytes);
    return header !== undefined && data !== undefined && isCodedDamaged(module, header, data);
  }).length;
}

function isCodedDamaged(module: LibheifModule, header: Uint8Array, data: Uint8Array): boolean {
  return isDamaged(module, [...headerUnits(header), ...unitsOf(data, header)]);
}

/** The parameter sets in an HEVC configuration (ISO/IEC 14496-15, 8.3.3.1). */
function headerUnits(header: Uint8Array): readonly Uint8Array[] {
  const units: Uint8Array[] = [];
  const word = (at: number) => header[at] * 256 + header[at + 1];
  let at = 23;
  for (let array = 0; array < header[22]; array++) {
    const count = word(at + 1);
    at += 3;
    for (let i = 0; i < count && at + 2 <= header.length; i++) {
      units.push(header.subarray(at + 2, at + 2 + word(at)));
      at += 2 + word(at);
    }
  }
  return units;
}

/** An item's NAL units, each preceded by its length. */
function unitsOf(data: Uint8Array, header: Uint8Array): readonly Uint8Array[] {
  const units: Uint8Array[] = [];
  const lengthBytes = (header[21] & 3) + 1;
  for (let at = 0; at + lengthBytes <= data.length; ) {
    let length = 0;
    for (let i = 0; i < lengthBytes; i++) length = length * 256 + data[at + i];
    at += lengthBytes;
    units.push(data.subarray(at, at + length));
    at += length;
  }
  return units;
}

function isDamaged(module: LibheifModule, units: readonly Uint8Array[]): boolean {
  const room = module._malloc(4 + units.reduce((most, unit) => Math.max(most, unit.length), 0));
  const decoder = module._de265_new_decoder();
  if (room === 0 || decoder === 0) return false;
  try {
    for (const unit of units) {
      module.HEAPU8.set(unit, room + 4);
      module._de265_push_NAL(decoder, room + 4, unit.length, 0, 0, 0);
    }
    module._de265_flush_data(decoder);
    let error = 0;
    for (let step = 0; step < maxSteps; step++) {
      error = module._de265_decode(decoder, room);
      if (error !== 0 || new DataView(module.HEAPU8.buffer).getInt32(room, true) === 0) break;
    }
    return error !== 0 || hasWarned(module, decoder) || isUnfinished(module, decoder);
  } finally {
    module._de265_free_decoder(decoder);
  }
}

function hasWarned({ HEAPU8 }: LibheifModule, decoder: number): boolean {
  const memory = new DataView(HEAPU8.buffer, decoder);
  const count = Math.min(maxWarnings, memory.getUint32(warningCountOffset, true));
  const codes = Array.from({ length: count }, (_, i) => memory.getUint32(warningCodesOffset + 4 * i, true));
  return codes.some((code) => !harmlessWarnings.has(code));
}

/**
 * Whether the coded data ended before the picture, which causes no warning: garbage eventually contains an end of
 * slice, and the rest stays grey.
 */
function isUnfinished(module: LibheifModule, decoder: number): boolean {
  const picture = module._de265_get_next_picture(decoder);
  if (picture === 0) return true;
  const memory = new DataView(module.HEAPU8.buffer);
  const [trees, blocks] = [treeBlocksOffset, codingBlocksOffset].map((offset) => readTable(memory, picture + offset));
  for (let y = 0; y < trees.down; y++) {
    for (let x = 0; x < trees.across; x++) {
      const [column, row] = [x, y].map((at) => (at << trees.logSide) >> blocks.logSide);
      const entry = blocks.at + (row * blocks.across + column) * codingBlockBytes;
      if ((memory.getUint8(entry) & sizeBits) === 0) return true;
    }
  }
  return false;
}

interface BlockTable {
  readonly at: number;
  readonly logSide: number;
  readonly across: number;
  readonly down: number;
}

function readTable(memory: DataView, at: number): BlockTable {
  const word = (index: number) => memory.getUint32(at + 4 * index, true);
  return { at: word(0), logSide: word(2), across: word(3), down: word(4) };
}

/** Maximum number of items in a file that libheif accepts. */
const maxTiles = 1000;

/**
 * Whether a tile of an AVIF's grid cannot be decoded: libheif leaves its area empty without an error. Each tile is
 * decoded once more to check, as the primary picture of a copy. False for pictures without tiles.
 */
export async function hasDamagedTile(bytes: Uint8Array): Promise<boolean> {
  const items = new HeifItems(bytes);
  const tiles = [...new Set(items.referredBy(items.primary, "dimg"))].slice(0, maxTiles);
  for (const tile of tiles) {
    const alone = items.withPrimary(bytes, tile);
    if (alone && (await isBroken(alone))) return true;
  }
  return false;
}

/** Whether the pixels cannot be decoded although the header can; some valid tiles cannot be opened separately. */
async function isBroken(avif: Uint8Array): Promise<boolean> {
  const picture = sharpLibrary()(avif, { failOn: "warning", limitInputPixels: false });
  try {
    await picture.metadata();
  } catch {
    return false;
  }
  try {
    await picture.raw().toBuffer();
    return false;
  } catch {
    return true;
  }
}

/** Location of the single coded picture of a minimized HEIF, in bytes of its `mini` box. */
interface MiniPicture {
  /** HEVC configuration, as in an `hvcC` box. */
  readonly config: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * The picture of a `mini` box, the short header that replaces `meta` and `mdat` (ISO/IEC 23008-12, Amendment 1). Only
 * for plain HEVC: `undefined` with alpha, a gain map, a profile, metadata or another coding.
 */
function readMini(box: Uint8Array): MiniPicture | undefined {
  const bits = new BitReader(box);
  const isOldVersion = bits.next(2) === 0;
  const namesCoding = bits.flag();
  const isFloat = bits.flag();
  bits.next(1); // range
  const hasAlpha = bits.flag();
  const namesColor = bits.flag();
  const [hasGainMap, hasProfile, hasExif, hasXmp] = [bits.flag(), bits.flag(), bits.flag(), bits.flag()];
  const chroma = bits.next(2);
  if (!isOldVersion || namesCoding || hasAlpha || hasGainMap || hasProfile || hasExif || hasXmp) return undefined;
  bits.next(3); // orientation
  bits.next(bits.flag() ? 30 : 14); // sides
  if (chroma === 1) bits.next(2);
  else if (chroma === 2) bits.next(1);
  if (isFloat) bits.next(2);
  else if (bits.flag()) bits.next(3);
  if (namesColor) bits.next(chroma === 0 ? 16 : 24);
  const [hasLargeConfig, hasLargeData] = [bits.flag(), bits.flag()];
  const configBytes = bits.next(hasLargeConfig ? 12 : 3);
  const dataBytes = bits.next(hasLargeData ? 28 : 15) + 1;
  const config = box.subarray(bits.bytesRead, bits.bytesRead + configBytes);
  const data = box.subarray(bits.bytesRead + configBytes, bits.bytesRead + configBytes + dataBytes);
  return configBytes > 0 && data.length === dataBytes ? { config, data } : undefined;
}
