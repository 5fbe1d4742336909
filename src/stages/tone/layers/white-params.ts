// Constants of white. Values are display values, 0 to 1, if no unit is named; a spread is the largest channel minus the
// smallest. A number without an origin was set by hand while looking at pictures; no measurement of it is recorded.
// Each group names the bench that judges it: `npm run bench -- NAME`.

/** Casts of the light. A warm cast is half of log(R/B), a tint half of log(R·B/G²), of display values. Bench harm. */
export const casts = {
  /**
   * Warm cast of which half counts as light outside of rooms (half of log(R/B) of display values); the rest is paint,
   * wood or a sunset.
   */
  plausibleWarmth: 0.16,
  /** The same for a cool cast (half of log(R/B) of display values). */
  plausibleCoolness: 0.07,
  /** The same for a green or magenta cast (half of log(R·B/G²) of display values). */
  plausibleTint: 0.05,
  /**
   * The same for any cast in a room, whose walls and ceilings show the light: much stronger than the cast of any lamp
   * (half of a log of display values). Bench look.
   */
  plausibleInRooms: 0.8,
  /** Share of a plausible cast that is removed outside of rooms, where much colour is intended. */
  shareOutside: 0.7,
  /** The same in rooms (share). Bench look. */
  shareInRooms: 0.95,
} as const;

/** Standard deviations of the weight of a surface by the distance of its colour from the overall light. Bench look. */
export const reaches = {
  /**
   * Standard deviation outside of rooms: the light near a lamp and that near a window differ by this much (log
   * chromaticity of display values).
   */
  localReach: 0.13,
  /** The same in rooms (log chromaticity of display values). */
  localReachInRooms: 0.2,
  /** Increase on a ceiling (log chromaticity of display values). Lamps tint ceilings by up to 0.5. */
  ceilingReach: 0.4,
  /** Increase on a white wall (log chromaticity of display values). */
  wallReach: 0.15,
} as const;

/** Thresholds for neutralising colours. Bench look. */
export const stainSpreads = {
  /**
   * Spread of the channels at which half of a colour is removed on a ceiling; lamps leave orange rings of this spread.
   * Judged by the stains of labelled ceilings on the finished sets.
   */
  ceilingSpread: 0.2,
  /** The same on a white wall. See `ceilingSpread`. */
  wallSpread: 0.1,
  /** The same on all other surfaces of a room, as wood and cloth keep their colour. */
  otherSpread: 0.03,
  /** Increase of `otherSpread` for surfaces as bright as white ones in good light: cabinets, tiles, frames. */
  brightSpread: 0.1,
  /** Spread of the channels at which half of a pink is removed in a view. */
  magentaSpread: 0.12,
  /** Distance from grey towards magenta at which `magentaSpread` applies in full (log of display values). */
  sureMagenta: 0.02,
  /** Increase for cool colours of floors: polished wood reflects the sky. */
  coolFloorSpread: 0.15,
  /** Maximum spread if a tint of white is requested, which must not be removed. Warmth of style modern (0.03). */
  tintedSpread: 0.01,
  /**
   * Increase for other cool colours, multiplied by the fourth power of their brightness: daylight from a window tints
   * white frames and walls blue.
   */
  coolSpread: 0.36,
} as const;

/** The requested tint of white. Bench look. */
export const tints = {
  /** Increase of R at a warmth of 1 (log of display values). About 6 of CIE b* together with `warmBlue`. */
  warmRed: 0.03,
  /** Decrease of B at a warmth of 1 (log of display values). See `warmRed`. */
  warmBlue: 0.05,
} as const;

/**
 * Minimum channel value, after the veil was subtracted, at which a chromaticity is reliable. Five levels of 8 bits.
 * Bench look.
 */
export const minShown = 0.02;

/**
 * Spread of the channels below which a colour of a flash frame counts as grey. A quarter of a level of 8 bits. Bench
 * flash.
 */
export const minSpread = 0.001;

/**
 * Minimum chroma factor assumed for a curve, so that its inverse is finite. The curves of rendered rooms have 0.8 and
 * more. Bench flash.
 */
export const minChroma = 0.1;
