/** The two facts of EXIF that change how pixels are shown. */
export interface ExifDisplay {
  /** As stored; not checked to be 1 to 8. */
  readonly orientation?: number;
  /** DCF 2.0, section 6: an optional file, Adobe RGB by its interoperability index. */
  readonly isAdobeRgb: boolean;
}

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const INTEROPERABILITY_DIRECTORY = 0xa005;
const INTEROPERABILITY_INDEX = 0x0001;

/** Reads an EXIF block, with or without its `Exif\0\0` prefix; a broken one has neither fact. */
export function readExifDisplay(exif: Uint8Array): ExifDisplay {
  const hasPrefix = exif[0] === 0x45 && exif[1] === 0x78 && exif[2] === 0x69 && exif[3] === 0x66;
  const start = hasPrefix ? 6 : 0;
  try {
    return read(new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start));
  } catch (error) {
    if (error instanceof RangeError) return { isAdobeRgb: false };
    throw error;
  }
}

function read(view: DataView): ExifDisplay {
  const littleEndian = view.getUint16(0) === 0x4949;
  const main = directory(view, view.getUint32(4, littleEndian), littleEndian);
  const orientationAt = main.get(ORIENTATION);
  const orientation = orientationAt === undefined ? undefined : view.getUint16(orientationAt, littleEndian);
  const follow = (from: Map<number, number>, tag: number) => {
    const at = from.get(tag);
    return at === undefined
      ? new Map<number, number>()
      : directory(view, view.getUint32(at, littleEndian), littleEndian);
  };
  const indexAt = follow(follow(main, EXIF_DIRECTORY), INTEROPERABILITY_DIRECTORY).get(INTEROPERABILITY_INDEX);
  const isAdobeRgb = indexAt !== undefined && view.getUint32(indexAt) === 0x52303300;
  return { isAdobeRgb, ...(orientation !== undefined && { orientation }) };
}

/** Where the values of a directory's entries stand, by tag (TIFF 6.0, section 2). */
function directory(view: DataView, offset: number, littleEndian: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  const count = view.getUint16(offset, littleEndian);
  for (let i = 0; i < count; i++) {
    const entry = offset + 2 + i * 12;
    entries.set(view.getUint16(entry, littleEndian), entry + 8);
  }
  return entries;
}
