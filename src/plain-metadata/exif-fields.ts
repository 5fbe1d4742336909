/** Numerator and denominator. */
type Rational = readonly [numerator: number, denominator: number];

/** Maximum error of a fraction. */
const maxError = 1e-8;

/**
 * The fraction with the smallest terms within 10⁻⁸ of a number, from its continued fraction, as ExifTool finds it
 * (`Rationalize` in its Writer.pl). `undefined` if the text is not a number.
 *
 * @param text A decimal number, `a/b`, or ExifTool's `inf` or `undef` for a denominator of 0.
 * @param most The largest term that fits in the field.
 */
export function toRational(text: string, most: number): Rational | undefined {
  if (text === "inf") return [1, 0];
  if (text === "undef") return [0, 0];
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  if (value === 0) return [0, 1];
  const [numerator, denominator] = nearest(Math.abs(value), most);
  return [Math.sign(value) * numerator, denominator];
}

function nearest(value: number, most: number): Rational {
  const terms: number[] = [];
  let best: Rational | undefined;
  for (let rest = value; ; ) {
    const found = assemble(Math.floor(rest + 0.5), terms);
    if (found[0] > most || found[1] > most) return best ?? (value < 1 ? [1, most] : [most, 1]);
    best = found;
    if (Math.abs((found[0] / found[1] - value) / value) < maxError) return best;
    const whole = Math.floor(rest);
    terms.unshift(whole);
    if (rest === whole) return best;
    rest = 1 / (rest - whole);
  }
}

/**
 * The value of a continued fraction as a fraction. `last` is its last term, `terms` are those before it, in reverse
 * order.
 */
function assemble(last: number, terms: readonly number[]): Rational {
  return terms.reduce<Rational>(
    ([numerator, denominator], term) => [term * numerator + denominator, numerator],
    [last, 1],
  );
}

/**
 * One entry of a directory (TIFF 6.0, section 2): tag number, field type, number of values, and their bytes,
 * big-endian.
 */
export interface ExifEntry {
  readonly number: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** How the values of a field are written, and their count if the field has several. */
type Kind = "text" | "short" | "long" | "fraction" | "signed" | "wide" | "comment" | "notice" | "digits" | "aperture";
type Field = readonly [number: number, kind: Kind, count?: number];

/** The fields of results by ExifTool's names (Exif 3.0, tables 4 to 8; TIFF 6.0; Windows' own XP fields). */
const fields: Readonly<Record<string, Field>> = {
  "IFD0:DocumentName": [0x10d, "text"],
  "IFD0:ImageDescription": [0x10e, "text"],
  "IFD0:Make": [0x10f, "text"],
  "IFD0:Model": [0x110, "text"],
  "IFD0:Orientation": [0x112, "short"],
  "IFD0:PageName": [0x11d, "text"],
  "IFD0:Software": [0x131, "text"],
  "IFD0:Artist": [0x13b, "text"],
  "IFD0:Rating": [0x4746, "short"],
  "IFD0:RatingPercent": [0x4749, "short"],
  "IFD0:Copyright": [0x8298, "notice"],
  "IFD0:XPTitle": [0x9c9b, "wide"],
  "IFD0:XPKeywords": [0x9c9e, "wide"],
  "IFD0:XPSubject": [0x9c9f, "wide"],
  "ExifIFD:ExposureTime": [0x829a, "fraction"],
  "ExifIFD:FNumber": [0x829d, "fraction"],
  "ExifIFD:ExposureProgram": [0x8822, "short"],
  "ExifIFD:ISO": [0x8827, "short"],
  "ExifIFD:SensitivityType": [0x8830, "short"],
  "ExifIFD:RecommendedExposureIndex": [0x8832, "long"],
  "ExifIFD:DateTimeOriginal": [0x9003, "text"],
  "ExifIFD:CreateDate": [0x9004, "text"],
  "ExifIFD:OffsetTimeOriginal": [0x9011, "text"],
  "ExifIFD:ExposureCompensation": [0x9204, "signed"],
  "ExifIFD:MaxApertureValue": [0x9205, "aperture"],
  "ExifIFD:MeteringMode": [0x9207, "short"],
  "ExifIFD:LightSource": [0x9208, "short"],
  "ExifIFD:Flash": [0x9209, "short"],
  "ExifIFD:FocalLength": [0x920a, "fraction"],
  "ExifIFD:UserComment": [0x9286, "comment"],
  "ExifIFD:SubSecTimeOriginal": [0x9291, "digits"],
  "ExifIFD:ColorSpace": [0xa001, "short"],
  "ExifIFD:ExifImageWidth": [0xa002, "short"],
  "ExifIFD:ExifImageHeight": [0xa003, "short"],
  "ExifIFD:WhiteBalance": [0xa403, "short"],
  "ExifIFD:FocalLengthIn35mmFormat": [0xa405, "short"],
  "ExifIFD:ImageUniqueID": [0xa420, "text"],
  "ExifIFD:SerialNumber": [0xa431, "text"],
  "ExifIFD:LensInfo": [0xa432, "fraction", 4],
  "ExifIFD:LensMake": [0xa433, "text"],
  "ExifIFD:LensModel": [0xa434, "text"],
  "ExifIFD:LensSerialNumber": [0xa435, "text"],
  "ExifIFD:CompositeImage": [0xa460, "short"],
  "ExifIFD:CompositeImageCount": [0xa461, "short", 2],
};

/** The directory of a field, `IFD0` or `ExifIFD`. */
export function directoryOf(tag: string): string {
  return tag.slice(0, tag.indexOf(":"));
}

export function isExifTag(tag: string): boolean {
  return /^(?:IFD0|ExifIFD|GPS|IFD1|SubIFD|InteropIFD):/.test(tag);
}

/** The entry of a field; `undefined` if the field is not supported or the value does not fit it. */
export function exifEntry(tag: string, text: string): ExifEntry | undefined {
  const field = fields[tag];
  if (!field) return undefined;
  const [number, kind, count = 1] = field;
  const encoded = encoders[kind](text, count);
  return encoded && { number, ...encoded };
}

/** A field with the same value in every EXIF block. */
export function fixedEntry(number: number, type: 3 | 7, bytes: readonly number[]): ExifEntry {
  return { number, type, count: type === 3 ? bytes.length / 2 : bytes.length, bytes: Uint8Array.from(bytes) };
}

type Encoded = Omit<ExifEntry, "number">;

const encoders: Readonly<Record<Kind, (text: string, count: number) => Encoded | undefined>> = {
  text: (text) => ascii(`${text}\0`),
  // The photographer's notice and the editor's, each terminated by a zero byte (Exif 3.0, 4.6.5.4.7).
  notice: (text) => ascii(`${text}\0`),
  digits: (text) => (/^\d+$/.test(text) ? ascii(`${text}\0`) : undefined),
  short: (text, count) => whole(text, count, { type: 3, size: 2 }),
  long: (text, count) => whole(text, count, { type: 4, size: 4 }),
  fraction: (text, count) => fractions(text.split(" "), count, { type: 5, most: 0xffffffff }),
  signed: (text, count) => fractions(text.split(" "), count, { type: 10, most: 0x7fffffff }),
  // In APEX: N = 2^(A/2) (Exif 3.0, annex C).
  aperture: (text, count) => {
    const apex = Number(text) > 0 ? (2 * Math.log(Number(text))) / Math.log(2) : 0;
    return Number.isFinite(Number(text)) ? fractions([String(apex)], count, { type: 5, most: 0xffffffff }) : undefined;
  },
  wide: (text) => ofBytes(1, Buffer.from(`${text}\0`, "utf16le")),
  comment: (text) => ofBytes(7, commentBytes(text)),
};

/** Text as UTF-8, also if it is not ASCII: all current readers expect that. */
function ascii(text: string): Encoded {
  return ofBytes(2, Buffer.from(text, "utf8"));
}

function ofBytes(type: number, bytes: Uint8Array): Encoded {
  return { type, count: bytes.length, bytes };
}

function whole(text: string, count: number, { type, size }: { type: number; size: 2 | 4 }): Encoded | undefined {
  const numbers = text.split(" ");
  const isSound = numbers.every((each) => /^\d{1,10}$/.test(each) && Number(each) < 2 ** (8 * size));
  if (numbers.length !== count || !isSound) return undefined;
  const bytes = Buffer.alloc(count * size);
  for (const [i, each] of numbers.entries()) bytes.writeUIntBE(Number(each), i * size, size);
  return { type, count, bytes };
}

function fractions(
  texts: readonly string[],
  count: number,
  { type, most }: { type: number; most: number },
): Encoded | undefined {
  const found = texts.map((text) => toRational(text, most)).filter((each): each is Rational => each !== undefined);
  const isSigned = type === 10;
  if (found.length !== count || texts.length !== count || (!isSigned && found.some(([top]) => top < 0)))
    return undefined;
  const bytes = Buffer.alloc(count * 8);
  for (const [i, [top, bottom]] of found.entries()) {
    if (isSigned) bytes.writeInt32BE(top, i * 8);
    else bytes.writeUInt32BE(top, i * 8);
    bytes.writeUInt32BE(bottom, i * 8 + 4);
  }
  return { type, count, bytes };
}

/** A comment: the code of its character set, then the text (Exif 3.0, 4.6.6.5.10). */
function commentBytes(text: string): Uint8Array {
  const isAscii = [...text].every((character) => character < "\x80");
  if (isAscii) return Buffer.from(`ASCII\0\0\0${text}`, "latin1");
  return Buffer.concat([Buffer.from("UNICODE\0", "latin1"), Buffer.from(text, "utf16le").swap16()]);
}
