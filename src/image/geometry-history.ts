/** An error of geometry or light that is corrected at most once; `fringes` is lateral chromatic aberration. */
export type GeometryError = "distortion" | "fringes" | "vignetting" | "tilt";

/** What was done to a file's pixels before they came here, by all its evidence. */
export interface GeometryHistory {
  /** Errors that something corrected. */
  readonly done: readonly GeometryError[];
  /** Errors that are uncorrected according to the file. */
  readonly open: readonly GeometryError[];
  /** The lens's centre is no longer the picture's, so that no profile of it fits. */
  readonly reframed?: "cropped" | "stitched";
  /** What said so, in plain words, for the report. */
  readonly evidence: readonly string[];
}

/** Of a file that says nothing. */
export const unknownHistory: GeometryHistory = { done: [], open: [], evidence: [] };

/** What several witnesses say together: what one of them corrected is corrected. */
export function joinHistories(...histories: readonly GeometryHistory[]): GeometryHistory {
  const done = new Set(histories.flatMap((history) => history.done));
  const open = new Set(histories.flatMap((history) => history.open));
  const reframed = histories.find((history) => history.reframed)?.reframed;
  return {
    done: [...done],
    open: [...open].filter((error) => !done.has(error)),
    ...(reframed && { reframed }),
    evidence: histories.flatMap((history) => history.evidence),
  };
}
