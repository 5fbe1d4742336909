/** Width of the square bins in which log chromaticities are counted, from −1 to 1 on both axes. */
export const binWidth = 0.01;
export const binsPerAxis = 200;

/** Index of the bin of log(R/G) and log(B/G); −1 outside the range. */
export function binOf(red: number, blue: number): number {
  const [column, row] = [Math.floor((red + 1) / binWidth), Math.floor((blue + 1) / binWidth)];
  return Math.min(column, row) < 0 || Math.max(column, row) >= binsPerAxis ? -1 : row * binsPerAxis + column;
}
