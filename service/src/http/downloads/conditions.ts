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
