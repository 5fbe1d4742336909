import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { hasSharedFixtures, sharedFixtures } from "../../test/support/shared-fixtures.ts";
import { bayerRggb, buildDng } from "../../test/support/small-dng.ts";
import { exiftool, marker, plantArguments, plantInMakerNotes, withJumbf, withPngTexts, withTrailer } from "./plant.ts";

const heic = fileURLToPath(new URL("../../fixtures/standard/gradient-8bit.heic", import.meta.url));

/** A photograph of every format with a place wherever the format has room for one; returns the paths. */
export async function writeCarriers(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: "#a86" } }).withIccProfile("srgb");
  const jpeg = await picture.clone().jpeg().toBuffer();
  const files: Readonly<Record<string, Uint8Array>> = {
    "a.jpg": withJumbf(jpeg),
    "a.png": withPngTexts(await picture.clone().png().toBuffer()),
    "a.webp": await picture.clone().webp().toBuffer(),
    "a.tif": await picture.clone().tiff().toBuffer(),
    "a.avif": await picture.clone().avif().toBuffer(),
    "a.heic": readFileSync(heic),
    "a.dng": await buildDng({ width: 128, height: 96, pattern: bayerRggb, sample: (x) => 9 * x }),
  };
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  exiftool("-q", "-m", "-overwrite_original", ...plantArguments, ...paths);
  const blob = join(folder, "private.bin");
  writeFileSync(blob, `Lightwell\0${marker} 3`);
  exiftool("-q", "-m", "-overwrite_original", `-DNGPrivateData<=${blob}`, join(folder, "a.dng"));
  const planted = readFileSync(join(folder, "a.jpg"));
  writeFileSync(join(folder, "a.jpg"), withTrailer(planted, planted));
  return paths;
}

/** Photographs of many makers and with content credentials, where they lie beside the checkout, planted as well. */
export function writeMakers(folder: string): string[] {
  if (!hasSharedFixtures) return [];
  mkdirSync(folder, { recursive: true });
  const sources = ["metadata/exiftool", "metadata/c2pa", "raw/partial", "raw/cr2", "raw/nef"].flatMap(sharedFixtures);
  return sources.flatMap((source) => {
    if (/\.xmp$/i.test(source)) return [];
    const path = join(folder, basename(source));
    copyFileSync(source, path);
    try {
      exiftool("-q", "-m", "-overwrite_original", ...plantArguments, path);
    } catch {
      // A format that ExifTool does not write goes in as it is.
    }
    console.log(`${basename(path)}: ${plantInMakerNotes(path)} places in its maker notes`);
    return [path];
  });
}
