/** Evidence that distinguishes a room from other scenes; each is a share or a ratio measured on a small copy. */
export interface SceneEvidence {
  /** Share of smooth, bright surfaces in the light's own colour: walls and ceilings. */
  readonly walls: number;
  /** Straightness of upright edges: mean gradient along a sixteenth of the edge, relative to the gradient itself. */
  readonly uprights: number;
  /** Share of the top quarter that is smooth and blue. */
  readonly sky: number;
  /** Share of the top quarter that is smooth and dark. */
  readonly darkSky: number;
  /** Share of textured green. */
  readonly foliage: number;
  /** Brightness of the top sixth minus that of the picture (display values of medians): an overcast sky. */
  readonly brightTop: number;
  /**
   * Exposure value at ISO 100 of the camera's exposure. Rooms are below 10; scenes lit by the sun or an overcast sky
   * are above 11. Absent if the file does not state it or a flash fired.
   */
  readonly lightEv?: number;
  /** Confidence that the picture shows a room, 0 to 1. */
  readonly room: number;
  /** Confidence that the light is too dim for outdoors by day, and that no dark sky indicates night, 0 to 1. */
  readonly dim: number;
  /** Confidence that a bright sky is behind a dark scene, 0 to 1. */
  readonly againstSky: number;
  /** Confidence that lights shine under a dark sky, 0 to 1. */
  readonly night: number;
}

/**
 * Content of a small copy of a picture, as far as rendering needs it. Planes have one value a pixel, row-major, 0 to 1
 * unless stated otherwise.
 */
export interface SceneContent {
  readonly evidence: SceneEvidence;
  /**
   * log(R/G) and log(B/G) of display values of grey surfaces, and the share of the picture that supports them, 0 to 1.
   */
  readonly red: number;
  readonly blue: number;
  readonly confidence: number;
  /**
   * log(R/G), log(B/G) of display values and weight of every pixel, interleaved; bright and smooth pixels have weight.
   */
  readonly samples: Float32Array;
  /** Weight of each row in measurements over the whole picture, mean 1; equal if omitted. */
  readonly areas?: Float32Array | undefined;
  /** Display value of a typical pale surface in good light, 0 to 1. */
  readonly level: number;
  /** Confidence that a pixel is smooth, pale paint, times approximately its squared distance from dark, 0 to 1. */
  readonly pale: Float32Array;
  /** Confidence that a pixel is grey at any brightness. */
  readonly grey: Float32Array;
  /**
   * Confidence that a pixel is as bright as pale surfaces or as dark as black glass: its own colour limits the white
   * balance.
   */
  readonly limiting: Float32Array;
  /** Confidence that a pixel is painted dark, and that it is paint of any colour. */
  readonly dark: Float32Array;
  readonly paint: Float32Array;
  /** Confidence that a pixel has the colour that flash frames show of its surface; 0 without flash frames. */
  readonly known: Float32Array;
  /** The single light in which flash frames show it: see `red`, `blue` and `confidence`. */
  readonly knownLight: {
    readonly red: number;
    readonly blue: number;
    readonly confidence: number;
  };
  /** Confidence that a pixel shows the view from a window. */
  readonly views: Float32Array;
  /** The part of the views that is not bright sky. */
  readonly ground: Float32Array;
  /** Glare and haze over the views, in display values. */
  readonly veils: Float32Array;
  /** Confidence that a pixel belongs to a view that is washed out as a whole. */
  readonly washed: Float32Array;
  /** Confidence that a pixel's colour is clipped. */
  readonly clipped: Float32Array;
  /** Confidence that a pixel is as bright as white things in good light. */
  readonly brights: Float32Array;
  /** Glare over the whole picture, in display values. */
  readonly glare: number;
  /** Confidence that a pixel is a lamp, a window or sky, which may be white; 0 without a learned map. */
  readonly sources: Float32Array;
  /** Confidence that a pixel belongs to a ceiling without a strong colour, and to a floor; 0 without a learned map. */
  readonly ceilings: Float32Array;
  readonly floors: Float32Array;
  /** Confidence that a pixel belongs to a wall without a strong colour; without a learned map, to pale paint. */
  readonly walls: Float32Array;
}
