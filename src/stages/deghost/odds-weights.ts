/** Fitted by bench/deghost/fit.ts on 504 areas of 1000 simulated brackets, which writes this file. */
export const bias = 2.0769;

/** How each kind of evidence is spread over those samples. */
export const scales = [
  { name: "peak", low: 2, high: 7.97, mean: 4.747, sigma: 2.148 },
  { name: "size", low: 3, high: 14.22, mean: 9.627, sigma: 2.44 },
  { name: "thickness", low: 0, high: 0.97, mean: 0.67, sigma: 0.281 },
  { name: "texture", low: 3.65, high: 11, mean: 7.431, sigma: 1.782 },
  { name: "beyondRest", low: 2.06, high: 12.43, mean: 7.169, sigma: 3.023 },
  { name: "company", low: 0, high: 8.36, mean: 1.68, sigma: 2.397 },
  { name: "unexplained", low: 0.02, high: 1, mean: 0.893, sigma: 0.217 },
  { name: "surroundings", low: 0.49, high: 1, mean: 0.925, sigma: 0.101 },
  { name: "links", low: 0.17, high: 1, mean: 0.696, sigma: 0.279 },
] as const;

/** Of the terms of `evidenceTerms`, in its order. */
export const weights: readonly number[] = [0.7262, -1.1743, 0.8646, -0.9268, 1.1999, 1.4334, 0.4615, 0.3938, 0.684];
