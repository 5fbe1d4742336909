import { TiffReader } from "../codecs/index.ts";

/** One entry of a directory with its values. */
export interface SoundEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
  /** Offset of the bytes from the start of the block. */
  readonly at: number;
}

export interface SoundDirectory {
  readonly entries: readonly SoundEntry[];
  /** Offset of the next directory; 0 if there is none. */
  readonly next: number;
}

/** Maximum number of entries, more than cameras write to a directory; ExifTool reads longer ones. */
const maxEntries = 100;
/** Field types of EXIF (Exif 3.0, 4.6.2). */
const exifTypes: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 9, 10]);

/**
 * A directory of an EXIF block with all its values; `undefined` if it is truncated or too long, repeats a tag, has a
 * field type that EXIF does not define, or has a value outside the block.
 */
export function soundDirectoryAt(block: Buffer, at: number): SoundDirectory | undefined {
  const reader = TiffReader.open(block);
  const found = reader?.entriesAt(at, maxEntries);
  if (!reader || reader.isBig || !found?.isWhole || found.next === undefined) return undefined;
  const tags = new Set(found.entries.map(({ tag }) => tag));
  const isSound = found.entries.every(({ type, at, size }) => exifTypes.has(type) && reader.has(at, size));
  if (tags.size < found.entries.length || !isSound) return undefined;
  const entries = found.entries.map(({ tag, type, count, at, size }) => {
    return { tag, type, count, bytes: block.subarray(at, at + size), at };
  });
  return { entries, next: found.next };
}

/** Offsets of the values that are read from a body's `CameraInfo`, in bytes from its start (ExifTool's Canon.pm). */
interface BodyLayout {
  readonly model: RegExp;
  readonly focus?: readonly [upper: number, lower: number];
  readonly file?: readonly [index: number, directory: number];
  readonly shutterCount?: number;
}

/**
 * Camera bodies with such a table in ExifTool, and known bodies without one. ExifTool reads the notes of other models.
 */
const layouts: readonly BodyLayout[] = [
  { model: /\bEOS 6D$/, focus: [0x92, 0x94], file: [0x2aa, 0x2b6] },
  { model: /\bEOS R[56]$/, shutterCount: 0xaf1 },
  { model: /\bEOS (?:R6m2|R8|R50)$/, shutterCount: 0xd29 },
  { model: /\bEOS (?:5D Mark IV|6D Mark II|7D Mark II|77D|90D|R|RP|Ra|R3|R5 Mark II|R7|R10|M50|M50m2|M6 Mark II)$/ },
];

/** Tags of older bodies' custom functions, which have a separate table for each body. */
const unread: readonly number[] = [0xf, 0x90, 0x91, 0x92];

/** Tags of the settings, the shot and the file: without them, ExifTool would use other tags. */
const always: readonly number[] = [1, 4, 147];

type Tags = Record<string, string>;

/**
 * Reads the bracket, the focus, the file number and the camera's corrections from Canon's maker notes, under ExifTool's
 * names; `undefined` unless the model and all of its notes are supported.
 *
 * @param exif The EXIF block; offsets in the notes count from its start.
 */
export function readCanonNotes(exif: Buffer, notes: SoundEntry, model: string): Tags | undefined {
  const layout = layouts.find((each) => each.model.test(model));
  if (!layout || exif.toString("latin1", 0, 2) !== "II" || !isInPlace(notes)) return undefined;
  const directory = soundDirectoryAt(exif, notes.at);
  const present = directory?.entries.map(({ tag }) => tag) ?? [];
  if (!directory || !always.every((tag) => present.includes(tag)) || present.some((tag) => unread.includes(tag)))
    return undefined;
  const found: Tags = {};
  for (const entry of directory.entries) {
    const tags = entry.tag === 0xd ? bodyTags(entry.bytes, layout) : (readers[entry.tag]?.(entry.bytes, model) ?? {});
    if (tags === "unknown") return undefined;
    // Later tags override earlier ones, but `CameraInfo` never overrides another.
    Object.assign(found, entry.tag === 0xd ? { ...tags, ...found } : tags);
  }
  return found;
}

/**
 * Whether the notes are where they were written, which their last bytes state: if they were moved, their offsets are
 * wrong.
 */
function isInPlace({ bytes, at }: SoundEntry): boolean {
  const end = bytes.length - 8;
  return end > 0 && bytes.toString("latin1", end, end + 4) === "II*\0" && bytes.readUInt32LE(end + 4) === at;
}

type Reader = (bytes: Buffer, model: string) => Tags | "unknown";

const readers: Readonly<Record<number, Reader>> = {
  1: sized(0, (bytes) => {
    const units = short(bytes, 25) || 1;
    // A digital zoom changes the picture's scale.
    if (short(bytes, 12) === 3) return "unknown";
    return {
      ...numbers({ FocusBracketing: short(bytes, 50) }),
      ...numbers({ MaxFocalLength: divided(word(bytes, 23), units), MinFocalLength: divided(word(bytes, 24), units) }),
    };
  }),
  4: sized(0, (bytes) => ({
    ...numbers({ SequenceNumber: short(bytes, 9), AutoExposureBracketing: short(bytes, 16) }),
    ...numbers({ AEBBracketValue: canonEv(short(bytes, 17)) }),
    ...focus(word(bytes, 19), word(bytes, 20)),
  })),
  8: (bytes) => ({ "Canon:FileNumber": String(bytes.readUInt32LE(0)) }),
  147: sized(0, (bytes) => ({
    ...numbers({ BracketMode: short(bytes, 3), BracketShotNumber: short(bytes, 5), WBBracketMode: short(bytes, 9) }),
    ...focus(word(bytes, 20), word(bytes, 21)),
  })),
  153: customFunctions,
  16405: (bytes, model) => {
    const head = bytes.toString("hex", 0, 4);
    if (!head.startsWith("00") || head === "00000000" || head === "0040dc05") return {};
    return sized(2, () => ({
      ...numbers({ PeripheralLighting: short(bytes, 2), DistortionCorrection: short(bytes, 3) }),
      ...numbers({ ChromaticAberrationCorr: short(bytes, 5) ?? short(bytes, 4) }),
    }))(bytes, model);
  },
  16406: sized(0, (bytes) => ({
    ...numbers({ PeripheralLightingSetting: long(bytes, 5), ChromaticAberrationSetting: long(bytes, 6) }),
    ...numbers({ DistortionCorrectionSetting: long(bytes, 7) }),
  })),
  16408: sized(0, (bytes) => numbers({ PeripheralIlluminationCorr: long(bytes, 1) })),
  16467: sized(0, (bytes) => numbers({ FocusBracketing: long(bytes, 1), FocusBracketingImageCount: long(bytes, 2) })),
};

/** A reader of records that have their length at an offset; another length makes them unknown. */
function sized(lengthAt: number, read: Reader): Reader {
  return (bytes, model) =>
    bytes.length >= lengthAt + 2 && bytes.readUInt16LE(lengthAt) === bytes.length ? read(bytes, model) : "unknown";
}

function bodyTags(bytes: Buffer, layout: BodyLayout): Tags | "unknown" {
  const { focus: distance, file, shutterCount } = layout;
  const last = Math.max(...(distance ?? [0]), ...(file ?? [0]), shutterCount ?? 0);
  if (last + 4 > bytes.length) return "unknown";
  // Big-endian, unlike the other numbers.
  const metres = distance?.map((at) => bytes.readUInt16BE(at) / 100);
  return {
    ...(metres && { "Canon:FocusDistanceUpper": digits(metres[0]), "Canon:FocusDistanceLower": digits(metres[1]) }),
    ...(file && { "Composite:FileNumber": fileNumber(bytes.readUInt32LE(file[0]), bytes.readUInt32LE(file[1])) }),
    ...(shutterCount !== undefined && { "Canon:ShutterCount": String(bytes.readUInt32LE(shutterCount)) }),
  };
}

/**
 * The file number as ExifTool forms it, from the numbers of the file and the folder before this one; a camera counts
 * files from 1 to 9999.
 */
function fileNumber(before: number, directory: number): string {
  const isFirst = before + 1 === 10_000;
  const parts = [directory - 1 + (isFirst ? 1 : 0), isFirst ? 1 : before + 1];
  return String(parts[0]).padStart(3, "0") + String(parts[1]).padStart(4, "0");
}

/** Numbers of shots by their code, for bodies that write one value. */
const shotsByCode: readonly string[] = ["3 shots", "2 shots", "5 shots", "7 shots"];
const shotsByPair: Readonly<Record<string, string>> = {
  "3 0": "3 shots",
  "2 1": "2 shots",
  "5 2": "5 shots",
  "7 3": "7 shots",
};
const maxCustomValues = 200;

/** Reads groups of functions, each with its number, its length and its count of functions. */
function customFunctions(bytes: Buffer, model: string): Tags | "unknown" {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== bytes.length) return "unknown";
  const found: Tags = {};
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length || end < at + 12) return "unknown";
    for (let own = at + 12; own + 8 < end; ) {
      const [tag, count] = [bytes.readUInt32LE(own), bytes.readUInt32LE(own + 4)];
      const next = own + 8 + count * 4;
      if (next > end || count === 0 || count > maxCustomValues) return "unknown";
      const values = Array.from({ length: count }, (_, i) => bytes.readInt32LE(own + 8 + 4 * i)).join(" ");
      if (tag === 0x105) found["CanonCustom:AEBSequence"] = values;
      if (tag === 0x106) {
        const shots = shotsOf(values, model);
        if (shots === undefined) return "unknown";
        found["CanonCustom:AEBShotCount"] = shots;
      }
      own = next;
    }
    at = end;
  }
  return found;
}

/** The number of shots: the 90D writes it as a number, other bodies as a code. */
function shotsOf(values: string, model: string): string | undefined {
  if (/\b90D\b/.test(model)) return /^[2357]$/.test(values) ? `${values} shots` : undefined;
  return shotsByPair[values] ?? shotsByCode[Number(values)];
}

/** Focus distances in metres, from centimetres, if the body knows them. */
function focus(upper: number | undefined, lower: number | undefined): Tags {
  return upper ? numbers({ FocusDistanceUpper: upper / 100, FocusDistanceLower: lower && lower / 100 }) : {};
}

/** Canon's exposure values: in steps of 1/32 EV, with special codes for thirds. */
function canonEv(code: number | undefined): number | undefined {
  if (code === undefined) return undefined;
  const part = Math.abs(code) & 31;
  const fraction = part === 12 ? 32 / 3 : part === 20 ? 64 / 3 : part;
  return (Math.sign(code) * (Math.abs(code) - part + fraction)) / 32;
}

function numbers(values: Readonly<Record<string, number | undefined>>): Tags {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [`Canon:${name}`, digits(value ?? 0)]));
}

/** A number with 15 digits, as Perl prints it. */
function digits(value: number): string {
  return String(Number(value.toPrecision(15)));
}

function divided(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value / by;
}

function short(bytes: Buffer, index: number): number | undefined {
  return 2 * index + 2 <= bytes.length ? bytes.readInt16LE(2 * index) : undefined;
}

function word(bytes: Buffer, index: number): number | undefined {
  return 2 * index + 2 <= bytes.length ? bytes.readUInt16LE(2 * index) : undefined;
}

function long(bytes: Buffer, index: number): number | undefined {
  return 4 * index + 4 <= bytes.length ? bytes.readInt32LE(4 * index) : undefined;
}
