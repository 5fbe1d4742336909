// Limits for data read from files and written into results. They are chosen or come from a standard, as each line says;
// none is fitted, and test/stages/metadata judges them.

/**
 * Maximum length of texts and lists that are read, in UTF-16 units: at three bytes a unit, a caption fits one 64 KB
 * block of a JPEG.
 */
export const longest = {
  caption: 10_000,
  /** Author, copyright and all other fields: a longer text is not a name. */
  name: 1000,
  /** A field written by people, and the operations of an earlier result. */
  text: 4000,
  /** A field of another program's history entry. */
  historyField: 200,
} as const;

/** Limits for a photographer's own fields; what exceeds them is dropped and reported. */
export const kept = {
  /** Total size as XML, in bytes: with the longest caption, it fits one 64 KB block of a JPEG. */
  bytes: 24_000,
  /** Bytes of XML around a value: a list element and the names of its property. */
  bytesAround: 80,
  /** Maximum number of bytes by which an escape such as `&amp;` exceeds its character. */
  bytesOfEscape: 5,
  /** Maximum number of values in a list: far more keywords than a person gives a photograph. */
  values: 1000,
  /** Maximum number of other programs' steps in a history, the latest ones: editors write one for each save. */
  foreignSteps: 30,
} as const;

/** Maximum length of IPTC-IIM values, in bytes (IIM 4.2). */
export const iptcMaxBytes = { caption: 2000, author: 32, copyright: 128 } as const;

/** Maximum length of a program's name and version, in bytes. */
export const maxSoftwareBytes = 64;

/**
 * Number of bytes at the beginning and at the end of a file that are searched for this program's mark: EXIF and XMP of
 * a result have at most 64 KB each.
 */
export const markBytes = 2 ** 18;

/** Limits beyond which values in makers' fields mean "unknown" or "infinite". */
export const plausible = {
  /** Upper limit of sizes, times, speeds and counts; makers write 2³² and similar numbers. */
  number: 2 ** 31,
  /** Exposure compensation, EV: cameras offer 5. */
  biasEv: 20,
  /** Focus distance, m: makers write 655.35 for infinity. */
  focusM: 600,
  /** Year of the first photograph. */
  earliestYear: 1826,
  /** Zones in use, minutes east of Greenwich: −12:00 to +14:00 (ISO 8601 offsets of the tz database). */
  zoneMinutes: [-720, 840],
  /** Maximum code of an active correction in ExifTool's tables; Sony writes 2³² − 1 if a camera has none. */
  correction: 5,
  /** Maximum number of shots in a Sony bracket: its menu ends at 9, and 100 and above are panoramas. */
  sonyShots: 16,
} as const;

/** Maximum relative shift of a point by a maker's correction; lenses for rooms stay below it. */
export const maxMoved = { distortion: 0.4, fringes: 0.02 } as const;

/** Units of Sony's numbers, as fractions of the radius: darktable's `lens.cc`. */
export const sonyUnits = { distortion: 2 ** -14, fringes: 2 ** -21 } as const;

/**
 * Factor of Fujifilm's cropped mode (sports finder), which uses the centre of the lens's picture (darktable's
 * `exif.cc`).
 */
export const fujifilmCrop = 1.25;

/** Maximum relative difference between the aspect ratios of EXIF's size and the file's that counts as rounding. */
export const sameShape = 0.02;

/**
 * Maximum relative difference between the aspect ratios of a result and of its panorama at which the result is the
 * whole panorama, scaled down.
 */
export const sameRatioShare = 0.005;

/** Minimum length of a place name: shorter ones, such as state abbreviations, also occur as other words. */
export const shortestPlace = 3;
