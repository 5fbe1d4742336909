/**
 * What a sphere's rows weigh in readings over all of it, mean 1: what they cover. Nothing for a flat picture, whose
 * rows weigh alike.
 */
export function rowAreas(height: number, wrapX: boolean): Float32Array | undefined {
  if (!wrapX) return undefined;
  // The sines of these places sum up to 1 / sin(π / 2h).
  const toMean = height * Math.sin(Math.PI / (2 * height));
  return Float32Array.from({ length: height }, (_, y) => toMean * roundness(y, height));
}

/** The columns left and right of one, held at the edges or round the circle. */
export function columnsBeside(x: number, width: number, wrapX: boolean): [number, number] {
  if (wrapX) return [x > 0 ? x - 1 : width - 1, x + 1 < width ? x + 1 : 0];
  return [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
}

/** Length of a row's circle against the equator's. */
export function roundness(y: number, height: number): number {
  return Math.sin((Math.PI * (y + 0.5)) / height);
}
