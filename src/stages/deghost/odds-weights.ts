/** Written by bench/deghost/fit.ts; fitted on 472 areas of 1000 simulated brackets. */
export const bias = 2.3995;

/** Range, mean and standard deviation of each kind of evidence over those samples. */
export const scales = [
  { name: "peak", low: 2, high: 7.97, mean: 4.803, sigma: 2.186 },
  { name: "size", low: 5.04, high: 14.3, mean: 9.979, sigma: 2.084 },
  { name: "thickness", low: 0.03, high: 0.97, mean: 0.715, sigma: 0.228 },
  { name: "texture", low: 3.59, high: 10.65, mean: 7.23, sigma: 1.653 },
  { name: "beyondRest", low: 1.97, high: 12.47, mean: 7.305, sigma: 3.067 },
  { name: "company", low: 0, high: 8.36, mean: 1.722, sigma: 2.453 },
  { name: "unexplained", low: 0.01, high: 1, mean: 0.89, sigma: 0.222 },
  { name: "surroundings", low: 0.49, high: 1, mean: 0.934, sigma: 0.094 },
  { name: "links", low: 0.17, high: 1, mean: 0.72, sigma: 0.27 },
] as const;

/** Weights of the terms of `evidenceTerms`, in the same order. */
export const weights: readonly number[] = [0.8701, -1.3021, 0.7809, -0.9032, 1.2917, 1.2022, 0.5557, 0.2844, 0.6689];
