import type { CameraEntry, LensDatabase, LensEntry } from "./database.ts";
import { focalRangeOf } from "./match-lens.ts";

/** One lens of the database, with its measured errors. */
export interface LensCoverage {
  /** Maker of the lens. */
  readonly maker: string;
  /** Model of the lens, with its focal lengths. */
  readonly model: string;
  /** Names of camera mounts that it fits; a compact camera's fixed lens has a separate one. */
  readonly mounts: readonly string[];
  /**
   * Ratio of the diagonal of 36 × 24 mm to that of the sensor it was measured on; pictures of a larger one are not
   * corrected.
   */
  readonly crop: number;
  /** Shortest and longest focal length in mm, if known. */
  readonly focalMm?: readonly [number, number];
  /** `rectilinear`, `fisheye`, … */
  readonly projection: string;
  /** The errors that were measured. */
  readonly corrects: {
    /** Curved straight lines. */
    readonly distortion: boolean;
    /** Lateral chromatic aberration. */
    readonly fringes: boolean;
    /** Fall-off of light towards the corners. */
    readonly vignetting: boolean;
  };
}

/** One camera of the database: pictures it took are matched with lenses for its mount. */
export interface CameraCoverage {
  /** As in EXIF, in lensfun's spelling. */
  readonly maker: string;
  /** As in EXIF, in lensfun's spelling. */
  readonly model: string;
  /** Name of its lens mount; a compact camera has its own. */
  readonly mount: string;
  /** Ratio of the diagonal of 36 × 24 mm to that of its sensor. */
  readonly crop: number;
}

/**
 * The lenses whose maker, model and mounts together contain every word of `query`, in any case; all lenses for an empty
 * query. Sorted by maker, model and crop. A lens measured on several sensors appears once for each.
 */
export function lensCoverage({ lenses }: LensDatabase, query = ""): LensCoverage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = ({ makers, models, mounts }: LensEntry) => {
    // Cameras write "EF17-40mm", the database "EF 17-40mm".
    const text = [...makers, ...models, ...mounts].join("|").toLowerCase().replaceAll(" ", "");
    return words.every((word) => text.includes(word));
  };
  const keyOf = ({ maker, model, crop }: LensCoverage) => `${maker} ${model} ${crop.toFixed(3)}`.toLowerCase();
  const rows = lenses.filter(isWanted).map((entry) => ({ row: coverageOf(entry), key: "" }));
  for (const each of rows) each.key = keyOf(each.row);
  return rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row);
}

/**
 * The cameras whose maker, model and mount together contain every word of `query`, in any case; all cameras for an
 * empty query. Sorted by maker and model. A camera with several modes appears once for each crop factor.
 */
export function cameraCoverage({ cameras }: LensDatabase, query = ""): CameraCoverage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = ({ makers, models, mount }: CameraEntry) => {
    const text = [...makers, ...models, mount].join("|").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const rows = cameras.filter(isWanted).map(({ makers, models, mount, crop }) => ({
    maker: makers.at(-1) ?? makers[0],
    model: models.at(-1) ?? models[0],
    mount,
    crop,
  }));
  const keyOf = ({ maker, model, crop }: CameraCoverage) => `${maker} ${model} ${crop.toFixed(3)}`.toLowerCase();
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function coverageOf(entry: LensEntry): LensCoverage {
  const { makers, models, mounts, crop, projection } = entry;
  const focalMm = focalRangeOf(entry);
  return {
    maker: makers[0],
    model: models[0],
    mounts,
    crop,
    ...(focalMm && { focalMm }),
    projection,
    corrects: {
      distortion: entry.distortion.length > 0,
      fringes: entry.tca.length > 0,
      vignetting: entry.vignetting.length > 0,
    },
  };
}
