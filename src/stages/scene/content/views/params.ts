// Every number that views and the veils over them are detected with. Values are display values, 0 to 1, if no unit
// is named. A number whose line names no origin was set by hand while looking at pictures; no measurement of it is
// recorded. Each group names the bench that judges it: `npm run bench -- NAME`.

/** What the map takes for a window. Bench scene. */
export const panes = {
  /** Probability by the map from which a place begins to be a window. On the contact sheet of 60 sets. */
  windowFrom: 0.45,
  /** Probability from which it is one. See `windowFrom`. */
  windowTo: 0.75,
  /**
   * Probability by the map from which a place may belong to a view next to it. Recall and precision on 27 labelled
   * rooms: .30 at .95 without it, .44 at .88 with it.
   */
  likelyFrom: 0.3,
  /** Probability from which it does, if enough of the window around it is a view. See `likelyFrom`. */
  likelyTo: 0.55,
  /** Share of the window around a place that is a view, from which the place may belong to it. See `likelyFrom`. */
  nearFrom: 0.1,
  /** Share from which it does. See `likelyFrom`. */
  nearTo: 0.3,
} as const;

/** What shines as a view does. Bench scene. */
export const shine = {
  /** Times as bright as pale surfaces from which a place begins to shine (ratio of display values). */
  brightFrom: 1.05,
  /** Times as bright as pale surfaces from which one shines (ratio of display values). See `brightestPaint`. */
  brightTo: 1.35,
  /** Share of the pixels that are darker than the picture's highlights. */
  highlightShare: 0.99,
  /**
   * The same against the picture's highlights: paper on a dark wall is bright there and does not shine (ratio of
   * display values).
   */
  highlightFrom: 0.62,
  /** See `highlightFrom` (ratio of display values). */
  highlightTo: 0.8,
  /** What is this bright may shine anyhow. */
  maxFrom: 0.8,
  /** What is this bright shines. */
  maxTo: 0.97,
  /**
   * Stops of scene light over pale surfaces from which a place begins to shine, and does: pale cabinets by a window lie
   * below.
   */
  shiningStops: [1, 1.6],
  /** Radius over which a window shines (share of the longer edge). */
  windowShare: 0.1,
  /** Share of its surroundings that must shine for a place of a window to be a view: from here it may be. */
  shiningFrom: 0.25,
  /** From here it is. */
  shiningTo: 0.5,
} as const;

/** Pale surfaces that show the light of the room. Bench scene. */
export const roomLight = {
  /** Smoothness (0 to 1) from which a pale surface shows the room's light. */
  litSmoothness: 0.5,
  /** Share of the level of pale surfaces from which one shows the room's light (ratio of display values). */
  paleFrom: 0.6,
  /** Share of the level up to which one does (ratio of display values). */
  paleTo: 1.05,
  /** Pale surfaces below this share show nothing of the room's light. */
  minPale: 0.005,
  /** Share of the pale surfaces that are darker than what shows the room's light. */
  litShare: 0.75,
} as const;

/** Texture that shows something, in a copy of 512 pixels. Bench scene. */
export const crossed = {
  /** Radius of the neighbourhood that shows which way texture runs (pixels of a copy of 512 px). */
  tensorRadius: 2,
  /** Radius of the area over which texture counts (pixels of a copy of 512 px). */
  areaRadius: 8,
  /** The most that one step between neighbours counts, so that an edge is not texture. */
  maxStep: 0.03,
  /** Crossed texture of a view that shows much (display values a pixel of a copy of 512 px). */
  textured: 0.0095,
  /** Share of `textured` up to which a place shows nothing. */
  plainFrom: 0.55,
  /** Share of `textured` from which a place shows something. */
  plainTo: 1,
  /** Radius over which a window shows something: a blind above a garden does not (share of the longer edge). */
  tellingShare: 0.04,
  /** Share of its surroundings that must have texture for a place of a window to be a view: from here it may be. */
  tellingFrom: 0.3,
  /** From here it is. */
  tellingTo: 0.6,
} as const;

/** Frames and sashes within windows. Bench scene. */
export const sashes = {
  /** Window in which views are brought to the edges of the picture (share of the longer edge). */
  matteShare: 1 / 50,
  /**
   * Mean step between neighbours from which a place within a window is too rough for a frame (display value a pixel of
   * a copy of 512 px). Twice `smoothStep`.
   */
  roughFrame: 0.04,
  /** Mean step up to which it is as smooth as a frame (display value a pixel of a copy of 512 px). See `roughFrame`. */
  smoothFrame: 0.015,
  /** Distance from the light's colour within which such a place is grey (log chromaticity of display values). */
  frameGrey: 0.12,
} as const;

/** Colours that clip. Bench look. */
export const clipping = {
  /** Brightest channel from which a colour begins to be clipped. */
  from: 0.92,
  /** Brightest channel from which nothing of a colour is sure: a clipped channel shifts the hue. */
  to: 0.99,
} as const;

/** Brightness of a view, or of the darkest thing near by. Bench look. */
export const whiteSky = {
  /** Brightness of a view, or of the darkest thing near by, from which there begins to be nothing but sky. */
  from: 0.75,
  /** Brightness from which there is nothing but sky. */
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
  /** Views less sure than this are too thin to show a veil (probability). */
  sureView: 0.5,
  /** Brightness at which a view begins to be washed out; what is dimmer is pale of itself. */
  washedFrom: 0.6,
  /** Brightness at which a view is washed out. */
  washedTo: 0.85,
  /**
   * How surely a place must be a view for the veil of a washed-out one: less would darken the frame next to it
   * (probability).
   */
  minSure: 0.4,
  /**
   * Radius of the mean that shows whether a view is washed out as a whole (share of the longer edge). The whole of a
   * window.
   */
  viewShare: 0.25,
} as const;
