/** A part of `sizeBytes` bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * RFC 9110, section 14.2: one range of bytes. Undefined: send everything (no header, another unit, several ranges);
 * null: the range is outside the file, to be answered with 416.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | null | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length > 0 ? { start: sizeBytes - length, end: sizeBytes - 1 } : null;
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start < sizeBytes ? { start, end } : null;
}
