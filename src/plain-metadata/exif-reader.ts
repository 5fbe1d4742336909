/** How a field is read; what is `passed` is not looked at by anybody. */
type Kind = "text" | "short" | "long" | "fraction" | "signed" | "aperture" | "size" | "passed";
type Fields = Readonly<Record<number, readonly [name: string, kind: Kind]>>;

/** Every field of a directory that may be there (Exif 3.0, tables 4 to 8); a file with others is not read here. */
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
  ...passed([37377, 37378]),
};

const exifDirectory = 0x8769;
const mostEntries = 100;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/**
 * The fields of an EXIF block under ExifTool's names, its values as texts; `undefined` where the block has a field, a
 * directory or a value that is not known here, and where what was found would have to be completed by what was not
 * read: so nothing of a file is overlooked.
 */
export function readExifTagsWhole(exif: Buffer): Readonly<Record<string, string>> | undefined {
  const order = exif.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return undefined;
  const isLittle = order === "II";
  const main = entriesAt(exif, u32(exif, 4, isLittle), isLittle);
  const pointer = main?.find(({ tag }) => tag === exifDirectory);
  const below = pointer && entriesAt(exif, u32(pointer.bytes, 0, isLittle), isLittle);
  if (!main || !below) return undefined;
  const fields = [
    ...main.filter((entry) => entry !== pointer).map((entry) => fieldOf(entry, "IFD0", mainFields, isLittle)),
    ...below.map((entry) => fieldOf(entry, "ExifIFD", exifFields, isLittle)),
  ];
  const known = fields.filter((field) => field !== undefined);
  const tags = Object.fromEntries(known.filter(([, text]) => text !== ""));
  return known.length === fields.length && isComplete(tags) ? tags : undefined;
}

/** Nothing is left to be found by other fields: of APEX, of the sensor's size, of a maker's lens. */
function isComplete(tags: Readonly<Record<string, string>>): boolean {
  const isPositive = (name: string) => Number(tags[`ExifIFD:${name}`]) > 0;
  const hasScale = isPositive("FocalLengthIn35mmFormat") || tags["ExifIFD:FocalLength"] === undefined;
  return (
    ["ExposureTime", "FNumber", "ISO"].every(isPositive) && hasScale && /[a-z]/i.test(tags["ExifIFD:LensModel"] ?? "")
  );
}

/** Bytes of a value by field type (TIFF 6.0, section 2). */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };

/** The entries of a directory that no other follows; `undefined` where one stands twice or reaches outside. */
function entriesAt(exif: Buffer, at: number, isLittle: boolean): Entry[] | undefined {
  if (at + 2 > exif.length) return undefined;
  const count = u16(exif, at, isLittle);
  const end = at + 2 + count * 12;
  if (count > mostEntries || end + 4 > exif.length || u32(exif, end, isLittle) !== 0) return undefined;
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    const entry = exif.subarray(at + 2 + i * 12, at + 14 + i * 12);
    const [tag, type, values] = [u16(entry, 0, isLittle), u16(entry, 2, isLittle), u32(entry, 4, isLittle)];
    const length = (sizes[type] ?? Number.NaN) * values;
    const from = length <= 4 ? entry.subarray(8) : exif.subarray(u32(entry, 8, isLittle));
    if (!(length <= from.length) || entries.some((own) => own.tag === tag)) return undefined;
    entries.push({ tag, type, count: values, bytes: from.subarray(0, length) });
  }
  return entries;
}

function fieldOf(
  entry: Entry,
  group: string,
  fields: Fields,
  isLittle: boolean,
): readonly [tag: string, text: string] | undefined {
  const field = fields[entry.tag];
  const text = field && readers[field[1]](entry, isLittle);
  return text === undefined ? undefined : [`${group}:${field[0]}`, text];
}

const readers: Readonly<Record<Kind, (entry: Entry, isLittle: boolean) => string | undefined>> = {
  passed: () => "",
  text: ({ type, bytes }) => {
    const text = bytes.toString("latin1").replace(/\0+$/, "");
    return type === 2 && /^[\x20-\x7e]*$/.test(text) ? text.trimEnd() : undefined;
  },
  short: ({ type, count, bytes }, isLittle) =>
    type === 3 && count === 1 ? String(u16(bytes, 0, isLittle)) : undefined,
  long: ({ type, count, bytes }, isLittle) => (type === 4 && count === 1 ? String(u32(bytes, 0, isLittle)) : undefined),
  size: (entry, isLittle) => readers[entry.type === 3 ? "short" : "long"](entry, isLittle),
  fraction: ({ type, count, bytes }, isLittle) => (type === 5 ? fractions(bytes, count, isLittle) : undefined),
  signed: ({ type, count, bytes }, isLittle) =>
    type === 10 && count === 1 ? shortened((u32(bytes, 0, isLittle) | 0) / (u32(bytes, 4, isLittle) | 0)) : undefined,
  // In APEX: N = 2^(A/2) (Exif 3.0, annex C).
  aperture: ({ type, count, bytes }, isLittle) => {
    const apex = type === 5 && count === 1 ? fractions(bytes, 1, isLittle) : undefined;
    return apex === undefined ? undefined : String(Number((2 ** (Number(apex) / 2)).toPrecision(15)));
  },
};

function fractions(bytes: Buffer, count: number, isLittle: boolean): string | undefined {
  const texts = Array.from({ length: count }, (_, i) =>
    shortened(u32(bytes, i * 8, isLittle) / u32(bytes, i * 8 + 4, isLittle)),
  );
  return texts.every((text) => text !== undefined) && count > 0 ? texts.join(" ") : undefined;
}

/** Ten digits, as ExifTool gives fractions; those of a denominator of 0 are left to it. */
function shortened(value: number): string | undefined {
  return Number.isFinite(value) ? String(Number(value.toPrecision(10))) : undefined;
}

function u16(bytes: Buffer, at: number, isLittle: boolean): number {
  return isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
}

function u32(bytes: Buffer, at: number, isLittle: boolean): number {
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

function passed(tags: readonly number[]): Fields {
  return Object.fromEntries(tags.map((tag) => [tag, ["", "passed"]]));
}
