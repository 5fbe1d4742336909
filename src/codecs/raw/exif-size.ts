import type { LibRawMetadata } from "../libraw/index.ts";
import type { RandomAccess } from "../random-access.ts";
import { readTiffDirectories, readTiffDirectoryAt } from "../tiff/index.ts";

const tag = { exif: 0x8769, width: 0xa002, height: 0xa003 } as const;

/** The size of the camera's own picture, by EXIF (PixelXDimension, PixelYDimension). */
export function readExifSize(bytes: Uint8Array | RandomAccess): { width: number; height: number } | undefined {
  const exifAt = readTiffDirectories(bytes)[0]?.number(tag.exif);
  const exif = exifAt === undefined ? undefined : readTiffDirectoryAt(bytes, exifAt);
  const [width, height] = [exif?.number(tag.width), exif?.number(tag.height)];
  return width && height ? { width, height } : undefined;
}

/**
 * The metadata with the crop that the camera makes: LibRaw lets a crop begin at an even row and column, and so leaves
 * out the first one of a sensor whose borders are odd.
 */
export function withCameraCrop(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  const [inset, ...others] = metadata.raw_inset_crops;
  const exif = metadata.dng_version === 0 && inset.cwidth > 0 ? readExifSize(bytes) : undefined;
  if (!exif) return metadata;
  const left = exif.width - inset.cwidth === 1 && inset.cleft > metadata.left_margin ? 1 : 0;
  const top = exif.height - inset.cheight === 1 && inset.ctop > metadata.top_margin ? 1 : 0;
  const crop = {
    cleft: inset.cleft - left,
    ctop: inset.ctop - top,
    cwidth: inset.cwidth + left,
    cheight: inset.cheight + top,
  };
  return { ...metadata, raw_inset_crops: [crop, ...others] };
}
