/**
 * Weights of a sphere's rows in measurements over the whole sphere, mean 1: the areas that they cover. Undefined for a
 * flat picture, whose rows have equal weights.
 */
export function rowAreas(height: number, wrapX: boolean): Float32Array | undefined {
  if (!wrapX) return undefined;
  // The sines at these positions sum to 1 / sin(π / 2h).
  const toMean = height * Math.sin(Math.PI / (2 * height));
  return Float32Array.from({ length: height }, (_, y) => toMean * roundness(y, height));
}

/** The columns to the left and right of one, clamped at the edges or around the circle. */
export function columnsBeside(x: number, width: number, wrapX: boolean): [number, number] {
  if (wrapX) return [x > 0 ? x - 1 : width - 1, x + 1 < width ? x + 1 : 0];
  return [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
}

/** Length of a row's circle relative to the equator's. */
export function roundness(y: number, height: number): number {
  return Math.sin((Math.PI * (y + 0.5)) / height);
}
