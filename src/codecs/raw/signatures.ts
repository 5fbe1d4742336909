import { holdsSensorData, readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

/** Signatures at fixed places: offset and ASCII text. */
const signatures: readonly (readonly [number, string])[] = [
  [0, "FUJIFILMCCD-RAW"],
  [4, "ftypcrx "],
  [6, "HEAPCCDR"],
  [0, "FOVb"],
  [0, "\0MRM"],
  [0, "IIRO"],
  [0, "IIRS"],
  [0, "MMOR"],
  [0, "IIU\0"],
  [8, "IIII"],
  [8, "MMMM"],
];

const tag = {
  subfileType: 254,
  make: 271,
  subIfds: 330,
} as const;

/** Makers whose first directory is an RGB or JPEG thumbnail, with the sensor data in a SubIFD. */
const subIfdMakers =
  /^(nikon|sony|pentax|ricoh|hasselblad|samsung|kodak|eastman kodak|leica|leaf|mamiya|phase one|seiko epson|canon|olympus)/i;

/**
 * Whether these are the first bytes of a camera's RAW file. Looks at content only; an ordinary TIFF (also one that a
 * camera wrote) is none: its first directory holds the picture itself.
 */
export function isRawHead(head: Uint8Array): boolean {
  if (signatures.some(([offset, text]) => startsAt(head, offset, text))) return true;
  if (startsAt(head, 0, "II*\0") && startsAt(head, 8, "CR")) return true;
  if (!startsAt(head, 0, "II*\0") && !startsAt(head, 0, "MM\0*")) return false;
  const directories = readTiffDirectories(head);
  return directories.some(holdsSensorData) || (directories.length > 0 && isMakersThumbnail(directories[0]));
}

function isMakersThumbnail(first: TiffDirectory): boolean {
  const reduced = ((first.number(tag.subfileType) ?? 0) & 1) === 1;
  return reduced && first.has(tag.subIfds) && subIfdMakers.test(first.text(tag.make));
}

function startsAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (bytes.length < offset + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}
