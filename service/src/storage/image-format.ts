/** The answer to an upload in an unknown format. */
export const noPicture = "The bytes must be a picture: JPEG, PNG, WebP, TIFF, AVIF, HEIC, JPEG XL or camera RAW.";

/** The format that the first bytes indicate; undefined: not an accepted picture. The engine checks the rest. */
export function sniffImageFormat(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (bytes.length < 12) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(0, 2) === "\xff\x0a" || text(0, 12) === "\0\0\0\x0cJXL \r\n\x87\n") return "jxl";
  if (text(4, 8) === "ftyp")
    return formatOfBrands(text(8, Math.min(bytes.length, Math.max(16, bytes.readUInt32BE(0)), 256)));
  if (text(0, 8) === "FUJIFILM" || text(0, 4) === "FOVb" || text(0, 4) === "\0MRM") return "raw";
  const tiffMarks = ["II*\0", "MM\0*", "II+\0", "MM\0+", "IIU\0", "IIRO", "IIRS", "MMOR"];
  if (tiffMarks.includes(text(0, 4))) return "tiff";
  return undefined;
}

function formatOfBrands(brands: string): string | undefined {
  if (brands.startsWith("crx ")) return "raw";
  if (/avif|avis/.test(brands)) return "avif";
  return /heic|heix|heim|heis|hevc|hevx|mif1|msf1|MiHE/.test(brands) ? "heif" : undefined;
}
