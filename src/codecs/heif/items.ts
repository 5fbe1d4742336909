import { fourCharacters } from "../read-bytes.ts";

/** A property of an item: its four-character type and the contents of its box. */
export interface ItemProperty {
  readonly type: string;
  readonly payload: Uint8Array;
}

/** A range of the file, in bytes. */
type Extent = readonly [at: number, length: number];

interface Reference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

/**
 * The items of a HEIF file, as its `meta` box lists them (ISO/IEC 14496-12, 8.11, and 23008-12), which libheif does not
 * report. In a broken file, some items are missing; nothing is thrown.
 */
export class HeifItems {
  readonly primary: number;
  readonly #primaryBox: Uint8Array | undefined;
  readonly #references: readonly Reference[];
  readonly #properties: ReadonlyMap<number, readonly ItemProperty[]>;
  /** Position of the data of each item that is stored in the file. */
  readonly #extents: ReadonlyMap<number, readonly Extent[]>;

  constructor(bytes: Uint8Array) {
    const meta = findBox(boxesOf(bytes), "meta")?.subarray(4);
    const boxes = meta ? boxesOf(meta) : [];
    this.#primaryBox = findBox(boxes, "pitm");
    this.primary = readPrimary(this.#primaryBox);
    this.#references = readReferences(findBox(boxes, "iref"));
    this.#properties = readProperties(findBox(boxes, "iprp"));
    this.#extents = readExtents(findBox(boxes, "iloc"));
  }

  /** Items that refer to this one. */
  referringTo(item: number, type: string): number[] {
    return this.#references.filter((one) => one.type === type && one.to.includes(item)).map(({ from }) => from);
  }

  /** Items that this one refers to. */
  referredBy(item: number, type: string): number[] {
    return this.#references.filter((one) => one.type === type && one.from === item).flatMap(({ to }) => to);
  }

  /**
   * Whether the primary picture's colours are premultiplied by its alpha (ISO/IEC 23000-22, 7.3.5.2: reference
   * `prem`).
   */
  get isPremultiplied(): boolean {
    return this.referredBy(this.primary, "prem").length > 0;
  }

  /** Counts the primary picture and its tiles whose data extends beyond `fileBytes`. */
  countMissing(fileBytes: number): number {
    const parts = [this.primary, ...this.referredBy(this.primary, "dimg")];
    const reaches = (item: number) => this.#extents.get(item)?.some(([at, length]) => at + length > fileBytes);
    return parts.filter(reaches).length;
  }

  /** An item's data; `undefined` if the file does not contain all of it. */
  dataOf(item: number, bytes: Uint8Array): Uint8Array | undefined {
    const extents = this.#extents.get(item);
    if (!extents || extents.some(([at, length]) => length === 0 || at + length > bytes.length)) return undefined;
    const parts = extents.map(([at, length]) => bytes.subarray(at, at + length));
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  /** A copy of the file whose primary picture is another item; `undefined` if the file has no primary item. */
  withPrimary(bytes: Uint8Array, item: number): Uint8Array | undefined {
    const box = this.#primaryBox;
    const isWide = box?.[0] !== 0;
    if (!box || box.length < (isWide ? 8 : 6)) return undefined;
    const copy = Uint8Array.from(bytes);
    const view = new DataView(copy.buffer, box.byteOffset - bytes.byteOffset + 4);
    if (isWide) view.setUint32(0, item);
    else view.setUint16(0, item);
    return copy;
  }

  property(item: number, type: string): Uint8Array | undefined {
    return this.#properties.get(item)?.find((one) => one.type === type)?.payload;
  }
}

export function boxesOf(bytes: Uint8Array): ItemProperty[] {
  const view = viewOf(bytes);
  const boxes: ItemProperty[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size32 = view.getUint32(at);
    const header = size32 === 1 ? 16 : 8;
    if (at + header > bytes.length) break;
    const size = size32 === 1 ? Number(view.getBigUint64(at + 8)) : size32 === 0 ? bytes.length - at : size32;
    if (size < header) break;
    boxes.push({
      type: fourCharacters(bytes, at + 4),
      payload: bytes.subarray(at + header, Math.min(bytes.length, at + size)),
    });
    at += size;
  }
  return boxes;
}

export function findBox(boxes: readonly ItemProperty[], type: string): Uint8Array | undefined {
  return boxes.find((one) => one.type === type)?.payload;
}

function readPrimary(box: Uint8Array | undefined): number {
  if (!box || box.length < 8) return box && box.length >= 6 ? viewOf(box).getUint16(4) : 0;
  return box[0] === 0 ? viewOf(box).getUint16(4) : viewOf(box).getUint32(4);
}

function readReferences(box: Uint8Array | undefined): Reference[] {
  if (!box || box.length < 4) return [];
  const size = box[0] === 0 ? 2 : 4;
  return boxesOf(box.subarray(4)).map(({ type, payload }) => {
    const numbers = new NumberReader(payload);
    const from = numbers.next(size);
    const count = numbers.next(2);
    const to: number[] = [];
    for (let i = 0; i < count && !numbers.isAtEnd; i++) to.push(numbers.next(size));
    return { type, from, to };
  });
}

function readProperties(box: Uint8Array | undefined): Map<number, ItemProperty[]> {
  const found = new Map<number, ItemProperty[]>();
  const boxes = box ? boxesOf(box) : [];
  const container = findBox(boxes, "ipco");
  const properties = container ? boxesOf(container) : [];
  for (const { type, payload } of boxes) {
    if (type !== "ipma" || payload.length < 8) continue;
    const [itemBytes, indexBytes] = [payload[0] === 0 ? 2 : 4, (payload[3] & 1) === 1 ? 2 : 1];
    const numbers = new NumberReader(payload.subarray(4));
    const items = numbers.next(4);
    for (let i = 0; i < items && !numbers.isAtEnd; i++) {
      const item = numbers.next(itemBytes);
      const count = numbers.next(1);
      const own: ItemProperty[] = found.get(item) ?? [];
      for (let k = 0; k < count && !numbers.isAtEnd; k++) {
        const index = numbers.next(indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f); // the top bit: essential
        if (index > 0 && index <= properties.length) own.push(properties[index - 1]);
      }
      found.set(item, own);
    }
  }
  return found;
}

/** The item location box (ISO/IEC 14496-12, 8.11.3); items derived from others or stored elsewhere are excluded. */
function readExtents(box: Uint8Array | undefined): Map<number, Extent[]> {
  const found = new Map<number, Extent[]>();
  if (!box || box.length < 8) return found;
  const version = box[0];
  const [offsetBytes, lengthBytes] = [box[4] >> 4, box[4] & 15];
  const [baseBytes, indexBytes] = [box[5] >> 4, version > 0 ? box[5] & 15 : 0];
  const wide = version < 2 ? 2 : 4;
  const numbers = new NumberReader(box.subarray(6));
  const items = numbers.next(wide);
  for (let i = 0; i < items && !numbers.isAtEnd; i++) {
    const item = numbers.next(wide);
    const method = version > 0 ? numbers.next(2) & 15 : 0;
    const source = numbers.next(2);
    const base = numbers.next(baseBytes);
    const count = numbers.next(2);
    const extents: Extent[] = [];
    for (let k = 0; k < count && !numbers.isAtEnd; k++) {
      numbers.next(indexBytes);
      const offset = numbers.next(offsetBytes);
      extents.push([base + offset, numbers.next(lengthBytes)]);
    }
    if (method === 0 && source === 0) found.set(item, extents);
  }
  return found;
}

/** Big-endian numbers, one after the other; zero beyond the end. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (this.#bytes[this.#at++] ?? 0);
    return value;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/**
 * Brands of an ISO base media file, the major one first; empty if the bytes do not begin with a file-type box
 * (ISO/IEC 14496-12, 4.3).
 */
export function readBrands(head: Uint8Array): readonly string[] {
  if (head.length < 16 || fourCharacters(head, 4) !== "ftyp") return [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const end = Math.min(view.getUint32(0), head.length);
  const brands = [fourCharacters(head, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCharacters(head, at));
  return brands;
}

/** Numbers of any width up to 30 bits, the highest bit first; zero beyond the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Number of bytes read, including a partly read one. */
  get bytesRead(): number {
    return Math.ceil(this.#at / 8);
  }

  flag(): boolean {
    return this.next(1) === 1;
  }

  next(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }
}
