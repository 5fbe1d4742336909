import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { type DngFile, encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { encodeCr2 } from "../../fixtures/raw/canon.ts";
import { xTransCell } from "../../fixtures/raw/fuji.ts";
import { seededRandom } from "../../fixtures/scene/random.ts";
import { codecs, type Format } from "../../src/codecs/index.ts";
import { bayerRggb, buildDng } from "../../test/support/small-dng.ts";
import { buildSmallJpeg } from "../../test/support/small-jpeg.ts";

/** An intact file to damage. */
export interface Seed {
  readonly name: string;
  readonly format: Format;
  readonly bytes: Uint8Array;
}

/** Maximum size of a seed: larger files would make mutants slow and damage less likely to hit a critical byte. */
const maxSeedBytes = 160 * 1024;

/** A DNG with a masked border, no black level, and a profile of tables and a tone curve. */
const bordered: DngFile = {
  width: 96,
  height: 64,
  bits: 16,
  pattern: bayerRggb,
  sample: (x, y) => (x < 16 ? 500 + ((x + y) % 5) : 600 + x * 500 + y * 200),
  white: 65_535,
  activeArea: [0, 16, 64, 96],
  maskedAreas: [[0, 0, 64, 14]],
  asShotNeutral: [0.5, 1, 0.7],
  colorMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  profile: {
    hueSatMap: { dims: [6, 2, 1], data: Array.from({ length: 36 }, (_, i) => (i % 3 === 0 ? 5 : 1.1)) },
    lookTable: { dims: [4, 2, 2], data: Array.from({ length: 48 }, (_, i) => (i % 3 === 0 ? -5 : 0.9)), encoding: 1 },
    toneCurve: [0, 0, 0.2, 0.4, 1, 1],
  },
};

/** Small pictures of every format and variant, those of fixtures/standard, and small files of additional folders. */
export async function makeCorpus(folders: readonly string[]): Promise<readonly Seed[]> {
  const own = fileURLToPath(new URL("../../fixtures/standard", import.meta.url));
  const files = [own, ...folders]
    .flatMap(listSmallFiles)
    .map((path) => seedOf(basename(path), new Uint8Array(readFileSync(path))));
  const made = await Promise.all(
    Object.entries(recipes()).map(async ([name, make]) => seedOf(name, new Uint8Array(await make()))),
  );
  return [...made, ...files].filter((seed) => seed !== undefined);
}

/** `undefined` for files that no codec accepts: it would not accept damaged ones either. */
function seedOf(name: string, bytes: Uint8Array): Seed | undefined {
  const codec = codecs.find((candidate) => candidate.matches(bytes.subarray(0, 4096)));
  return codec && { name, format: codec.format, bytes };
}

function listSmallFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= maxSeedBytes)
    .sort();
}

const size = { width: 40, height: 28 };

function recipes(): Readonly<Record<string, () => Promise<Uint8Array>>> {
  const exif = { IFD0: { Make: "Built", Model: "Test", Orientation: "6" } };
  return {
    "baseline.jpg": () => picture(8, 3).jpeg({ quality: 80 }).withExif(exif).withIccProfile("p3").toBuffer(),
    // Large enough for small copies to be decoded at an eighth of the size.
    "restarts.jpg": async () =>
      buildSmallJpeg({
        ...{ width: 192, height: 160, across: 2, down: 2, restartInterval: 12 },
        dc: (component, x, y) => ((x * 37 + y * 21) % 200) - 100 + component,
        ac: (_, x, y) =>
          Array.from({ length: (x * y) % 9 }, (_, i) => [(i * x) % 20, 1 + ((i * y) % 40)] as const).slice(0, 3),
      }),
    "large.jpg": () => picture(8, 3).resize(320, 224).jpeg({ quality: 60 }).toBuffer(),
    "progressive.jpg": () => picture(8, 3).jpeg({ progressive: true, chromaSubsampling: "4:2:0" }).toBuffer(),
    "grey.jpg": () => picture(8, 1).toColourspace("b-w").jpeg().toBuffer(),
    "cmyk.jpg": () => picture(8, 3).toColourspace("cmyk").jpeg().toBuffer(),
    "true-color.png": () => picture(8, 3).png().withIccProfile("srgb").toBuffer(),
    "alpha.png": () => picture(8, 4).png({ progressive: true }).toBuffer(),
    "palette.png": () => picture(8, 3).png({ palette: true }).toBuffer(),
    "sixteen.png": () => picture(16, 3).toColourspace("rgb16").png().toBuffer(),
    "lossy.webp": () => picture(8, 3).webp().withExif(exif).toBuffer(),
    "lossless.webp": () => picture(8, 4).webp({ lossless: true }).toBuffer(),
    "animated.webp": () =>
      sharp(samples(8, 3), { raw: { ...size, channels: 3, pageHeight: size.height / 2 } })
        .webp()
        .toBuffer(),
    "strips.tif": () => picture(8, 3).tiff({ compression: "lzw", predictor: "horizontal" }).toBuffer(),
    "tiled.tif": () =>
      picture(16, 3)
        .toColourspace("rgb16")
        .tiff({ compression: "deflate", tile: true, tileWidth: 16, tileHeight: 16 })
        .toBuffer(),
    "jpeg.tif": () => picture(8, 3).tiff({ compression: "jpeg" }).toBuffer(),
    "float.tif": () => picture(8, 3).toColourspace("scrgb").tiff({ compression: "none", predictor: "none" }).toBuffer(),
    "big.tif": () => picture(8, 3).tiff({ compression: "none", bigtiff: true }).toBuffer(),
    "bilevel.tif": () => picture(8, 1).toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 }).toBuffer(),
    "eight.avif": () => picture(8, 3).avif({ effort: 0 }).withExif(exif).toBuffer(),
    "alpha.avif": () => picture(8, 4).avif({ effort: 0 }).toBuffer(),
    "ten.avif": () => picture(16, 3).toColourspace("rgb16").avif({ effort: 0, bitdepth: 10 }).toBuffer(),
    "twelve.avif": () =>
      picture(16, 3).toColourspace("rgb16").avif({ effort: 0, bitdepth: 12, chromaSubsampling: "4:2:0" }).toBuffer(),
    "bayer.dng": async () => buildDng({ ...size, pattern: bayerRggb, sample: (x, y) => x * 900 + y * 300 }),
    "x-trans.dng": async () =>
      buildDng({
        ...size,
        pattern: { columns: 6, rows: 6, colors: xTransCell },
        sample: (x, y) => x * 900 + y * 300,
      }),
    "linear.dng": async () => buildDng({ ...size, sample: (x, y, c) => x * 900 + y * 300 + c * 5000 }),
    "profile.dng": async () => encodeDngFile(bordered),
    "lossless.dng": async () =>
      encodeDngFile({ ...bordered, coding: "lossless-jpeg", tile: { width: 32, height: 48 } }),
    "slices.cr2": async () => encodeCr2({ width: 200, height: 120, slices: [2, 64, 72] }),
    "preview.dng": async () =>
      buildDng({
        ...size,
        pattern: bayerRggb,
        sample: (x, y) => x * 900 + y * 300,
        trailer: await picture(8, 3).jpeg().toBuffer(),
      }),
  };
}

/** A gradient with some noise: not trivial to compress, but small. */
function samples(bits: 8 | 16, channels: 1 | 3 | 4): Uint8Array | Uint16Array {
  const random = seededRandom(bits + channels);
  const max = 2 ** bits - 1;
  const data =
    bits === 8
      ? new Uint8Array(size.width * size.height * channels)
      : new Uint16Array(size.width * size.height * channels);
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor(i / channels) % size.width;
    data[i] = max * (0.8 * (((x / size.width) * (1 + (i % channels))) % 1) + 0.2 * random());
  }
  return data;
}

function picture(bits: 8 | 16, channels: 1 | 3 | 4): Sharp {
  return sharp(samples(bits, channels), { raw: { ...size, channels } });
}
