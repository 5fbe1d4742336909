/** What distinguishes a room from the rest of the world; each a share or a ratio found on a small copy. */
export interface SceneEvidence {
  /** Share of smooth, bright surfaces in the light's own colour: walls and ceilings. */
  readonly walls: number;
  /** How straight the upright edges run: mean gradient along a sixteenth of the edge against the gradient itself. */
  readonly uprights: number;
  /** Share of the uppermost quarter that is smooth and blue. */
  readonly sky: number;
  /** Share of the uppermost quarter that is smooth and dark. */
  readonly darkSky: number;
  /** Share of textured green. */
  readonly foliage: number;
  /** How much brighter the uppermost sixth is than the picture (display values of medians): an overcast sky. */
  readonly brightTop: number;
  /**
   * Exposure value at ISO 100 that the camera took for the scene: rooms lie below 10, what the sun or an overcast sky
   * lights above 11. Absent if the file does not say or a flash gave light.
   */
  readonly lightEv?: number;
  /** 0 to 1: how surely the picture shows a room. */
  readonly room: number;
  /** 0 to 1: how surely its light is too dim for the world outside by day, and no dark sky makes it a night's. */
  readonly dim: number;
  /** 0 to 1: how surely a bright sky stands behind a dark scene. */
  readonly againstSky: number;
  /** 0 to 1: how surely lights shine under a dark sky. */
  readonly night: number;
}

/**
 * What a small copy of a picture shows, as far as rendering needs it. Planes have a value a pixel, row-major, 0 to 1
 * unless stated.
 */
export interface SceneContent {
  readonly evidence: SceneEvidence;
  /** log(R/G) and log(B/G) of display values of what is grey, and how much of the picture speaks for them, 0 to 1. */
  readonly red: number;
  readonly blue: number;
  readonly confidence: number;
  /** log(R/G), log(B/G) of display values and weight (bright and smooth counts) of every pixel, interleaved. */
  readonly samples: Float32Array;
  /** What each row weighs in readings over the whole picture, mean 1; all alike if not given. */
  readonly areas?: Float32Array | undefined;
  /** Display value of a typical pale surface in good light, 0 to 1. */
  readonly level: number;
  /** How surely a pixel is smooth, pale paint; times about its squared distance from dark, 0 to 1. */
  readonly pale: Float32Array;
  /** How surely a pixel is grey at any brightness. */
  readonly grey: Float32Array;
  /**
   * How surely a pixel is as bright as pale surfaces or as dark as black glass: its own colour limits the white
   * balance.
   */
  readonly limiting: Float32Array;
  /** How surely a pixel is painted dark, and how surely it is paint of any colour. */
  readonly dark: Float32Array;
  readonly paint: Float32Array;
  /** How surely a pixel has the colour that flash frames show of its surface; nowhere without them. */
  readonly known: Float32Array;
  /** The one light in which they show it: see `red`, `blue` and `confidence`. */
  readonly knownLight: {
    readonly red: number;
    readonly blue: number;
    readonly confidence: number;
  };
  /** How surely a pixel looks out of a window. */
  readonly views: Float32Array;
  /** The part of the views that is not bright sky. */
  readonly ground: Float32Array;
  /** Glare and haze over the views, a display value. */
  readonly veils: Float32Array;
  /** How surely a pixel belongs to a view that is washed out as a whole. */
  readonly washed: Float32Array;
  /** How surely a pixel's colour is clipped. */
  readonly clipped: Float32Array;
  /** How surely a pixel is as bright as white things in good light. */
  readonly brights: Float32Array;
  /** Glare over all of the picture, a display value. */
  readonly glare: number;
  /** How surely a pixel is a lamp, a window or sky, which may be white; nowhere without a learned map. */
  readonly sources: Float32Array;
  /** How surely a pixel is of a ceiling in no strong colour, and of a floor; nowhere without a learned map. */
  readonly ceilings: Float32Array;
  readonly floors: Float32Array;
  /** How surely a pixel is of a wall in no strong colour; without a learned map, pale paint. */
  readonly walls: Float32Array;
}
