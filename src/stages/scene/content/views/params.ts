// Every number that detects views and the veils over them. Values without a unit are display values, 0 to 1. Numbers
// without an origin were set by hand while looking at pictures, without a recorded measurement. Each group names the
// bench that judges it: `npm run bench -- NAME`.

/** What counts as a window on the map. Bench scene. */
export const panes = {
  /** Probability by the map from which a place begins to be a window. Chosen on the contact sheet of 60 sets. */
  windowFrom: 0.45,
  /** Probability from which it is one. See `windowFrom`. */
  windowTo: 0.75,
  /**
   * Probability by the map from which a place may belong to a view next to it. On 27 labelled rooms, recall is .30 and
   * precision .95 without it, .44 and .88 with it.
   */
  likelyFrom: 0.3,
  /** Probability from which it does, if enough of the window around it is a view. See `likelyFrom`. */
  likelyTo: 0.55,
  /** Share of the surrounding window that is a view, from which a place may belong to it. See `likelyFrom`. */
  nearFrom: 0.1,
  /** Share from which it does. See `likelyFrom`. */
  nearTo: 0.3,
} as const;

/** What shines like a view. Bench scene. */
export const shine = {
  /** Ratio to pale surfaces from which a place begins to shine (ratio of display values). */
  brightFrom: 1.05,
  /** Ratio to pale surfaces from which a place shines (ratio of display values). See `brightestPaint`. */
  brightTo: 1.35,
  /** Share of the pixels that are darker than the picture's highlights. */
  highlightShare: 0.99,
  /**
   * The same relative to the picture's highlights: paper is bright compared with a dark wall, but does not shine (ratio
   * of display values).
   */
  highlightFrom: 0.62,
  /** See `highlightFrom` (ratio of display values). */
  highlightTo: 0.8,
  /** Display value from which a place may shine in any picture. */
  maxFrom: 0.8,
  /** Display value from which it does. */
  maxTo: 0.97,
  /**
   * Stops of scene light above pale surfaces from which a place begins to shine, and does: pale cabinets next to a
   * window are below.
   */
  shiningStops: [1, 1.6],
  /** Radius over which shining is averaged (share of the longer edge). */
  windowShare: 0.1,
  /** Share of the surroundings that shine, from which a place of a window may be a view. */
  shiningFrom: 0.25,
  /** Share from which it is one. */
  shiningTo: 0.5,
} as const;

/** Pale surfaces that show the light of the room. Bench scene. */
export const roomLight = {
  /** Smoothness (0 to 1) from which a pale surface shows the room's light. */
  litSmoothness: 0.5,
  /** Ratio to the level of pale surfaces from which one shows the room's light (ratio of display values). */
  paleFrom: 0.6,
  /** Ratio to the level up to which one does (ratio of display values). */
  paleTo: 1.05,
  /** Share of the picture below which pale surfaces are not evidence of the room's light. */
  minPale: 0.005,
  /** Quantile of the pale surfaces' scene light that is taken as the room's. */
  litShare: 0.75,
} as const;

/** Texture that makes a view worth seeing, in a copy of 512 pixels. Bench scene. */
export const crossed = {
  /** Radius of the neighbourhood that determines the direction of texture (pixels of a copy of 512 px). */
  tensorRadius: 2,
  /** Radius over which texture is averaged (pixels of a copy of 512 px). */
  areaRadius: 8,
  /** Maximum step between neighbours; larger ones count as this, so that an edge is not texture. */
  maxStep: 0.03,
  /** Crossed texture of a view with much detail (display values a pixel of a copy of 512 px). */
  textured: 0.0095,
  /** Share of `textured` up to which a place has no texture. */
  plainFrom: 0.55,
  /** Share of `textured` from which a place has texture. */
  plainTo: 1,
  /**
   * Radius over which a window's texture is averaged: too small for a blind above a garden to share its texture (share
   * of the longer edge).
   */
  tellingShare: 0.04,
  /** Share of the surroundings that have texture, from which a place of a window may be a view. */
  tellingFrom: 0.3,
  /** Share from which it is one. */
  tellingTo: 0.6,
} as const;

/** Frames and sashes within windows. Bench scene. */
export const sashes = {
  /** Window in which views are fitted to the edges of the picture (share of the longer edge). */
  matteShare: 1 / 50,
  /**
   * Mean step between neighbours from which a place within a window is too rough to be a frame (display value a pixel
   * of a copy of 512 px). Twice `smoothStep`.
   */
  roughFrame: 0.04,
  /** Mean step up to which it is as smooth as a frame (display value a pixel of a copy of 512 px). See `roughFrame`. */
  smoothFrame: 0.015,
  /** Distance from the light's colour within which a frame is grey (log chromaticity of display values). */
  frameGrey: 0.12,
} as const;

/** Colours that clip. Bench look. */
export const clipping = {
  /** Brightest channel from which a colour begins to be clipped. */
  from: 0.92,
  /** Brightest channel from which a colour is unreliable: a clipped channel shifts the hue. */
  to: 0.99,
} as const;

/** White sky, by the brightness of a view or of the darkest thing nearby. Bench look. */
export const whiteSky = {
  /** Brightness from which a place begins to count as nothing but sky. */
  from: 0.75,
  /** Brightness from which it is nothing but sky. */
  to: 0.9,
} as const;

/** Veils over views, and views that are washed out. Bench look. */
export const veils = {
  /**
   * Radius within which the darkest channel shows the veil (share of the longer edge). Patches of 15 px in pictures of
   * 600 px in He, Sun, Tang 2009.
   */
  veilPatchShare: 1 / 100,
  /** Radius of the mean over that (share of the longer edge). */
  veilMeanShare: 1 / 40,
  /** Views less sure than this do not show a veil (probability). */
  sureView: 0.5,
  /** Brightness at which a view begins to be washed out; dimmer views are pale for other reasons. */
  washedFrom: 0.6,
  /** Brightness at which a view is washed out. */
  washedTo: 0.85,
  /**
   * Probability of a view from which a place may get the veil of a washed-out view: a lower limit would darken the
   * window frame next to it.
   */
  minSure: 0.4,
  /**
   * Radius of the mean that shows whether a view is washed out as a whole (share of the longer edge): a whole window.
   */
  viewShare: 0.25,
} as const;
