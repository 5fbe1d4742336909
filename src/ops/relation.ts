import type { ExposureLink } from "./exposure-link.ts";
import type { FrameCopy } from "./small-copy.ts";

/**
 * Shares of the cells shown by both frames that the model explains, on a coarse grid over the picture, row by row; null
 * if too few can be compared.
 */
export interface ExplainedAreas {
  /** Number of areas across the picture. */
  readonly columns: number;
  /** Number of areas down the picture. */
  readonly rows: number;
  /** For each area, row by row: the share of its cells that is explained, 0 to 1; null if it has too few cells. */
  readonly shares: readonly (number | null)[];
}

/** How well two neighbours in exposure explain each other. */
export interface LinkTrust {
  /** Share of the cells shown by both frames that the model explains. */
  readonly explained: number;
  /** Share of the picture's cells that both frames show. */
  readonly shared: number;
  /** `explained` by area. */
  readonly areas: ExplainedAreas;
  /** Whether later stages can rely on the link. */
  readonly trusted: boolean;
  /** Whether the frames contradict every model of exposure, instead of sharing too little to decide. */
  readonly contradicts: boolean;
  /** Why the link is not trusted. */
  readonly reason?: string;
}

/** Everything known about two neighbours in exposure. */
export interface RelatedLink extends ExposureLink, LinkTrust {
  /**
   * Means of green, brighter → darker, as a table. The other tables are of root mean squares, which noise raises in a
   * dark frame.
   */
  readonly meansDown: Float32Array;
  /** Exposure of the brighter frame relative to the darker, in stops. */
  readonly stops: number;
  /** False if the frames share no tones: the step is then that of EXIF, or the usual one. */
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
   * Stops of scene light by display value, for all frames together, as a table: its differences are ratios of light.
   */
  readonly light: Float32Array;
}
