import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { decode } from "../support/decode.ts";
import { hasPhotographs, sharedFixture } from "../support/shared-fixtures.ts";

const size = { width: 75, height: 53 };

/** Smooth, so that lossy codings stay near. */
function ramp(bits: 8 | 16): Uint8Array | Uint16Array {
  const max = 2 ** bits - 1;
  const value = (x: number, y: number, c: number) => [x / size.width, y / size.height, (x + y) / 140][c];
  const data =
    bits === 8 ? new Uint8Array(size.width * size.height * 3) : new Uint16Array(size.width * size.height * 3);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) for (let c = 0; c < 3; c++) data[i++] = Math.round(max * value(x, y, c));
  }
  return data;
}

function picture(bits: 8 | 16): Sharp {
  return sharp(ramp(bits), { raw: { ...size, channels: 3 } }).toColourspace(bits === 8 ? "srgb" : "rgb16");
}

/** Largest difference of two pictures of the same depth, in units of full scale. */
function worst(seen: ArrayLike<number>, expected: ArrayLike<number>, max: number): number {
  let found = 0;
  for (let i = 0; i < expected.length; i++) found = Math.max(found, Math.abs(seen[i] - expected[i]));
  return found / max;
}

describe("a TIFF", () => {
  const layouts = [
    ["uncompressed strips", { compression: "none" }],
    ["LZW with a predictor", { compression: "lzw", predictor: "horizontal" }],
    ["deflate", { compression: "deflate" }],
    ["tiles", { compression: "lzw", tile: true, tileWidth: 32, tileHeight: 16 }],
    ["tiles of deflate", { compression: "deflate", tile: true, tileWidth: 16, tileHeight: 16 }],
    ["BigTIFF", { compression: "none", bigtiff: true }],
    ["tiles in a BigTIFF", { compression: "deflate", bigtiff: true, tile: true, tileWidth: 64, tileHeight: 64 }],
  ] as const;
  const cases = layouts.flatMap(([name, options]) => ([8, 16] as const).map((bits) => [name, bits, options] as const));

  test.each(cases)("with %s of %i bits gives back every sample", async (_, bits, options) => {
    const { image, facts, warnings } = await decode(await picture(bits).tiff(options).toBuffer());
    expect(image).toMatchObject(size);
    expect(facts).toMatchObject({ format: "tiff", sourceBitDepth: bits });
    expect(new Uint16Array(image.data)).toEqual(new Uint16Array(ramp(bits)));
    expect(warnings).toEqual([]);
  });

  test("of floating point is linear light and keeps more than 8 bits", async () => {
    const bytes = await picture(16).toColourspace("scrgb").tiff({ compression: "none", predictor: "none" }).toBuffer();
    const { image, facts } = await decode(bytes);
    expect((await sharp(bytes).metadata()).depth).toBe("float");
    expect(facts.sourceBitDepth).toBe(32);
    expect(worst(image.data, ramp(16), 65_535)).toBeLessThan(0.0001);
  });

  test("of several pages gives the first and says so", async () => {
    const pages = await sharp({ create: { ...size, height: 100, channels: 3, background: "#336699", pageHeight: 50 } })
      .tiff({ compression: "none" })
      .toBuffer();
    const { image, warnings } = await decode(pages);
    expect(image.height).toBe(50);
    expect(warnings.map(({ code }) => code)).toEqual(["decode/auxiliary-ignored"]);
  });

  test.skipIf(!hasPhotographs("standard/pillow", "standard/tiff_depth")).each([
    ["pillow/pillow_16bit.MM.deflate.tif", 16],
    ["tiff_depth/flower-minisblack-16.tif", 16],
    ["tiff_depth/flower-separated-contig-16.tif", 16],
    ["pillow/pillow_tiff_strip_cmyk_16l_jpeg.tif", 16],
    ["pillow/pillow_tiff_strip_planar_lzw.tiff", 8],
    ["pillow/pillow_tiff_tiled_ycbcr_jpeg_2x2_sampling.tif", 8],
    ["pillow/pillow_g4_orientation_6.tif", 8],
  ])("from elsewhere, %s, decodes with its %i bits", async (name, bits) => {
    const { image, facts } = await decode(readFileSync(sharedFixture(`standard/${name}`)));
    expect(facts.sourceBitDepth).toBe(bits);
    expect(image.data.BYTES_PER_ELEMENT * 8).toBe(bits);
  });
});

describe("a JPEG", () => {
  const plain = () => picture(8).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();

  test("that is progressive shows what a baseline one shows", async () => {
    const options = { quality: 95, chromaSubsampling: "4:4:4" };
    const progressive = await decode(
      await picture(8)
        .jpeg({ ...options, progressive: true })
        .toBuffer(),
    );
    expect(worst(progressive.image.data, (await decode(await plain())).image.data, 255)).toBeLessThan(0.01);
  });

  test("of grey is grey in all three channels", async () => {
    const bytes = await picture(8).toColourspace("b-w").jpeg({ quality: 95 }).toBuffer();
    const { data } = (await decode(bytes)).image;
    for (let i = 0; i < data.length; i += 3) expect(data[i] === data[i + 1] && data[i] === data[i + 2]).toBe(true);
  });

  test("of CMYK without a profile keeps its colours apart", async () => {
    const flat = sharp({ create: { ...size, channels: 3, background: "#2060c0" } });
    const { image, facts } = await decode(await flat.toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer());
    const [r, g, b] = image.data;
    expect(facts.sourceColorSpace).toBe("CMYK");
    expect(b).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(r);
  });

  test.skipIf(!hasPhotographs("standard/skia", "standard/imagesharp_ycck-subsample-1222.jpg")).each([
    ["standard/imagesharp_ycck-subsample-1222.jpg", "CMYK"],
    ["standard/magicknet_CMYK_progressive.jpg", "CMYK"],
    ["standard/skia/skia_mandrill_cmyk.jpg", "U.S. Web Coated (SWOP) v2"],
  ])("of CMYK or YCCK, %s, shows what littleCMS makes of it", async (name, space) => {
    const bytes = readFileSync(sharedFixture(name));
    const { image, facts } = await decode(bytes);
    const expected = await sharp(bytes).toColourspace("srgb").removeAlpha().raw().toBuffer();
    expect(facts.sourceColorSpace).toBe(space);
    expect(worst(image.data, expected, 255)).toBeLessThan(0.005);
  });

  test("with a second picture behind it, as in a multi-picture file, shows the first", async () => {
    const second = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#ff0000" } })
      .jpeg()
      .toBuffer();
    const { image } = await decode(Buffer.concat([await plain(), second]));
    expect(image.data).toEqual((await decode(await plain())).image.data);
  });
});

describe("bytes behind the end", () => {
  const formats = {
    jpeg: () => picture(8).jpeg().toBuffer(),
    png: () => picture(8).png().toBuffer(),
    webp: () => picture(8).webp().toBuffer(),
    tiff: () => picture(8).tiff({ compression: "lzw" }).toBuffer(),
    avif: () => picture(8).avif({ effort: 0 }).toBuffer(),
    heif: async () => readFileSync(new URL("../../fixtures/standard/gradient-8bit.heic", import.meta.url)),
  };

  test.each(Object.entries(formats))("of a %s change nothing", async (_, make) => {
    const whole = await make();
    const garbage = Buffer.concat([whole, Buffer.alloc(5000, "trailing garbage")]);
    expect((await decode(garbage)).image.data).toEqual((await decode(whole)).image.data);
  });
});

describe("a file name", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ workers: 1 });
  });
  afterAll(() => engine.close());

  test.each(["photo.cr2", "photo.heic", "photo.txt", "photo"])(
    "like %s does not decide what a PNG is",
    async (name) => {
      const bytes = await picture(16).png().toBuffer();
      expect(await engine.inspect({ name, bytes })).toMatchObject({ format: "png", ...size, bitDepth: 16 });
      const { report } = await engine.develop({ name, bytes });
      expect(report.result).toMatchObject(size);
    },
  );
});
