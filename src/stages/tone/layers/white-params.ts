// Every number of white. Values are display values, 0 to 1, if no unit is named; a spread is the largest channel less
// the least. A number whose line names no origin was set by hand while looking at pictures; no measurement of it is
// recorded. Each group names the bench that judges it: `npm run bench -- NAME`.

/** Casts of the light. A warm cast is half of log(R/B), a tint half of log(R·B/G²), of display values. Bench harm. */
export const casts = {
  /** Warm cast of which half counts as light outside of rooms; the rest is paint, wood or a sunset. */
  plausibleWarmth: 0.16,
  /** The same of a cool cast (half of log(R/B) of display values). */
  plausibleCoolness: 0.07,
  /** The same of a green or magenta cast (half of log(R·B/G²) of display values). */
  plausibleTint: 0.05,
  /**
   * The same of any cast in a room, where walls and ceilings show the light: far stronger than any lamp's (half of a
   * log of display values). Bench look.
   */
  plausibleInRooms: 0.8,
  /** Share of a plausible cast that goes outside of rooms, where much colour is meant. */
  shareOutside: 0.7,
  /** The same in rooms (share). Bench look. */
  shareInRooms: 0.95,
} as const;

/**
 * Distance in log chromaticity from the overall light within which a surface shows the light of its place. Bench look.
 */
export const reaches = {
  /**
   * Distance from the overall light within which a surface shows the light of its place: a lamp's corner and a window's
   * corner lie this far apart (log chromaticity of display values).
   */
  localReach: 0.13,
  /** The same in rooms (log chromaticity of display values). */
  localReachInRooms: 0.2,
  /** What the reach gains on a ceiling (log chromaticity of display values). Lamps tint ceilings by up to .5. */
  ceilingReach: 0.4,
  /** What it gains on a white wall (log chromaticity of display values). */
  wallReach: 0.15,
} as const;

/** Colours that become neutral. Bench look. */
export const stainSpreads = {
  /**
   * Spread of the channels at which half of a colour disappears on a ceiling: lamps leave orange rings of this spread.
   * Judged by the stains of labelled ceilings on the finished sets.
   */
  ceilingSpread: 0.2,
  /** The same on a white wall. See `ceilingSpread`. */
  wallSpread: 0.1,
  /** The same of all else in a room: wood and cloth keep their colour. */
  otherSpread: 0.03,
  /** What this gains for what is as bright as white things in good light: cabinets, tiles, frames. */
  brightSpread: 0.1,
  /** Spread of the channels at which half of a pink disappears in a view. */
  magentaSpread: 0.12,
  /** How pink a colour of a view must be for all of that (log of display values). */
  sureMagenta: 0.02,
  /** What cool floors give up on top: polished wood mirrors the sky. */
  coolFloorSpread: 0.15,
  /** The most of it where a tint of white is asked for, which has to stay. Warmth of style modern (0.03). */
  tintedSpread: 0.01,
  /**
   * What cool things give up beyond that, times the fourth power of their brightness: daylight from a window tints
   * white frames and walls blue.
   */
  coolSpread: 0.36,
} as const;

/** A tint of white that is asked for. Bench look. */
export const tints = {
  /** What R gains at a warmth of 1 (log of display values). About 6 of CIE b* together with `warmBlue`. */
  warmRed: 0.03,
  /** What B loses at a warmth of 1 (log of display values). See `warmRed`. */
  warmBlue: 0.05,
} as const;

/** Least channel, veil taken off, from which a colour can be read. Five levels of 8 bits. Bench look. */
export const leastShown = 0.02;

/**
 * Spread of the channels below which a colour of a flash frame is grey. A quarter of a level of 8 bits. Bench flash.
 */
export const leastSpread = 0.001;

/**
 * Least chroma that a curve is taken to leave, so that its inverse is finite (factor). The curves of rendered rooms
 * leave 0.8 and more. Bench flash.
 */
export const leastChroma = 0.1;
