import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { shootFiles } from "../../test/support/sample-shoot.ts";

const widthPx = 120;

/** The JPEGs of the sample shoot, so small that a run takes a second: two brackets and a single photograph. */
export async function writeTinyShoot(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = shootFiles.filter((file) => /IMG_\d+\.JPG$/.test(file));
  for (const file of files)
    await sharp(file)
      .resize(widthPx)
      .keepMetadata()
      .jpeg({ quality: 95 })
      .toFile(join(folder, basename(file)));
}
