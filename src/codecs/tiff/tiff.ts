import { encodeSrgb } from "../../image/index.ts";
import { type DeclaredSpace, type RowConversion, xyzD50ToSrgb } from "../color/index.ts";
import { createSharpCodec, type Inspection } from "../sharp/index.ts";
import { countDamagedPieces, hasOverlappingPieces, isNoisy, isUncompressed } from "./soundness.ts";

/** Byte order, then 42, or 43 for BigTIFF. */
const signatures = [
  [0x49, 0x49, 42, 0],
  [0x4d, 0x4d, 0, 42],
  [0x49, 0x49, 43, 0],
  [0x4d, 0x4d, 0, 43],
];

/** TIFF 6.0 and BigTIFF; the first page. RAW formats built on TIFF stand before it in the registry. */
export const tiffCodec = createSharpCodec({
  format: "tiff",
  sharpName: "tiff",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => signatures.some((signature) => signature.every((byte, i) => head[i] === byte)),
  metadataBlocks: (bytes) => [{ kind: "exif", content: bytes, span: [0, bytes.length] }],
  isDamaged: async (bytes, image, kernels) =>
    countDamagedPieces(bytes) > 0 ||
    hasOverlappingPieces(bytes) ||
    (isUncompressed(bytes) && (await isNoisy(image, kernels))),
  toReadable: (bytes) => findLab(bytes)?.asRgb ?? bytes,
  inspect(bytes, { pages = 1 }): Inspection {
    const lab = findLab(bytes);
    return {
      ...(pages > 1 && { auxiliary: `${pages - 1} further page(s)` }),
      ...(lab && { space: lab.space, ignoresProfile: true }),
    };
  },
});

/** TIFF 6.0, section 23, and its ICC kin (Adobe Photoshop TIFF Technical Notes): a* and b* signed, or 128 for 0. */
const photometrics = { cieLab: 8, iccLab: 9, rgb: 2 } as const;

const tag = { bits: 258, photometric: 262, samples: 277, sampleFormat: 339 } as const;

const unsignedIntegers = 1;

/** A TIFF of integer L*a*b* samples. */
interface LabTiff {
  /** A copy declared as RGB, since libvips does not read 8-bit L*a*b*, and treats 16-bit as D65. */
  readonly asRgb: Uint8Array;
  readonly space: DeclaredSpace;
}

/** `undefined` for all but TIFFs (not BigTIFFs) whose first picture has three integers of L*a*b* a pixel. */
function findLab(bytes: Uint8Array): LabTiff | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8) return undefined;
  const little = bytes[0] === 0x49;
  if (view.getUint16(2, little) !== 42) return undefined;
  const entries = readFirstDirectory(view, little);
  const photometric = entries.get(tag.photometric);
  const kind = photometric && view.getUint16(photometric.at, little);
  if (kind !== photometrics.cieLab && kind !== photometrics.iccLab) return undefined;
  const samples = entries.get(tag.samples);
  const bits = bitsOf(view, entries.get(tag.bits), little);
  if (!photometric || !samples || view.getUint16(samples.at, little) !== 3 || (bits !== 8 && bits !== 16))
    return undefined;
  const asRgb = new Uint8Array(bytes);
  const rewritten = new DataView(asRgb.buffer);
  rewritten.setUint16(photometric.at, photometrics.rgb, little);
  const format = valuesAt(view, entries.get(tag.sampleFormat), little);
  for (let c = 0; c < 3 && format; c++) rewritten.setUint16(format + 2 * c, unsignedIntegers, little);
  const isSigned = kind === photometrics.cieLab;
  return { asRgb, space: { name: "CIELab", isHdr: false, createConversion: () => createLabConversion(isSigned) } };
}

interface Entry {
  readonly count: number;
  /** Position of the value, or of its offset. */
  readonly at: number;
}

function readFirstDirectory(view: DataView, little: boolean): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>();
  const offset = view.getUint32(4, little);
  if (offset + 2 > view.byteLength) return entries;
  const count = view.getUint16(offset, little);
  for (let i = 0, at = offset + 2; i < count && at + 12 <= view.byteLength; i++, at += 12)
    entries.set(view.getUint16(at, little), { count: view.getUint32(at + 4, little), at: at + 8 });
  return entries;
}

function bitsOf(view: DataView, entry: Entry | undefined, little: boolean): number | undefined {
  const at = valuesAt(view, entry, little);
  return at === undefined ? undefined : view.getUint16(at, little);
}

/** Position of an entry's three 16-bit values; `undefined` if it has fewer, or they are outside. */
function valuesAt(view: DataView, entry: Entry | undefined, little: boolean): number | undefined {
  if (entry?.count !== 3) return undefined;
  const at = view.getUint32(entry.at, little);
  return at + 6 <= view.byteLength ? at : undefined;
}

const whiteD50 = [0.9642, 1, 0.8249] as const;

/** L*a*b* of D50 (ICC.1:2022, 6.3.4.2) to display sRGB, in place. */
function createLabConversion(isSigned: boolean): RowConversion {
  return (row) => {
    const max = row instanceof Uint8Array ? 255 : 65_535;
    const unit = row instanceof Uint8Array ? 1 : 256;
    const middle = 128 * unit;
    const chroma = (value: number) =>
      (isSigned ? (value < middle ? value : value - 2 * middle) : value - middle) / unit;
    for (let i = 0; i + 2 < row.length; i += 3) {
      const y = ((row[i] / max) * 100 + 16) / 116;
      const [xl, yl, zl] = [
        whiteD50[0] * fromCubeRoot(y + chroma(row[i + 1]) / 500),
        fromCubeRoot(y),
        whiteD50[2] * fromCubeRoot(y - chroma(row[i + 2]) / 200),
      ];
      for (let c = 0; c < 3; c++) {
        const light = xyzD50ToSrgb[c * 3] * xl + xyzD50ToSrgb[c * 3 + 1] * yl + xyzD50ToSrgb[c * 3 + 2] * zl;
        row[i + c] = Math.round(encodeSrgb(Math.min(1, Math.max(0, light))) * max);
      }
    }
  };
}

function fromCubeRoot(t: number): number {
  return t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29);
}
