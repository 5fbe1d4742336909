/** The name of four characters at `start`: of a box, a chunk, a brand. */
export function fourCharacters(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}
