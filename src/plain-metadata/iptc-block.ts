/** Data sets of results by ExifTool's names: record and number (IPTC-IIM 4.2), and how many bytes they have. */
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

/** Version 4 of the standard, which each record ends with. */
const version = (record: 1 | 2) => dataSet(record, 0, Buffer.from([0, 4]));

export interface IptcBlock {
  /** The records, without Photoshop's frame around them; empty where there are none. */
  readonly bytes: Uint8Array;
  readonly missing: readonly string[];
}

/** The records of these texts, in UTF-8, and the tags that have no place here or no text that fits. */
export function iptcBlock(texts: readonly (readonly [tag: string, texts: readonly string[]])[]): IptcBlock {
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
