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

/** Whether the client already has these bytes (If-None-Match; RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/**
 * The range to read. A range that continues a different version (If-Range; section 13.1.5) is ignored, so that clients
 * do not combine two pictures.
 */
export function rangeThatCounts(
  { range, "if-range": ifRange }: { readonly range?: string | undefined; readonly "if-range"?: unknown },
  etag: string,
): string | undefined {
  return ifRange === undefined || ifRange === etag ? range : undefined;
}

/** Content-Disposition (RFC 6266) with a name that any header can carry: plain ASCII, and UTF-8 by RFC 8187. */
export function attachmentHeader(name: string): string {
  const base = name.split(/[/\\]/).at(-1) || "picture";
  const ascii = base.replace(/[^A-Za-z0-9._() -]/g, "_");
  const encoded = encodeURIComponent(base.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** `kitchen.NEF` → `kitchen.jpg`. */
export function withExtension(name: string, extension: string): string {
  return `${name.replace(/\.[A-Za-z0-9]{1,5}$/, "")}.${extension}`;
}
