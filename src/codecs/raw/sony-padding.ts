import type { LibRawMetadata } from "../libraw/index.ts";
import type { RandomAccess } from "../random-access.ts";
import { readTiffDirectories } from "../tiff/index.ts";

/** SonyRawImageSize (ExifTool, SubIFD tag 0x7038). */
const rawImageSize = 0x7038;

/**
 * The metadata with the visible area less the padding: Sony rounds lossless compressed frames up to whole tiles and
 * states the true size in a tag that LibRaw does not read.
 */
export function withoutPadding(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  if (metadata.normalized_make !== "Sony") return metadata;
  for (const directory of readTiffDirectories(bytes)) {
    const [trueWidth, trueHeight] = directory.numbers(rawImageSize);
    const width = Math.min(metadata.width, trueWidth - metadata.left_margin);
    const height = Math.min(metadata.height, trueHeight - metadata.top_margin);
    // A size that leaves out more than tiles of 512 can add is not that of this frame.
    if (width > metadata.width - 512 && height > metadata.height - 512 && width > 0 && height > 0) {
      return { ...metadata, width, height };
    }
  }
  return metadata;
}
