/**
 * What a RAW file itself says of its lens's errors at the shot's focal length and distance. Radii are measured from the
 * picture's centre; 1 is half its diagonal.
 */
export interface EmbeddedLens {
  /** Who wrote it, for the report. */
  readonly source: string;
  /** Of the corrected picture, rising. */
  readonly radii: readonly number[];
  /** Radius in the file by that of the corrected picture, one for each of `radii`. */
  readonly distortion: readonly number[];
  /** Radius of red and of blue by that of green, one for each of `radii`. */
  readonly fringes?: { readonly red: readonly number[]; readonly blue: readonly number[] };
}
