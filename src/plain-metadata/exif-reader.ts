import { readCanonNotes, type SoundDirectory, type SoundEntry, soundDirectoryAt } from "./canon-notes.ts";

/** Reads the numbers of a block in its byte order. */
interface Numbers {
  u16(bytes: Buffer, at: number): number;
  u32(bytes: Buffer, at: number): number;
}

const littleEndian: Numbers = {
  u16: (bytes, at) => bytes.readUInt16LE(at),
  u32: (bytes, at) => bytes.readUInt32LE(at),
};
const bigEndian: Numbers = {
  u16: (bytes, at) => bytes.readUInt16BE(at),
  u32: (bytes, at) => bytes.readUInt32BE(at),
};

/** How a field is read; `passed` fields are not used. */
type Kind = "text" | "short" | "long" | "fraction" | "signed" | "aperture" | "size" | "bytes" | "blank" | "passed";
type Fields = Readonly<Record<number, readonly [name: string, kind: Kind]>>;

/** Every supported field of a directory (Exif 3.0, tables 4 to 8); ExifTool reads files with others. */
const mainFields: Fields = {
  270: ["ImageDescription", "text"],
  271: ["Make", "text"],
  272: ["Model", "text"],
  274: ["Orientation", "short"],
  305: ["Software", "text"],
  315: ["Artist", "text"],
  33432: ["Copyright", "text"],
  ...passed([282, 283, 296, 306, 531]),
};
const exifFields: Fields = {
  33434: ["ExposureTime", "fraction"],
  33437: ["FNumber", "fraction"],
  34850: ["ExposureProgram", "short"],
  34855: ["ISO", "short"],
  34864: ["SensitivityType", "short"],
  34866: ["RecommendedExposureIndex", "long"],
  36867: ["DateTimeOriginal", "text"],
  36868: ["CreateDate", "text"],
  36880: ["OffsetTime", "text"],
  36881: ["OffsetTimeOriginal", "text"],
  36882: ["OffsetTimeDigitized", "text"],
  37380: ["ExposureCompensation", "signed"],
  37381: ["MaxApertureValue", "aperture"],
  37382: ["SubjectDistance", "fraction"],
  37383: ["MeteringMode", "short"],
  37384: ["LightSource", "short"],
  37385: ["Flash", "short"],
  37386: ["FocalLength", "fraction"],
  37520: ["SubSecTime", "text"],
  37521: ["SubSecTimeOriginal", "text"],
  37522: ["SubSecTimeDigitized", "text"],
  40962: ["ExifImageWidth", "size"],
  40963: ["ExifImageHeight", "size"],
  41986: ["ExposureMode", "short"],
  41987: ["WhiteBalance", "short"],
  41989: ["FocalLengthIn35mmFormat", "short"],
  42033: ["SerialNumber", "text"],
  42034: ["LensInfo", "fraction"],
  42035: ["LensMake", "text"],
  42036: ["LensModel", "text"],
  42037: ["LensSerialNumber", "text"],
  42080: ["CompositeImage", "short"],
  ...passed([36864, 37121, 37122, 37379, 40960, 40961, 41495, 41985, 41990, 41991, 41992, 41993, 41994, 41996, 42081]),
  ...passed([37377, 37378, 40965, 41486, 41487, 41488, 42032]),
  37510: ["UserComment", "blank"],
};
/** Fields of the thumbnail's directory, which are not used. */
const thumbnailFields: Fields = passed([259, 274, 282, 283, 296, 513, 514, 531]);
/** Cameras without a GPS receiver write only the version; ExifTool reads files with a location. */
const gpsFields: Fields = { 0: ["GPSVersionID", "bytes"] };

const pointers = { exif: 0x8769, gps: 0x8825, notes: 0x927c } as const;

/**
 * Reads the fields of an EXIF block under ExifTool's names, with values as text. `undefined` if the block has an
 * unsupported field, directory or value, or if other parts of the file would have to complete what was found: so no
 * fact is missed.
 */
export function readExifTagsWhole(exif: Buffer): Readonly<Record<string, string>> | undefined {
  const order = exif.toString("latin1", 0, 2);
  if (exif.length < 8 || (order !== "II" && order !== "MM")) return undefined;
  const numbers = order === "II" ? littleEndian : bigEndian;
  const main = soundDirectoryAt(exif, numbers.u32(exif, 4));
  const below = main && directoryOf(main, pointers.exif, exif, numbers);
  if (!main || !below || below.next !== 0) return undefined;
  const gps = directoryOf(main, pointers.gps, exif, numbers);
  const thumbnail = main.next === 0 ? noDirectory : soundDirectoryAt(exif, main.next);
  if (!gps || !thumbnail || thumbnail.next !== 0) return undefined;
  const tags = allOf([
    fieldsOf(main, "IFD0", mainFields, numbers),
    fieldsOf(below, "ExifIFD", exifFields, numbers),
    fieldsOf(gps, "GPS", gpsFields, numbers),
    fieldsOf(thumbnail, "IFD1", thumbnailFields, numbers),
  ]);
  const notes = below.entries.find(({ tag }) => tag === pointers.notes);
  if (!tags || !notes) return tags && isComplete(tags) ? tags : undefined;
  const ofMaker = tags["IFD0:Make"] === "Canon" ? readCanonNotes(exif, notes, tags["IFD0:Model"] ?? "") : undefined;
  const whole = ofMaker && { ...tags, ...ofMaker, ...scaleOf(below, tags, numbers) };
  return whole && isComplete(whole) && isCompleteWithNotes(whole) ? whole : undefined;
}

const noDirectory: SoundDirectory = { entries: [], next: 0 };

/** The directory that an entry points to; an empty one if the entry is missing. */
function directoryOf(main: SoundDirectory, tag: number, exif: Buffer, numbers: Numbers): SoundDirectory | undefined {
  const pointer = main.entries.find((entry) => entry.tag === tag);
  if (!pointer) return noDirectory;
  return pointer.bytes.length === 4 ? soundDirectoryAt(exif, numbers.u32(pointer.bytes, 0)) : undefined;
}

type Tags = Readonly<Record<string, string>>;

function allOf(parts: readonly (Tags | undefined)[]): Tags | undefined {
  return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
}

/** Whether no other field could add anything: an APEX value, the sensor's size, the maker's name of the lens. */
function isComplete(tags: Tags): boolean {
  const isPositive = (name: string) => Number(tags[`ExifIFD:${name}`]) > 0;
  const hasScale =
    isPositive("FocalLengthIn35mmFormat") ||
    tags["Composite:ScaleFactor35efl"] !== undefined ||
    tags["ExifIFD:FocalLength"] === undefined;
  return (
    ["ExposureTime", "FNumber", "ISO"].every(isPositive) && hasScale && /[a-z]/i.test(tags["ExifIFD:LensModel"] ?? "")
  );
}

/** Whether the unread parts of the maker notes could not add anything. */
function isCompleteWithNotes(tags: Tags): boolean {
  const has = (name: string) => tags[`ExifIFD:${name}`] !== undefined;
  const isPositive = (name: string) => Number(tags[`ExifIFD:${name}`]) > 0;
  const isRealSerial = /[^0\s-]/.test(tags["ExifIFD:SerialNumber"] ?? "");
  const isWide = Number(tags["ExifIFD:ISO"]) >= 65535;
  return isRealSerial && !isWide && has("LensSerialNumber") && has("ExposureCompensation") && isPositive("FocalLength");
}

const inchMm = 25.4;
const fullFrameDiagonalMm = Math.hypot(36, 24);

/**
 * Ratio of the focal length on 35 mm film to the actual one. In the resolution of the focal plane, Canon writes the
 * picture's size in thousandths of a pixel as numerators, and the sensor's in thousandths of an inch as denominators.
 * Other numbers give no result.
 */
function scaleOf(below: SoundDirectory, tags: Tags, numbers: Numbers): Tags {
  const [x, y] = [41486, 41487].map((tag) => {
    const bytes = below.entries.find((entry) => entry.tag === tag && entry.type === 5 && entry.count === 1)?.bytes;
    return bytes && { pixels: numbers.u32(bytes, 0), size: numbers.u32(bytes, 4) };
  });
  if (!x || !y || tags["ExifIFD:FocalLengthIn35mmFormat"] !== undefined) return {};
  const isOfThousands = [x, y].every(({ pixels }) => pixels % 1000 === 0 && pixels >= 640_000 && pixels < 10_000_000);
  const isSensor = [x, y].every(({ size }) => size >= 61) && x.size < 1500 && y.size < 1000 && x.size !== y.size;
  const diagonalMm = (Math.hypot(x.size, y.size) / 1000) * inchMm;
  return isOfThousands && isSensor ? { "Composite:ScaleFactor35efl": String(fullFrameDiagonalMm / diagonalMm) } : {};
}

/** The fields of a directory, without pointers and unused fields; `undefined` if one is not supported. */
function fieldsOf(directory: SoundDirectory, group: string, fields: Fields, numbers: Numbers): Tags | undefined {
  const pointing: readonly number[] = Object.values(pointers);
  const found = directory.entries
    .filter(({ tag }) => !pointing.includes(tag))
    .map((entry) => fieldOf(entry, group, fields, numbers));
  const known = found.filter((field) => field !== undefined);
  return known.length === found.length ? Object.fromEntries(known.filter(([, text]) => text !== "")) : undefined;
}

function fieldOf(
  entry: SoundEntry,
  group: string,
  fields: Fields,
  numbers: Numbers,
): readonly [tag: string, text: string] | undefined {
  const field = fields[entry.tag];
  const text = field && readers[field[1]](entry, numbers);
  return text === undefined ? undefined : [`${group}:${field[0]}`, text];
}

const readers: Readonly<Record<Kind, (entry: SoundEntry, numbers: Numbers) => string | undefined>> = {
  passed: () => "",
  bytes: ({ type, bytes }) => (type === 1 ? bytes.join(" ") : undefined),
  // Eight bytes for the character set, then the text (Exif 3.0, 4.6.6.5.10).
  blank: ({ bytes }) => (bytes.subarray(8).every((byte) => byte === 0 || byte === 0x20) ? "" : undefined),
  text: ({ type, bytes }) => {
    const text = bytes.toString("latin1").replace(/\0+$/, "");
    return type === 2 && /^[\x20-\x7e]*$/.test(text) ? text.trimEnd() : undefined;
  },
  short: ({ type, count, bytes }, numbers) => (type === 3 && count === 1 ? String(numbers.u16(bytes, 0)) : undefined),
  long: ({ type, count, bytes }, numbers) => (type === 4 && count === 1 ? String(numbers.u32(bytes, 0)) : undefined),
  size: (entry, numbers) => readers[entry.type === 3 ? "short" : "long"](entry, numbers),
  fraction: ({ type, count, bytes }, numbers) => (type === 5 ? fractions(bytes, count, numbers) : undefined),
  signed: ({ type, count, bytes }, numbers) => {
    const bottom = type === 10 && count === 1 ? numbers.u32(bytes, 4) | 0 : 0;
    return bottom === 0 ? undefined : shortened((numbers.u32(bytes, 0) | 0) / bottom);
  },
  // In APEX: N = 2^(A/2) (Exif 3.0, annex C).
  aperture: ({ type, count, bytes }, numbers) => {
    const apex = type === 5 && count === 1 ? fractions(bytes, 1, numbers) : undefined;
    const isNumber = Number.isFinite(Number(apex));
    return isNumber ? String(Number((2 ** (Number(apex) / 2)).toPrecision(15))) : undefined;
  },
};

function fractions(bytes: Buffer, count: number, numbers: Numbers): string | undefined {
  const texts = Array.from({ length: count }, (_, i) => {
    const [top, bottom] = [numbers.u32(bytes, i * 8), numbers.u32(bytes, i * 8 + 4)];
    return bottom === 0 ? (top === 0 ? "undef" : "inf") : shortened(top / bottom);
  });
  return count > 0 ? texts.join(" ") : undefined;
}

/** A number with ten digits, as ExifTool prints fractions. */
function shortened(value: number): string {
  return String(Number(value.toPrecision(10)));
}

function passed(tags: readonly number[]): Fields {
  return Object.fromEntries(tags.map((tag) => [tag, ["", "passed"]]));
}
