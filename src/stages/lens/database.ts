import { brotliDecompressSync } from "node:zlib";
import { EngineError, wrapError } from "../../errors/index.ts";

export interface CameraEntry {
  /** Spelling of EXIF, then in English. */
  readonly makers: readonly string[];
  readonly models: readonly string[];
  readonly mount: string;
  /** Ratio of the diagonal of 36 × 24 mm to that of the sensor. */
  readonly crop: number;
  /** Distinguishes entries of one model, e.g. its 16:9 mode; empty for most. */
  readonly variant: string;
}

/** A radial polynomial t0 + t1 r + … + t4 r⁴ at one focal length. */
interface DistortionSample {
  readonly focalMm: number;
  readonly terms: readonly number[];
}

/** [v, c, b] of red and of blue at one focal length. */
interface TcaSample {
  readonly focalMm: number;
  readonly terms: readonly number[];
}

/** [k1, k2, k3] at one focal length, f-number and focus distance. */
export interface VignettingSample {
  readonly focalMm: number;
  readonly fNumber: number;
  readonly distanceM: number;
  readonly terms: readonly number[];
}

export interface LensEntry {
  readonly makers: readonly string[];
  readonly models: readonly string[];
  readonly mounts: readonly string[];
  /** Crop factor and aspect ratio (longer to shorter side) of the sensor used for the calibrations. */
  readonly crop: number;
  readonly aspect: number;
  /**
   * `rectilinear` for nearly all; `fisheye`, `stereographic`, … keep their projection when their distortion is
   * corrected.
   */
  readonly projection: string;
  /** [shortest, longest] and [widest, smallest], if the database states them separately from the name. */
  readonly focalRangeMm?: readonly [number, number];
  readonly fNumberRange?: readonly [number, number];
  readonly distortion: readonly DistortionSample[];
  readonly tca: readonly TcaSample[];
  readonly vignetting: readonly VignettingSample[];
}

export interface LensDatabase {
  readonly cameras: readonly CameraEntry[];
  readonly lenses: readonly LensEntry[];
  /** Lens mounts that fit a camera's mount, including that mount. */
  readonly compatibleMounts: ReadonlyMap<string, readonly string[]>;
}

type Pair = [number, number];
type CameraRow = [string[], string[], number, number, string];
type LensRow = [
  makers: string[],
  models: string[],
  mounts: number[],
  crop: number,
  aspect: number,
  projection: string,
  focalRange: Pair | 0,
  apertureRange: Pair | 0,
  ptlens: number[],
  poly5: number[],
  tca: number[],
  vignetting: number[],
];

interface PackedDatabase {
  readonly format: number;
  readonly mountNames: string[];
  readonly compatible: number[][];
  readonly cameras: CameraRow[];
  readonly lenses: LensRow[];
}

/** Reads data/lensfun.json.br. Throws `internal` if the bytes are not that file. */
export function parseLensDatabase(bytes: Uint8Array): LensDatabase {
  const packed = unpack(bytes);
  const { mountNames } = packed;
  const compatibleMounts = new Map(packed.compatible.map((row) => [mountNames[row[0]], row.map((i) => mountNames[i])]));
  const cameras = packed.cameras.map(([makers, models, mount, crop, variant]) => ({
    makers,
    models,
    mount: mountNames[mount],
    crop,
    variant,
  }));
  return { cameras, lenses: packed.lenses.map((row) => toLens(row, mountNames)), compatibleMounts };
}

function unpack(bytes: Uint8Array): PackedDatabase {
  try {
    const packed = JSON.parse(brotliDecompressSync(bytes).toString("utf8")) as PackedDatabase;
    if (packed.format === 1) return packed;
  } catch (error) {
    throw wrapError(error, "internal", "lens: the lens database cannot be read");
  }
  throw new EngineError("internal", "lens: the lens database has an unknown format");
}

/** Unpacks one lens on demand: samples of 1,400 lenses are stored, and few are read. */
function toLens(row: LensRow, mountNames: readonly string[]): LensEntry {
  const [makers, models, mounts, crop, aspect, projection, focalRange, fNumberRange, ptlens, poly5, tca, vignetting] =
    row;
  return {
    makers,
    models,
    mounts: mounts.map((i) => mountNames[i]),
    crop,
    aspect,
    projection,
    ...(focalRange && { focalRangeMm: focalRange }),
    ...(fNumberRange && { fNumberRange }),
    get distortion() {
      return [
        ...inGroupsOf(4, ptlens).map(([focalMm, a, b, c]) => ({ focalMm, terms: [1 - a - b - c, c, b, a, 0] })),
        ...inGroupsOf(3, poly5).map(([focalMm, k1, k2]) => ({ focalMm, terms: [1, 0, k1, 0, k2] })),
      ];
    },
    get tca() {
      return inGroupsOf(7, tca).map(([focalMm, ...terms]) => ({ focalMm, terms }));
    },
    get vignetting() {
      return inGroupsOf(6, vignetting).map(([focalMm, fNumber, distanceM, ...terms]) => ({
        focalMm,
        fNumber,
        distanceM,
        terms,
      }));
    },
  };
}

function inGroupsOf(size: number, flat: readonly number[]): number[][] {
  return Array.from({ length: flat.length / size }, (_, i) => flat.slice(i * size, (i + 1) * size));
}
