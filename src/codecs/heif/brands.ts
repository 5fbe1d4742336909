import { fourCharacters } from "../four-characters.ts";

/**
 * Brands of an ISO base media file, the major one first; none when the bytes do not begin with a file-type box
 * (ISO/IEC 14496-12, 4.3).
 */
export function readBrands(head: Uint8Array): readonly string[] {
  if (head.length < 16 || fourCharacters(head, 4) !== "ftyp") return [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const end = Math.min(view.getUint32(0), head.length);
  const brands = [fourCharacters(head, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCharacters(head, at));
  return brands;
}
