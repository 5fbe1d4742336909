import { EngineError } from "../errors/index.ts";
import { fourCharacters } from "./four-characters.ts";

/** A format that is known by its first bytes, and not decoded. */
interface KnownFormat {
  readonly name: string;
  matches(head: Uint8Array): boolean;
}

/** The first bytes, as characters of one byte each, at an offset. */
const beginning =
  (text: string, offset = 0) =>
  (head: Uint8Array): boolean =>
    head.length >= offset + text.length && [...text].every((char, i) => head[offset + i] === char.charCodeAt(0));

const either =
  (...tests: readonly ((head: Uint8Array) => boolean)[]) =>
  (head: Uint8Array): boolean =>
    tests.some((test) => test(head));

const videoBrands = new Set(["isom", "iso2", "mp41", "mp42", "avc1", "qt  ", "M4V ", "3gp4", "3gp5", "XAVC", "crxv"]);

/** Formats that photographers bring and that are not decoded, each with its signature. */
const knownFormats: readonly KnownFormat[] = [
  { name: "GIF", matches: either(beginning("GIF87a"), beginning("GIF89a")) },
  { name: "BMP", matches: isBmp },
  { name: "Photoshop document (PSD, PSB)", matches: either(beginning("8BPS\0\x01"), beginning("8BPS\0\x02")) },
  { name: "JPEG 2000", matches: either(beginning("\0\0\0\x0cjP  \r\n"), beginning("\xff\x4f\xff\x51")) },
  { name: "JPEG XR", matches: beginning("II\xbc") },
  { name: "OpenEXR", matches: beginning("v/1\x01") },
  { name: "Radiance HDR", matches: either(beginning("#?RADIANCE"), beginning("#?RGBE")) },
  { name: "PNM (PPM, PGM, PBM, PAM)", matches: isPnm },
  { name: "PFM", matches: either(beginning("PF\n"), beginning("Pf\n")) },
  { name: "GIMP document (XCF)", matches: beginning("gimp xcf ") },
  { name: "DDS", matches: beginning("DDS \x7c\0\0\0") },
  { name: "ICO", matches: (head) => beginning("\0\0\x01\0")(head) && head[4] > 0 && head[5] === 0 },
  { name: "PDF", matches: beginning("%PDF-") },
  { name: "SVG", matches: either(beginning("<svg"), isSvgDocument) },
  {
    name: "video (MP4, MOV)",
    matches: (head) => fourCharacters(head, 4) === "ftyp" && videoBrands.has(fourCharacters(head, 8)),
  },
];

/** BITMAPFILEHEADER, then the size of one of the headers that Windows and OS/2 define. */
function isBmp(head: Uint8Array): boolean {
  return beginning("BM")(head) && [12, 40, 52, 56, 64, 108, 124].includes(head[14]) && head[15] === 0;
}

/** Netpbm: `P1` to `P6`, white space, and a number or a comment; or `P7` and a line break. */
function isPnm(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 8)).toString("latin1");
  return /^P[1-6]\s+[\d#]/.test(text) || text.startsWith("P7\nWIDT");
}

function isSvgDocument(head: Uint8Array): boolean {
  if (!beginning("<?xml")(head) && !beginning("<!DOCTYPE svg")(head)) return false;
  return Buffer.from(head.subarray(0, 1024)).includes("<svg");
}

/** Throws `unsupported/format` for a file of a format that is known and not decoded. */
export function refuseKnownFormat(head: Uint8Array): void {
  const known = knownFormats.find((one) => one.matches(head));
  if (!known) return;
  const message = `decode: the file is a ${known.name}, which is known but not supported; export the picture to JPEG, PNG or TIFF`;
  throw new EngineError("unsupported/format", message, { format: known.name });
}
