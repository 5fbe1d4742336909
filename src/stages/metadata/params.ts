// Bounds of what is read from files and written into results. They are chosen or come from a standard, as each line
// says; none is fitted, and test/stages/metadata judges them.

/** Texts and lists that are read, UTF-16 units: at three bytes a unit, a caption fits one 64 KB block of a JPEG. */
export const longest = {
  caption: 10_000,
  /** Authors and copyright, and any other field: longer text is not a name. */
  name: 1000,
  /** A field that people wrote, and the operations of an earlier result. */
  text: 4000,
  /** A field of another program's step in the history. */
  historyField: 200,
} as const;

/** What is kept of a photographer's own fields; what exceeds it is dropped and reported. */
export const kept = {
  /** Bytes as XML in all: with the longest caption they fit one 64 KB block of a JPEG. */
  bytes: 24_000,
  /** Bytes of XML around a value: an element of a list, with the names of its property. */
  bytesAround: 80,
  /** Bytes by which `&amp;` and its kind exceed their character, at most. */
  bytesOfEscape: 5,
  /** Values of a list: far more keywords than a person gives a photograph. */
  values: 1000,
  /** Steps of other programs in a history, the latest: editors write one a save. */
  foreignSteps: 30,
} as const;

/** IPTC-IIM's longest values, bytes (IIM 4.2). */
export const iptcMaxBytes = { caption: 2000, author: 32, copyright: 128 } as const;

/** What a program's name and version may fill, bytes. */
export const mostSoftwareBytes = 64;

/**
 * How much of a file's beginning and of its end is searched for our mark, bytes: EXIF and XMP of a result have at most
 * 64 KB each.
 */
export const markBytes = 2 ** 18;

/** Values beyond these mean "unknown" or "infinite" in makers' fields. */
export const plausible = {
  /** Sizes, times, speeds and counts are smaller; makers write 2³² and the like. */
  number: 2 ** 31,
  /** Exposure compensation, EV: cameras offer 5. */
  biasEv: 20,
  /** Focus distance, m: makers write 655.35 for infinity. */
  focusM: 600,
  /** Year of the first photograph. */
  earliestYear: 1826,
  /** Zones in use, minutes east of Greenwich: −12:00 to +14:00 (ISO 8601 offsets of the tz database). */
  zoneMinutes: [-720, 840],
  /** Codes of corrections that are on, by ExifTool's tables; Sony writes 2³² − 1 where a camera has none. */
  correction: 5,
  /** Shots of one Sony bracket: its menu ends at 9, and 100 and above are panoramas. */
  sonyShots: 16,
} as const;

/** Factors by which a maker's numbers move a point: no lens for rooms moves one by more. */
export const mostMoved = { distortion: 0.4, fringes: 0.02 } as const;

/** Units of Sony's numbers, parts of the radius: darktable's `lens.cc`. */
export const sonyUnits = { distortion: 2 ** -14, fringes: 2 ** -21 } as const;

/**
 * Fujifilm's cropped modes use the middle of the lens's picture: the sports finder's factor (darktable's `exif.cc`).
 */
export const fujifilmCrop = 1.25;

/** Widths to heights that differ by less are rounding: the size in EXIF against the file's, shares. */
export const sameShape = 0.02;

/** A result whose sides are in the ratio of a panorama's to this share is the whole panorama, made smaller. */
export const sameRatioShare = 0.005;

/** A place's name shorter than this, such as a state's letters, is a word of something else as well. */
export const shortestPlace = 3;
