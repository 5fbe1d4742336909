import { basename, dirname } from "node:path";
import sharp from "sharp";
import { EngineError } from "../../src/errors/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import type { Image } from "../../src/image/index.ts";
import type { GroupFrame } from "../../src/stages/group/index.ts";
import { describePhoto } from "../../src/stages/metadata/index.ts";

const thumbnailEdgePx = 384;

/**
 * Real photographs in the form for the group stage, named by their paths. Thumbnails are decoded once, on first access.
 */
export async function readShootFrames(paths: readonly string[]): Promise<GroupFrame[]> {
  const exiftool = new ExifTool();
  try {
    const records = await exiftool.read(paths, new AbortController().signal);
    return records.map((tags, i) => {
      if (tags instanceof EngineError) throw tags;
      let thumbnail: Promise<Image> | undefined;
      return {
        name: paths[i],
        photo: describePhoto(tags).photo,
        thumbnail: () => {
          thumbnail ??= thumbnailOf(paths[i]);
          return thumbnail;
        },
      };
    });
  } finally {
    await exiftool.close();
  }
}

/** The first picture of a DNG is its preview, which sharp reads as a TIFF. */
async function thumbnailOf(path: string): Promise<Image> {
  const { data, info } = await sharp(path, { failOn: "none" })
    .rotate()
    .resize(thumbnailEdgePx, thumbnailEdgePx, { fit: "inside", withoutEnlargement: true })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const samples = new Uint8Array(new SharedArrayBuffer(data.length));
  samples.set(data);
  return { width: info.width, height: info.height, channels: info.channels as 3, data: samples, space: "srgb" };
}

/** The folder of a real bracket: its true set. */
export function trueSetOf(path: string): string {
  return basename(dirname(path));
}
