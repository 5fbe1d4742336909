import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { hasSharedFixtures, sharedFixtures } from "../../test/support/shared-fixtures.ts";
import { bayerRggb, buildDng } from "../../test/support/small-dng.ts";
import { addGainMap } from "./gain-map.ts";
import {
  exiftool,
  marker,
  plantArguments,
  plantAtEndOfNotes,
  plantInMakerNotes,
  withCredentials,
  withJumbf,
  withPngTexts,
  withTrailer,
} from "./plant.ts";

const heic = fileURLToPath(new URL("../../fixtures/standard/gradient-8bit.heic", import.meta.url));

/** Rendered by our own scripts. */
const room = fileURLToPath(new URL("../../fixtures/shoot/IMG_0006.JPG", import.meta.url));

/** A photograph in every format with locations in all possible fields; returns the paths. */
export async function writeCarriers(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: "#a86" } }).withIccProfile("srgb");
  const jpeg = await picture.clone().jpeg().toBuffer();
  const files: Readonly<Record<string, Uint8Array>> = {
    "a.jpg": withJumbf(jpeg),
    "gain-map.jpg": readFileSync(room),
    "credentials.jpg": readFileSync(room),
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
  await addGainMap(join(folder, "gain-map.jpg"));
  const signed = join(folder, "credentials.jpg");
  writeFileSync(signed, withCredentials(readFileSync(signed), planted));
  return paths;
}

/** A photograph with planted locations, and the number of texts in its maker notes that were replaced. */
export interface PlantedMaker {
  readonly path: string;
  readonly inNotes: number;
}

/**
 * Photographs of many makers and with content credentials, if they are next to the checkout, with planted locations.
 */
export function writeMakers(folder: string, isWanted: (source: string) => boolean = () => true): PlantedMaker[] {
  if (!hasSharedFixtures) return [];
  mkdirSync(folder, { recursive: true });
  const sources = ["metadata/exiftool", "metadata/c2pa", "raw/partial", "raw/cr2", "raw/nef"].flatMap(sharedFixtures);
  return sources.flatMap((source) => {
    if (/\.xmp$/i.test(source) || !isWanted(source)) return [];
    const path = join(folder, basename(source));
    copyFileSync(source, path);
    try {
      exiftool("-q", "-m", "-overwrite_original", ...plantArguments, path);
    } catch {
      // A format that ExifTool does not write is used unchanged.
    }
    const inNotes = plantInMakerNotes(path);
    return [{ path, inNotes: inNotes > 0 ? inNotes : Number(/\.jpg$/.test(path) && plantAtEndOfNotes(path)) }];
  });
}
