import { TiffReader } from "./tiff-reader.ts";

/** EXIF fields that affect how pixels are displayed. */
interface ExifDisplay {
  /** Orientation as stored; may be outside 1 to 8. */
  readonly orientation?: number;
  /**
   * DCF 2.0, section 6: an optional file, Adobe RGB by its interoperability index. Some cameras write ColorSpace 2
   * instead, which EXIF reserves.
   */
  readonly isAdobeRgb: boolean;
  /**
   * Whether ColorSpace is 65535 without an index for sRGB (R98): if the name begins with `_`, which DCF 2.0, section 6,
   * reserves for optional files, this is Adobe RGB, too.
   */
  readonly isUncalibrated: boolean;
}

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const COLOR_SPACE = 0xa001;
const ADOBE_RGB = 2;
const UNCALIBRATED = 0xffff;
const INTEROPERABILITY_DIRECTORY = 0xa005;
const INTEROPERABILITY_INDEX = 0x0001;
const R03 = 0x52303300;
const R98 = 0x52393800;

/** Reads an EXIF block, with or without its `Exif\0\0` prefix; a broken one yields no fields. */
export function readExifDisplay(exif: Uint8Array): ExifDisplay {
  const hasPrefix = exif[0] === 0x45 && exif[1] === 0x78 && exif[2] === 0x69 && exif[3] === 0x66;
  const start = hasPrefix ? 6 : 0;
  const reader = TiffReader.open(exif.subarray(start));
  if (!reader) return { isAdobeRgb: false, isUncalibrated: false };
  const main = directoryAt(reader, reader.first);
  const below = main && follow(reader, main, EXIF_DIRECTORY);
  const interoperability = below && follow(reader, below, INTEROPERABILITY_DIRECTORY);
  if (!main || !interoperability) return { isAdobeRgb: false, isUncalibrated: false };
  const { view, littleEndian } = reader;
  const orientationAt = main.get(ORIENTATION);
  const orientation = orientationAt === undefined ? undefined : view.getUint16(orientationAt, littleEndian);
  const indexAt = interoperability.get(INTEROPERABILITY_INDEX);
  const spaceAt = below.get(COLOR_SPACE);
  const index = indexAt === undefined ? undefined : view.getUint32(indexAt);
  const space = spaceAt === undefined ? undefined : view.getUint16(spaceAt, littleEndian);
  const isAdobeRgb = index === R03 || space === ADOBE_RGB;
  return {
    isAdobeRgb,
    isUncalibrated: space === UNCALIBRATED && index !== R98,
    ...(orientation !== undefined && { orientation }),
  };
}

/** Offsets of the values of a directory's entries, by tag; `undefined` if it is truncated. */
type Places = ReadonlyMap<number, number>;

function directoryAt(reader: TiffReader, offset: number): Places | undefined {
  const found = reader.entriesAt(offset);
  return found?.isWhole ? new Map(found.entries.map(({ tag, field }) => [tag, field])) : undefined;
}

/** The directory that an entry points to; empty if the entry is absent. */
function follow(reader: TiffReader, from: Places, tag: number): Places | undefined {
  const at = from.get(tag);
  return at === undefined ? new Map() : directoryAt(reader, reader.offsetAt(at) ?? 0);
}
