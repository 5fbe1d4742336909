import type { FisheyeTerms, OpcodeArea, OpcodeList, OpcodeRect, RawOpcode, WarpTerms } from "../../image/index.ts";

/** Number of the list, and its picture in the mosaic's coordinates, whose corner is the list's origin. */
export interface OpcodeFrame {
  readonly list: OpcodeList;
  readonly picture: OpcodeRect;
  /** Whether opcodes before it trimmed the picture. */
  readonly isTrimmed: boolean;
}

/** Parsed opcodes of a list, and the ids of unknown opcodes that are not marked as optional. */
interface OpcodeReading {
  readonly opcodes: readonly RawOpcode[];
  readonly unknown: readonly number[];
  /** Frame of the next list, unless it describes a separate picture. */
  readonly frame: OpcodeFrame;
}

const optionalFlag = 1;
const maxOpcodes = 64;
/** Maximum number of defects, more than in any sensor's list. */
const maxDefects = 65536;
const maxMapPoints = 2 ** 20;

/**
 * Reads an opcode list (DNG specification 1.7, chapter 7: always big-endian; count, then id, version, flags,
 * length and parameters of each). Never reads outside `bytes`: an inconsistent list ends at its last sound opcode.
 * After a TrimBounds, the picture is its rectangle, and coordinates are relative to its corner, as in Adobe's DNG SDK.
 */
export function readOpcodeList(bytes: Uint8Array, start: OpcodeFrame): OpcodeReading {
  let frame = start;
  const opcodes: RawOpcode[] = [];
  const unknown: number[] = [];
  const list = new Fields(bytes);
  const count = Math.min(list.u32(), maxOpcodes);
  for (let i = 0; i < count; i++) {
    const id = list.u32();
    list.skip(4);
    const flags = list.u32();
    const body = list.part(list.u32());
    if (!body) break;
    const opcode = readers[id]?.(body, frame);
    if (opcode && body.sound) {
      opcodes.push(frame.isTrimmed ? { ...opcode, picture: frame.picture } : opcode);
      if (opcode.kind === "trimBounds") frame = { ...frame, picture: opcode.rect, isTrimmed: true };
    } else if ((flags & optionalFlag) === 0) unknown.push(id);
  }
  return { opcodes, unknown, frame };
}

type Reader = (body: Fields, frame: OpcodeFrame) => RawOpcode | undefined;

const readers: Readonly<Record<number, Reader>> = {
  1: readWarp,
  2: readFisheye,
  3: readVignette,
  4: (body, { list }) => ({ list, kind: "fixBadPixelsConstant", value: body.u32() }),
  5: readBadPixels,
  6: readTrim,
  7: readTable,
  8: readPolynomial,
  9: readGainMap,
  10: (body, frame) => readLines(body, frame, "perRow", "delta"),
  11: (body, frame) => readLines(body, frame, "perColumn", "delta"),
  12: (body, frame) => readLines(body, frame, "perRow", "scale"),
  13: (body, frame) => readLines(body, frame, "perColumn", "scale"),
};

function readWarp(body: Fields, { list }: OpcodeFrame): RawOpcode | undefined {
  const count = body.u32();
  if (count !== 1 && count !== 3) return undefined;
  const planes = Array.from({ length: count }, () => body.f64s(6) as unknown as WarpTerms);
  if (!planes.every(isWarp)) return undefined;
  return { list, kind: "warpRectilinear", planes, centerX: body.f64(), centerY: body.f64() };
}

function readFisheye(body: Fields, { list }: OpcodeFrame): RawOpcode | undefined {
  const count = body.u32();
  if (count !== 1 && count !== 3) return undefined;
  const planes = Array.from({ length: count }, () => body.f64s(4) as unknown as FisheyeTerms);
  if (!planes.flat().every((term) => Math.abs(term) <= largestTerm)) return undefined;
  return { list, kind: "warpFisheye", planes, centerX: body.f64(), centerY: body.f64() };
}

/** Maximum polynomial term of a warp; no lens moves the corners of a picture this far. */
const largestTerm = 16;
const cornerReach = 8;

function isWarp(terms: WarpTerms): boolean {
  const atCorner = terms[0] + terms[1] + terms[2] + terms[3];
  return terms.every((term) => Math.abs(term) <= largestTerm) && Math.abs(atCorner) <= cornerReach;
}

function readVignette(body: Fields, { list }: OpcodeFrame): RawOpcode {
  const terms = body.f64s(5) as unknown as readonly [number, number, number, number, number];
  return { list, kind: "fixVignetteRadial", terms, centerX: body.f64(), centerY: body.f64() };
}

/** Reads a trim; a rectangle that is empty or extends beyond the picture is ignored. */
function readTrim(body: Fields, { list, picture }: OpcodeFrame): RawOpcode | undefined {
  const rect = readRect(body, picture);
  const isWithin = rect.bottom <= picture.bottom && rect.right <= picture.right;
  return isWithin && rect.top < rect.bottom && rect.left < rect.right ? { list, kind: "trimBounds", rect } : undefined;
}

function readBadPixels(body: Fields, { list, picture }: OpcodeFrame): RawOpcode | undefined {
  body.skip(4);
  const [points, rects] = [body.u32(), body.u32()];
  if (points > maxDefects || rects > maxDefects) return undefined;
  const readPoint = () => {
    const y = body.u32() + picture.top;
    return [body.u32() + picture.left, y] as const;
  };
  return {
    list,
    kind: "fixBadPixelsList",
    points: body.many(points, readPoint),
    rects: body.many(rects, () => readRect(body, picture)),
  };
}

function readRect(body: Fields, origin: OpcodeRect): OpcodeRect {
  const [top, left] = [body.u32() + origin.top, body.u32() + origin.left];
  const [bottom, right] = [body.u32() + origin.top, body.u32() + origin.left];
  return { top, left, bottom, right };
}

function readArea(body: Fields, { picture }: OpcodeFrame): OpcodeArea | undefined {
  const rect = readRect(body, picture);
  const [plane, planes, rowPitch, colPitch] = [body.u32(), body.u32(), body.u32(), body.u32()];
  if (rect.bottom <= rect.top || rect.right <= rect.left || planes < 1 || rowPitch < 1 || colPitch < 1)
    return undefined;
  return { ...rect, plane, planes, rowPitch, colPitch };
}

function readTable(body: Fields, frame: OpcodeFrame): RawOpcode | undefined {
  const area = readArea(body, frame);
  const count = body.u32();
  if (!area || count < 1 || count > 65536) return undefined;
  return { list: frame.list, kind: "mapTable", area, table: body.many(count, () => body.u16()) };
}

function readPolynomial(body: Fields, frame: OpcodeFrame): RawOpcode | undefined {
  const area = readArea(body, frame);
  const degree = body.u32();
  if (!area || degree > 8) return undefined;
  return { list: frame.list, kind: "mapPolynomial", area, terms: body.f64s(degree + 1) };
}

function readGainMap(body: Fields, frame: OpcodeFrame): RawOpcode | undefined {
  const area = readArea(body, frame);
  const [pointsV, pointsH] = [body.u32(), body.u32()];
  const [spacingV, spacingH, originV, originH] = body.f64s(4);
  const mapPlanes = body.u32();
  const count = pointsV * pointsH * mapPlanes;
  if (!area || count < 1 || count > maxMapPoints || !(spacingV >= 0 && spacingH >= 0)) return undefined;
  const gains = new Float32Array(new SharedArrayBuffer(count * 4));
  gains.set(body.many(count, () => body.f32()));
  return {
    list: frame.list,
    kind: "gainMap",
    area,
    pointsV,
    pointsH,
    spacingV,
    spacingH,
    originV,
    originH,
    mapPlanes,
    gains,
  };
}

function readLines(
  body: Fields,
  frame: OpcodeFrame,
  kind: "perRow" | "perColumn",
  change: "delta" | "scale",
): RawOpcode | undefined {
  const area = readArea(body, frame);
  const count = body.u32();
  if (!area || count < 1 || count > 65536) return undefined;
  return { list: frame.list, kind, change, area, values: body.many(count, () => body.f32()) };
}

/** Maximum absolute gain, term or difference of a correction; sums of such numbers stay finite. */
const largestNumber = 1e9;

/**
 * Reads big-endian values in sequence; past the end they are 0 and `sound` becomes false, also for numbers that are
 * impossible in a correction.
 */
class Fields {
  readonly #view: DataView;
  #at = 0;
  sound = true;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #take(size: number): number | undefined {
    const at = this.#at;
    if (at + size > this.#view.byteLength) {
      this.sound = false;
      return undefined;
    }
    this.#at += size;
    return at;
  }

  #finite(value: number): number {
    if (Math.abs(value) <= largestNumber) return value;
    this.sound = false;
    return 0;
  }

  u16(): number {
    const at = this.#take(2);
    return at === undefined ? 0 : this.#view.getUint16(at);
  }

  u32(): number {
    const at = this.#take(4);
    return at === undefined ? 0 : this.#view.getUint32(at);
  }

  f32(): number {
    const at = this.#take(4);
    return at === undefined ? 0 : this.#finite(this.#view.getFloat32(at));
  }

  f64(): number {
    const at = this.#take(8);
    return at === undefined ? 0 : this.#finite(this.#view.getFloat64(at));
  }

  f64s(count: number): readonly number[] {
    return this.many(count, () => this.f64());
  }

  /** Reads up to `count` values and stops at the end of the bytes, so that a huge count is harmless. */
  many<T>(count: number, read: () => T): readonly T[] {
    const values: T[] = [];
    for (let i = 0; i < count && this.sound; i++) values.push(read());
    return values;
  }

  skip(bytes: number): void {
    this.#take(bytes);
  }

  part(length: number): Fields | undefined {
    const at = this.#take(length);
    if (at === undefined) return undefined;
    return new Fields(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length));
  }
}
