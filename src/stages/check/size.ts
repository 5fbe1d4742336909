/** Less than this along the shorter edge of a small copy shows too little to be checked. */
const leastEdge = 24;

export function isTooSmall({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.min(width, height) < leastEdge;
}
