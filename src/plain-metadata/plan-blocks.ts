import { readFile, writeFile } from "node:fs/promises";
import { withBlocks } from "../codecs/index.ts";
import type { RewritePlan } from "../stages/metadata/index.ts";
import { directoryOf, type ExifEntry, exifEntry, fixedEntry, isExifTag } from "./exif-fields.ts";
import { xmpPacket } from "./xmp-packet.ts";

/** The three blocks of a result, without the framing of formats. */
interface PlanBlocks {
  /** A TIFF structure, big-endian. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM; empty if the plan has none. */
  readonly iptc: Uint8Array;
  /** An XMP packet; empty if the plan has none. */
  readonly xmp: Uint8Array;
  /** Tags of the plan that these blocks do not have. */
  readonly missing: readonly string[];
}

/**
 * The metadata of a plan as bytes, identical to those that ExifTool would write, and the tags that this code cannot
 * write.
 */
export function planBlocks({ assignments }: RewritePlan): PlanBlocks {
  const seen = new Set<string>();
  const repeated = assignments.filter(({ tag }) => seen.size === seen.add(tag).size).map(({ tag }) => tag);
  const once = assignments.filter(({ tag }) => !repeated.includes(tag));
  const textsOf = (values: (typeof assignments)[number]["values"]) =>
    values.filter((value) => typeof value === "string");
  const isSingle = ({ values }: (typeof assignments)[number]) => values.length === 1 && typeof values[0] === "string";
  const ofExif = once.filter(({ tag }) => isExifTag(tag));
  const exif = exifBlock(ofExif.filter(isSingle).map(({ tag, values }) => [tag, textsOf(values)[0]] as const));
  const iptc = iptcBlock(
    once.filter(({ tag }) => tag.startsWith("IPTC:")).map(({ tag, values }) => [tag, textsOf(values)] as const),
  );
  const isOther = (tag: string) => !isExifTag(tag) && !tag.startsWith("IPTC:");
  const xmp = xmpPacket(once.filter(({ tag }) => isOther(tag)));
  const missing = [
    ...repeated,
    ...ofExif.filter((each) => !isSingle(each)).map(({ tag }) => tag),
    ...exif.missing,
    ...iptc.missing,
    ...xmp.missing,
  ];
  return { exif: exif.bytes, iptc: iptc.bytes, xmp: Buffer.from(xmp.text, "utf8"), missing };
}

/** Writes blocks into a file that this package encoded; `false` if its format or content is not supported. */
export async function writeOwn(path: string, blocks: PlanBlocks): Promise<boolean> {
  const made = withBlocks(await readFile(path), blocks);
  if (made) await writeFile(path, made);
  return made !== undefined;
}

const exifDirectory = 0x8769;
const headBytes = 8;
const entryBytes = 12;

/** Fields that Exif requires in every picture (Exif 3.0, table 20): centred chroma, version 2.32, Y Cb Cr. */
const fixedOf: Readonly<Record<string, readonly ExifEntry[]>> = {
  IFD0: [fixedEntry(0x213, 3, [0, 1])],
  ExifIFD: [fixedEntry(0x9000, 7, [...Buffer.from("0232")]), fixedEntry(0x9101, 7, [1, 2, 3, 0])],
};

/** An EXIF block with the given fields, and the tags that it cannot contain or whose value does not fit. */
interface ExifBlock {
  /** A TIFF structure, big-endian, without the `Exif\0\0` of a JPEG. */
  readonly bytes: Uint8Array;
  readonly missing: readonly string[];
}

function exifBlock(texts: readonly (readonly [tag: string, text: string])[]): ExifBlock {
  const missing: string[] = [];
  const byDirectory: Record<string, ExifEntry[]> = { IFD0: [...fixedOf["IFD0"]], ExifIFD: [...fixedOf["ExifIFD"]] };
  for (const [tag, text] of texts) {
    const entry = exifEntry(tag, text);
    if (entry) byDirectory[directoryOf(tag)].push(entry);
    else missing.push(tag);
  }
  const { IFD0, ExifIFD } = byDirectory;
  const pointer = (offset: number): ExifEntry => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(offset);
    return { number: exifDirectory, type: 4, count: 1, bytes };
  };
  const exifAt = headBytes + directoryBytes([...IFD0, pointer(0)], 0).length;
  const head = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, headBytes]);
  const bytes = Buffer.concat([
    head,
    directoryBytes([...IFD0, pointer(exifAt)], headBytes),
    directoryBytes(ExifIFD, exifAt),
  ]);
  return { bytes, missing };
}

/**
 * A directory at an offset: its entries by number, no directory after it, and the values that do not fit in four bytes.
 */
function directoryBytes(entries: readonly ExifEntry[], at: number): Buffer {
  const sorted = [...entries].sort((a, b) => a.number - b.number);
  const table = Buffer.alloc(2 + sorted.length * entryBytes + 4);
  table.writeUInt16BE(sorted.length);
  const values: Uint8Array[] = [];
  let next = at + table.length;
  for (const [i, { number, type, count, bytes }] of sorted.entries()) {
    const entry = table.subarray(2 + i * entryBytes);
    entry.writeUInt16BE(number);
    entry.writeUInt16BE(type, 2);
    entry.writeUInt32BE(count, 4);
    if (bytes.length <= 4) {
      entry.set(bytes, 8);
      continue;
    }
    entry.writeUInt32BE(next, 8);
    const padded = bytes.length + (bytes.length % 2);
    values.push(bytes, new Uint8Array(padded - bytes.length));
    next += padded;
  }
  return Buffer.concat([table, ...values]);
}

/** Data sets of results by ExifTool's names: record, number (IPTC-IIM 4.2), and minimum and maximum number of bytes. */
type DataSet = readonly [record: 1 | 2, number: number, least: number, most: number];

const dataSets: Readonly<Record<string, DataSet>> = {
  "IPTC:CodedCharacterSet": [1, 90, 0, 32],
  "IPTC:ObjectName": [2, 5, 0, 64],
  "IPTC:EditStatus": [2, 7, 0, 64],
  "IPTC:Urgency": [2, 10, 1, 1],
  "IPTC:Category": [2, 15, 0, 3],
  "IPTC:SupplementalCategories": [2, 20, 0, 32],
  "IPTC:FixtureIdentifier": [2, 22, 0, 32],
  "IPTC:Keywords": [2, 25, 0, 64],
  "IPTC:SpecialInstructions": [2, 40, 0, 256],
  "IPTC:By-line": [2, 80, 0, 32],
  "IPTC:By-lineTitle": [2, 85, 0, 32],
  "IPTC:OriginalTransmissionReference": [2, 103, 0, 32],
  "IPTC:Headline": [2, 105, 0, 256],
  "IPTC:Credit": [2, 110, 0, 32],
  "IPTC:Source": [2, 115, 0, 32],
  "IPTC:CopyrightNotice": [2, 116, 0, 128],
  "IPTC:Contact": [2, 118, 0, 128],
  "IPTC:Caption-Abstract": [2, 120, 0, 2000],
  "IPTC:LocalCaption": [2, 121, 0, 256],
  "IPTC:Writer-Editor": [2, 122, 0, 32],
  "IPTC:JobID": [2, 184, 0, 64],
  "IPTC:MasterDocumentID": [2, 185, 0, 256],
  "IPTC:ShortDocumentID": [2, 186, 0, 64],
  "IPTC:UniqueDocumentID": [2, 187, 0, 128],
  "IPTC:OwnerID": [2, 188, 0, 128],
};
const lists = new Set(
  ["SupplementalCategories", "Keywords", "By-line", "By-lineTitle", "Contact", "Writer-Editor"].map((n) => `IPTC:${n}`),
);

/** Version 4 of the standard; each record ends with it. */
const version = (record: 1 | 2) => dataSet(record, 0, Buffer.from([0, 4]));

interface IptcBlock {
  /** The records, without Photoshop's frame around them; empty if there are none. */
  readonly bytes: Uint8Array;
  readonly missing: readonly string[];
}

/** The records of the given texts, in UTF-8, and the tags that they cannot contain or whose text does not fit. */
function iptcBlock(texts: readonly (readonly [tag: string, texts: readonly string[]])[]): IptcBlock {
  const fits = ([tag, values]: (typeof texts)[number]) => {
    const known = dataSets[tag];
    if (!known || (values.length > 1 && !lists.has(tag))) return false;
    if (tag === "IPTC:Urgency" && !/^\d$/.test(values[0])) return false;
    return values.every((text) => Buffer.byteLength(text) >= known[2] && Buffer.byteLength(text) <= known[3]);
  };
  const records = ([1, 2] as const).map((record) => {
    const own = texts
      .filter((each) => fits(each) && dataSets[each[0]][0] === record)
      .sort(([a], [b]) => dataSets[a][1] - dataSets[b][1]);
    const sets = own.flatMap(([tag, values]) =>
      values.map((text) => dataSet(record, dataSets[tag][1], Buffer.from(text, "utf8"))),
    );
    return sets.length === 0 ? Buffer.alloc(0) : Buffer.concat([...sets, version(record)]);
  });
  return { bytes: Buffer.concat(records), missing: texts.filter((each) => !fits(each)).map(([tag]) => tag) };
}

function dataSet(record: number, number: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0x1c, record, number, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([head, content]);
}
