import { xyzToSrgb } from "../../fixtures/dng/deflate-dng.ts";
/** Contents of a generated DNG; samples are 16 bits, uncompressed, one strip. */
export interface SmallDng {
  readonly width: number;
  readonly height: number;
  /**
   * The colour (0 red, 1 green, 2 blue) at (x % columns, y % rows); absent for a linear DNG of three samples a pixel.
   */
  readonly pattern?: { readonly columns: number; readonly rows: number; readonly colors: readonly number[] };
  /** Sample c of pixel (x, y); c is 0 for a mosaic. */
  readonly sample: (x: number, y: number, c: number) => number;
  readonly black?: number;
  readonly white?: number;
  readonly orientation?: number;
  readonly asShotNeutral?: readonly [number, number, number];
  /** XYZ to camera under D65; the default is that of a camera whose primaries are sRGB's. */
  readonly colorMatrix?: readonly number[];
  readonly baselineExposureEv?: number;
  readonly compression?: number;
  /** Bytes appended after the sensor data, e.g. an embedded JPEG. */
  readonly trailer?: Uint8Array;
}

export const bayerRggb = { columns: 2, rows: 2, colors: [0, 1, 1, 2] } as const;

type Field = readonly [tag: number, type: number, values: readonly number[]];

const types = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5, signedRational: 10 } as const;
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8 };

/** A little-endian DNG (TIFF 6.0 with the tags of DNG 1.4) whose only directory stands right after the header. */
export function buildDng(dng: SmallDng): Uint8Array {
  const { width, height, pattern, trailer = new Uint8Array() } = dng;
  const samples = pattern ? 1 : 3;
  const stripBytes = width * height * samples * 2;
  const fields = fieldsOf(dng, samples, stripBytes);
  const directoryBytes = 2 + fields.length * 12 + 4;
  const outlined = fields.filter(([, type, values]) => sizes[type] * values.length > 4);
  const valueBytes = outlined.reduce((sum, [, type, values]) => sum + even(sizes[type] * values.length), 0);
  const stripOffset = 8 + directoryBytes + valueBytes;
  const bytes = new Uint8Array(stripOffset + stripBytes + trailer.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8]);
  view.setUint16(8, fields.length, true);
  let at = 8 + directoryBytes;
  fields.forEach(([tag, type, values], i) => {
    const entry = 10 + i * 12;
    const real = tag === 273 ? [stripOffset] : values;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, values.length, true);
    const size = sizes[type] * values.length;
    if (size > 4) view.setUint32(entry + 8, at, true);
    writeValues(view, size > 4 ? at : entry + 8, type, real);
    if (size > 4) at += even(size);
  });
  for (let y = 0, o = stripOffset; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < samples; c++, o += 2) view.setUint16(o, dng.sample(x, y, c), true);
    }
  }
  bytes.set(trailer, stripOffset + stripBytes);
  return bytes;
}

function fieldsOf(dng: SmallDng, samples: number, stripBytes: number): readonly Field[] {
  const { pattern, black = 0, white = 65535, asShotNeutral = [1, 1, 1], colorMatrix = xyzToSrgb } = dng;
  const fields: Field[] = [
    [254, types.long, [0]],
    [256, types.long, [dng.width]],
    [257, types.long, [dng.height]],
    [258, types.short, Array<number>(samples).fill(16)],
    [259, types.short, [dng.compression ?? 1]],
    [262, types.short, [pattern ? 32803 : 34892]],
    [271, types.ascii, ascii("Built")],
    [272, types.ascii, ascii("Test Camera")],
    [273, types.long, [0]],
    [274, types.short, [dng.orientation ?? 1]],
    [277, types.short, [samples]],
    [278, types.long, [dng.height]],
    [279, types.long, [stripBytes]],
    [284, types.short, [1]],
    [50706, types.byte, [1, 4, 0, 0]],
    [50708, types.ascii, ascii("Built Test Camera")],
    [50714, types.short, Array<number>(samples).fill(black)],
    [50717, types.short, Array<number>(samples).fill(white)],
    [50721, types.signedRational, colorMatrix],
    [50728, types.rational, asShotNeutral],
    [50730, types.signedRational, [dng.baselineExposureEv ?? 0]],
    [50778, types.short, [21]],
  ];
  if (pattern) {
    fields.push([33421, types.short, [pattern.rows, pattern.columns]], [33422, types.byte, pattern.colors]);
  }
  return fields.sort(([a], [b]) => a - b);
}

function writeValues(view: DataView, at: number, type: number, values: readonly number[]): void {
  values.forEach((value, i) => {
    if (type === types.byte || type === types.ascii) view.setUint8(at + i, value);
    else if (type === types.short) view.setUint16(at + i * 2, value, true);
    else if (type === types.long) view.setUint32(at + i * 4, value, true);
    else {
      view.setInt32(at + i * 8, Math.round(value * 10000), true);
      view.setInt32(at + i * 8 + 4, 10000, true);
    }
  });
}

function ascii(text: string): readonly number[] {
  return [...text].map((char) => char.charCodeAt(0)).concat(0);
}

function even(size: number): number {
  return size + (size & 1);
}
