import { type MetadataBlock, maxBlocks } from "../metadata.ts";
import { fourCharacters, type Span } from "../read-bytes.ts";
import { boxesOf, findBox, NumberReader } from "./items.ts";

const sixteenBits = 2;
const inFile = 0;
const inItemData = 1;

/**
 * The EXIF blocks and XMP packets of a HEIF file, from `iinf` and `iloc` of its `meta` box (ISO/IEC 14496-12, 8.11).
 * Items that extend beyond the file are skipped: no reader can use them.
 */
export function findHeifBlocks(bytes: Uint8Array): MetadataBlock[] {
  const meta = findBox(boxesOf(bytes), "meta")?.subarray(4);
  const boxes = meta ? boxesOf(meta) : [];
  const types = readTypes(findBox(boxes, "iinf"));
  const itemData = findBox(boxes, "idat") ?? new Uint8Array();
  const blocks: MetadataBlock[] = [];
  for (const { item, method, parts } of readPlaces(findBox(boxes, "iloc"))) {
    const type = types.get(item);
    if (type !== "Exif" && type !== "mime") continue;
    const source = method === inFile ? bytes : method === inItemData ? itemData : new Uint8Array();
    const content = join(
      source,
      parts.map(([at, length]) => [at, at + (length || source.length)]),
    );
    if (content === undefined) continue;
    blocks.push(type === "Exif" ? exifBlock(content) : { kind: "xmp", content, span: [0, 0] });
  }
  return blocks;
}

/** The four bytes before the block state the offset of its TIFF header (ISO/IEC 23008-12, A.2.1). */
function exifBlock(content: Uint8Array): MetadataBlock {
  const skip = content.length < 4 ? 0 : 4 + new DataView(content.buffer, content.byteOffset).getUint32(0);
  return { kind: "exif", content: content.subarray(skip), span: [0, 0] };
}

/** Joins the parts of an item; a single part, the usual case, is not copied. */
function join(source: Uint8Array, spans: readonly Span[]): Uint8Array | undefined {
  const parts = spans.map(([begin, end]) => source.subarray(begin, end));
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytes > source.length) return undefined;
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

function readTypes(box: Uint8Array | undefined): Map<number, string> {
  const types = new Map<number, string>();
  if (!box || box.length < 8) return types;
  for (const { type, payload } of boxesOf(box.subarray(box[0] === 0 ? 6 : 8))) {
    // Version, flags, number, protection; older versions have no type.
    const numberBytes = payload[0] === sixteenBits ? 2 : 4;
    if (type !== "infe" || payload[0] < sixteenBits) continue;
    const item = new NumberReader(payload.subarray(4)).next(numberBytes);
    types.set(item, fourCharacters(payload, 4 + numberBytes + 2));
  }
  return types;
}

interface Place {
  readonly item: number;
  readonly method: number;
  readonly parts: readonly (readonly [at: number, length: number])[];
}

function readPlaces(box: Uint8Array | undefined): Place[] {
  if (!box || box.length < 8) return [];
  const [version, , , , sizes, moreSizes] = box;
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexBytes = version === 0 ? 0 : moreSizes & 15;
  const numbers = new NumberReader(box.subarray(6));
  const count = numbers.next(version < 2 ? 2 : 4);
  const places: Place[] = [];
  let known = 0;
  for (let i = 0; i < count && !numbers.isAtEnd && known <= maxBlocks; i++) {
    const item = numbers.next(version < 2 ? 2 : 4);
    const method = version === 0 ? inFile : numbers.next(2) & 15;
    numbers.next(2);
    const base = numbers.next(baseBytes);
    const partCount = numbers.next(2);
    const parts: [number, number][] = [];
    for (let k = 0; k < partCount && !numbers.isAtEnd && known <= maxBlocks; k++, known++) {
      numbers.next(indexBytes);
      const at = base + numbers.next(offsetBytes);
      parts.push([at, numbers.next(lengthBytes)]);
    }
    places.push({ item, method, parts });
  }
  return places;
}
