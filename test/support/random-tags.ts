import type { TagRecord, TagValue } from "../../src/stages/metadata/index.ts";
import { keptFields } from "../../src/stages/metadata/kept-fields.ts";
import { seededRandom } from "./random.ts";

/** Only 16-bit characters: ExifTool truncates others in Windows' fields. */
const texts: readonly string[] = [
  "Küche 厨房",
  `"quoted" & 'single' <b>`,
  "two\nlines",
  " spaces  within ",
  "100 % @home $x #1",
  "a;b;c",
  "plain",
  "1e5",
  "0",
  "ÄÖÜ".repeat(40),
  "x".repeat(300),
  "&amp; &#39; &lt;",
];
/** ExifTool decodes entities within structures. */
const inStructures = texts.filter((text) => !text.includes("&"));
const numbers: Readonly<Record<string, readonly string[]>> = {
  ExposureTime: ["0.001", "0.0166666667", "30", "0.3", "1/125", "0.000123456", "3e-05"],
  FNumber: ["8", "5.6", "2.8", "1.4142135"],
  ExposureCompensation: ["-4", "0.3333333333", "-0.67", "0"],
  FocalLength: ["16", "17.3", "4.25"],
  ISO: ["100", "65535", "51200", "102400"],
  MaxApertureValue: ["2.8", "1.8", "4.0033", "0"],
  LensInfo: ["16 35 2.8 2.8", "24 24 undef undef", "18 55 3.5 5.6", "0 0 0 0"],
  FocalLengthIn35mmFormat: ["24", "26.4"],
  SubSecTimeOriginal: ["18", "007", "5 "],
  Flash: ["16", "0", "25"],
};
const texted = "Make Model ImageDescription Artist Copyright XPComment XPAuthor"
  .split(" ")
  .map((name) => `IFD0:${name}`);
const exif = [
  ..."LensMake LensModel SerialNumber LensSerialNumber ImageUniqueID".split(" "),
  ...Object.keys(numbers),
  ..."ExposureProgram SensitivityType MeteringMode LightSource WhiteBalance CompositeImage".split(" "),
].map((name) => `ExifIFD:${name}`);

/** Tags of a file as left by a photographer's programs: some fields of results, with unusual values. */
export function randomTags(seed: number): TagRecord {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const textOf = (tag: string): TagValue => {
    const name = tag.slice(tag.indexOf(":") + 1);
    if (tag === "XMP-iptcCore:CreatorContactInfo")
      return { CiAdrCity: pick(inStructures), CiEmailWork: pick(inStructures) };
    if (/DocumentID$/.test(tag)) return pick(inStructures);
    if (numbers[name]) return pick(numbers[name]);
    if (
      /^(?:ExposureProgram|SensitivityType|MeteringMode|LightSource|WhiteBalance|CompositeImage|Rating|Urgency)$/.test(
        name,
      )
    )
      return String(Math.floor(random() * 5));
    return pick(texts);
  };
  const share = random() ** 2;
  const fields = keptFields.filter(({ group }) => group !== "location" && random() < share);
  const kept = fields.map(({ tag, isList }): [string, TagValue] => [
    tag,
    isList ? Array.from({ length: 1 + Math.floor(random() * 14) }, (_, i) => `${i} ${pick(texts)}`) : textOf(tag),
  ]);
  const own = [...texted, ...exif].filter(() => random() < 0.5).map((tag): [string, TagValue] => [tag, textOf(tag)]);
  const time: [string, TagValue][] = [
    ["ExifIFD:DateTimeOriginal", `2026:05:14 10:02:${10 + Math.floor(random() * 50)}`],
  ];
  return Object.fromEntries([...kept, ...own, ...time]);
}
