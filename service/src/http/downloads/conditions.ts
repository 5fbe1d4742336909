/** Whether the client says that it has these bytes already (If-None-Match; RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/**
 * The range to be read. One that goes on with other bytes than these (If-Range; section 13.1.5) counts as none, so that
 * no client puts two pictures together.
 */
export function rangeThatCounts(
  { range, "if-range": ifRange }: { readonly range?: string | undefined; readonly "if-range"?: unknown },
  etag: string,
): string | undefined {
  return ifRange === undefined || ifRange === etag ? range : undefined;
}
