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
