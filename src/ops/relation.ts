import type { ExposureLink } from "./exposure-link.ts";
import type { FrameCopy } from "./small-copy.ts";

/**
 * Shares of what both frames show that the model explains, on a coarse grid over the picture, row by row; null where
 * too little can be compared.
 */
export interface ExplainedAreas {
  /** Areas across the picture. */
  readonly columns: number;
  /** Areas down the picture. */
  readonly rows: number;
  /** Of each area, row by row: the share of its cells that is explained, 0 to 1; null where too few tell. */
  readonly shares: readonly (number | null)[];
}

/** How well two neighbours in exposure explain each other. */
export interface LinkTrust {
  /** Share of the cells that both frames show in which the model explains what is seen. */
  readonly explained: number;
  /** Share of the picture's cells that both frames show. */
  readonly shared: number;
  /** `explained` by area. */
  readonly areas: ExplainedAreas;
  /** Whether later stages may act on the link. */
  readonly trusted: boolean;
  /** Whether the frames contradict every model of exposure, rather than share too little to tell. */
  readonly contradicts: boolean;
  /** Why not. */
  readonly reason?: string;
}

/** All that is known of two neighbours in exposure. */
export interface RelatedLink extends ExposureLink, LinkTrust {
  /**
   * Brighter → darker means of green, as a table. The other tables are of root mean squares, which noise lifts in a
   * dark frame.
   */
  readonly meansDown: Float32Array;
  /** Light of the brighter frame over the darker, in stops. */
  readonly stops: number;
  /** False where the frames share no tones: the step is then what EXIF says, or the usual one. */
  readonly measured: boolean;
}

/** How the frames of a bracket are related: used by align, deghost and merge. */
export interface Relation {
  /** Indices of the frames, darkest first. */
  readonly order: readonly number[];
  /** Small copies of the frames, in that order, with the noise of their pixels. */
  readonly copies: readonly FrameCopy[];
  /** Element k joins frames k and k + 1 of the order. */
  readonly links: readonly RelatedLink[];
  /**
   * Stops of scene light by display value, of all frames together, as a table: differences of it are ratios of light.
   */
  readonly light: Float32Array;
}
