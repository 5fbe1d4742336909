import type { FileBlocks } from "../metadata.ts";
import { fourCharacters } from "../read-bytes.ts";
import { boxesOf, findBox, type ItemProperty } from "./items.ts";

/**
 * Start of the item location box in files of our encoder, with one extent per item: 32-bit offsets from a 32-bit base
 * (ISO/IEC 14496-12, 8.11.3).
 */
const plainPlaces = "000000004440";
const firstPlace = 8;
const placeBytes = 18;

/** A new item: its type, the rest of its entry after the name (8.11.6), and its bytes. */
interface NewItem {
  readonly type: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/**
 * An AVIF with an EXIF block and an XMP packet as items after its picture (ISO/IEC 23008-12, annex A); `undefined` for
 * files not structured like our encoder's, including those with metadata, and for IPTC-IIM, which the format does not
 * support.
 */
export function withAvifBlocks(avif: Uint8Array, { exif, iptc, xmp }: FileBlocks): Uint8Array | undefined {
  const outer = boxesOf(avif);
  const meta = findBox(outer, "meta");
  const isPlain = outer.map(({ type }) => type).join(" ") === "ftyp meta mdat";
  if (!meta || !isPlain || iptc.length > 0) return undefined;
  const inner = boxesOf(meta.subarray(4));
  const [places, list, primary] = ["iloc", "iinf", "pitm"].map((type) => Buffer.from(findBox(inner, type) ?? []));
  const isKnown =
    places.toString("hex", 0, 6) === plainPlaces &&
    list.readUInt32BE(0) === 0 &&
    primary.length === 6 &&
    primary[0] === 0;
  if (!isKnown || findBox(inner, "iref")) return undefined;
  const items: readonly NewItem[] = [
    { type: "Exif", kind: "", bytes: Buffer.concat([new Uint8Array(4), exif]) },
    { type: "mime", kind: "application/rdf+xml\0", bytes: xmp },
  ];
  const added = items.filter(({ bytes }) => bytes.length > 4);
  const edited = (places: Uint8Array) =>
    rebuilt(meta, inner, { iloc: places, iinf: withEntries(list, added), iref: references(added.length, primary) });
  const grown = edited(withPlaces(places, 0, added, 0)).length - (meta.length + 8);
  const behind = avif.length + grown + 8;
  const data = box("mdat", ...added.map(({ bytes }) => bytes));
  const head = avif.subarray(0, 8 + outer[0].payload.length);
  const picture = avif.subarray(head.length + 8 + meta.length);
  return Buffer.concat([head, edited(withPlaces(places, grown, added, behind)), picture, data]);
}

/** Numbers of new items: far from those of an encoder, which count from 1. */
const firstNew = 1000;

/** Locations of the old items, moved by `moved` bytes, and of the new ones from `behind` on. */
function withPlaces(places: Buffer, moved: number, added: readonly NewItem[], behind: number): Uint8Array {
  const count = places.readUInt16BE(6);
  const old = Buffer.from(places.subarray(0, firstPlace + count * placeBytes));
  for (let i = 0; i < count; i++) {
    const at = firstPlace + i * placeBytes + 4;
    old.writeUInt32BE(old.readUInt32BE(at) + moved, at);
  }
  old.writeUInt16BE(count + added.length, 6);
  let at = behind;
  const own = added.map(({ bytes }, i) => {
    const place = Buffer.alloc(placeBytes);
    place.writeUInt16BE(firstNew + i);
    place.writeUInt32BE(at, 4);
    place.writeUInt16BE(1, 8);
    place.writeUInt32BE(bytes.length, 14);
    at += bytes.length;
    return place;
  });
  return Buffer.concat([old, ...own]);
}

function withEntries(list: Buffer, added: readonly NewItem[]): Uint8Array {
  const count = Buffer.alloc(6);
  count.writeUInt16BE(list.readUInt16BE(4) + added.length, 4);
  const entries = added.map(({ type, kind }, i) => {
    const head = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt16BE(firstNew + i, 4);
    return box("infe", head, Buffer.from(`${type}\0${kind}`, "latin1"));
  });
  return Buffer.concat([count, list.subarray(6), ...entries]);
}

/** Each new item describes the picture (`cdsc`, ISO/IEC 23008-12, 6.8.1). */
function references(count: number, primary: Buffer): Uint8Array {
  const each = Array.from({ length: count }, (_, i) => {
    const reference = Buffer.alloc(6);
    reference.writeUInt16BE(firstNew + i);
    reference.writeUInt16BE(1, 2);
    reference.writeUInt16BE(primary.readUInt16BE(4), 4);
    return box("cdsc", reference);
  });
  return Buffer.concat([new Uint8Array(4), ...each]);
}

/** The `meta` box with some of its boxes replaced; new boxes are appended. */
function rebuilt(
  meta: Uint8Array,
  inner: readonly ItemProperty[],
  replaced: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const old = inner.map(({ type, payload }) => box(type, replaced[type] ?? payload));
  const more = Object.entries(replaced).filter(([type]) => !inner.some((own) => own.type === type));
  return box("meta", meta.subarray(0, 4), ...old, ...more.map(([type, payload]) => box(type, payload)));
}

function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, each) => sum + each.length, 8);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...contents]);
}

/** Whether a file is an AVIF by its main brand. */
export function isAvif(file: Uint8Array): boolean {
  return file.length > 16 && fourCharacters(file, 4) === "ftyp" && fourCharacters(file, 8) === "avif";
}
