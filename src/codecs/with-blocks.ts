import { isAvif, withAvifBlocks } from "./heif/index.ts";
import { withJpegBlocks } from "./jpeg/index.ts";
import type { FileBlocks } from "./metadata/index.ts";
import { withPngBlocks } from "./png/index.ts";
import { withTiffBlocks } from "./tiff/index.ts";
import { withWebpBlocks } from "./webp/index.ts";

/**
 * A file of a result's format as our encoders leave it, with these metadata; `undefined` for other formats, where a
 * block has no place, and when the file has metadata besides its profile.
 */
export function withBlocks(file: Uint8Array, blocks: FileBlocks): Uint8Array | undefined {
  const start = Buffer.from(file.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8")) return withJpegBlocks(file, blocks);
  if (start.startsWith("\x89PNG")) return withPngBlocks(file, blocks);
  if (start.startsWith("II*\0")) return withTiffBlocks(file, blocks);
  if (isAvif(file)) return withAvifBlocks(file, blocks);
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? withWebpBlocks(file, blocks) : undefined;
}
