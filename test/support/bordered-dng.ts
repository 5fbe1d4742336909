import type { DngFile } from "../../fixtures/dng/dng-file.ts";

/** A scene in a frame that is larger by a border of one sample value, whose top left corner is at (x, y). */
export function withBorder(file: DngFile, x: number, y: number, border: number): DngFile {
  const { width, height, sample } = file;
  return {
    ...file,
    width: width + 2 * x,
    height: height + 2 * y,
    sample: (u, v, c) => (u < x || v < y || u >= x + width || v >= y + height ? border : sample(u - x, v - y, c)),
    activeArea: [y, x, y + height, x + width],
  };
}
