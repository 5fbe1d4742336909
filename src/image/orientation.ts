/** EXIF orientation, 1 to 8; 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Anything that is not 1 to 8 counts as upright, as every viewer treats it. */
export function toOrientation(value: unknown): Orientation {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

export function swapsAxes(orientation: Orientation): boolean {
  return orientation >= 5;
}
