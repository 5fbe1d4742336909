import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../fixtures/scene/random.ts";
import { decodeEighth as decodeWith, jpegCodec } from "../../../src/codecs/jpeg/jpeg.ts";
import { type IntegerImage, luminanceWeights, PixelPool } from "../../../src/image/index.ts";
import { selectKernels } from "../../../src/kernels/index.ts";
import { testContext } from "../../support/context.ts";
import { buildSmallJpeg, type SmallJpeg } from "../../support/small-jpeg.ts";

const { jpegDc } = selectKernels();
if (!jpegDc) throw new Error("expected kernels that decode");
const decodeEighth = (jpeg: Uint8Array) => decodeWith(jpeg, jpegDc);

type Coefficients = readonly (readonly [number, number])[];

/** Every kind of block: none, short and long codes, long runs, and blocks that end with their last coefficient. */
function randomBlocks(seed: number): () => Coefficients {
  const random = seededRandom(seed);
  const integer = (below: number) => Math.floor(random() * below);
  const full: Coefficients = Array.from({ length: 63 }, () => [0, 1] as const);
  const kinds: readonly (() => Coefficients)[] = [
    () => [],
    () => full,
    () => [...full.slice(0, 59), [3, -7]],
    () => [
      [45, 3],
      [16, 1],
    ],
    () => Array.from({ length: 1 + integer(8) }, () => [integer(5), 1 - 2 * integer(2)] as const),
    () => Array.from({ length: 1 + integer(3) }, () => [integer(16), integer(2046) - 1023 || 1] as const),
    () => Array.from({ length: 1 + integer(20) }, () => [1, 1] as const),
  ];
  return () => kinds[integer(kinds.length)]();
}

function levelOf(component: number, x: number, y: number): number {
  return component === 0 ? ((x * 37 + y * 101) % 256) - 128 : 0;
}

describe("A JPEG at an eighth of its size", () => {
  test.each<Pick<SmallJpeg, "width" | "height" | "across" | "down" | "restartInterval">>([
    { width: 8, height: 8, across: 1, down: 1 },
    { width: 200, height: 120, across: 1, down: 1 },
    { width: 200, height: 120, across: 2, down: 1 },
    { width: 200, height: 120, across: 1, down: 2 },
    { width: 203, height: 129, across: 2, down: 2 },
    { width: 203, height: 129, across: 2, down: 2, restartInterval: 1 },
    { width: 200, height: 120, across: 2, down: 1, restartInterval: 13 },
    { width: 16, height: 400, across: 1, down: 1, restartInterval: 5 },
    { width: 480, height: 640, across: 2, down: 2 },
  ])("has the mean of each block: $width × $height, $across × $down, restarts $restartInterval", (shape) => {
    const jpeg = buildSmallJpeg({ ...shape, dc: levelOf, ac: randomBlocks(3) });
    const picture = decodeEighth(jpeg);
    const [width, height] = [Math.floor(shape.width / 8), Math.floor(shape.height / 8)];
    const expected = Array.from({ length: width * height }, (_, i) => {
      const grey = 128 + levelOf(0, i % width, Math.floor(i / width));
      return [grey, grey, grey];
    });
    expect(picture).toMatchObject({ width, height, channels: 3 });
    expect([...(picture?.data ?? [])]).toEqual(expected.flat());
  });

  test("has the colours of JFIF, spread where chroma is coarser", () => {
    const shape = { width: 64, height: 64, across: 2, down: 2 } as const;
    const flat = buildSmallJpeg({ ...shape, dc: (component) => [-28, 40, -20][component] });
    expect([...(decodeEighth(flat)?.data.subarray(0, 3) ?? [])]).toEqual([72, 101, 171]);
    const step = decodeEighth(buildSmallJpeg({ ...shape, dc: (component, x) => (component === 2 && x >= 2 ? 40 : 0) }));
    // Red rises by 1.402 × 40 over two pixels, by quarters and three quarters.
    expect([...(step?.data.subarray(0, 24) ?? [])].filter((_, i) => i % 3 === 0)).toEqual([
      128, 128, 128, 142, 170, 184, 184, 184,
    ]);
  });

  test.each([
    ["4:4:4", "p3", { chromaSubsampling: "4:4:4", quality: 98 }, 0],
    ["4:2:0", "srgb", { chromaSubsampling: "4:2:0", quality: 92 }, 2],
    ["standard codes", "srgb", { chromaSubsampling: "4:2:0", quality: 75, optimiseCoding: false }, 2],
  ] as const)(
    "is as light as the library's to two levels once it is shrunk: %s",
    async (_, icc, settings, tolerance) => {
      const jpeg = await photograph(3, 1203, 802)
        .jpeg(settings)
        .withExif({ IFD0: { Orientation: "6" } })
        .withIccProfile(icc)
        .toBuffer();
      expect(decodeEighth(jpeg)).toMatchObject({ width: 150, height: 100 });
      const [own, theirs] = [await thumbnail(jpeg, 120, true), await thumbnail(jpeg, 120, false)];
      expect([own.width, own.height]).toEqual([theirs.width, theirs.height]);
      expect(largestDifference(own, theirs)).toBeLessThanOrEqual(tolerance);
    },
  );

  test("is left to the library where less is to be shrunk, without native kernels, and where nothing is to be", async () => {
    const jpeg = await photograph(3, 640, 480).jpeg().toBuffer();
    for (const edgePx of [72, 200, 640]) {
      expect((await thumbnail(jpeg, edgePx, true)).data).toEqual((await thumbnail(jpeg, edgePx, false)).data);
    }
  });

  test.each([
    ["progressive", () => photograph(1, 96, 64).jpeg({ progressive: true })],
    ["grey", () => photograph(1, 96, 64).toColourspace("b-w").jpeg()],
    ["CMYK", () => photograph(1, 96, 64).toColourspace("cmyk").jpeg()],
    ["narrower than a block", () => photograph(1, 96, 7).jpeg()],
  ] as const)("is left to the library: %s", async (_, make) => {
    expect(decodeEighth(await make().toBuffer())).toBeUndefined();
  });

  test("is left to the library where the file is cut short anywhere, or continues after its picture's last MCU", async () => {
    const jpeg = buildSmallJpeg({ width: 40, height: 24, across: 2, down: 1, restartInterval: 2, dc: levelOf });
    for (let length = 0; length < jpeg.length; length++)
      expect(decodeEighth(jpeg.subarray(0, length)), `${length} bytes`).toBeUndefined();
    const longer = Uint8Array.from([...jpeg.subarray(0, -2), 0x12, ...jpeg.subarray(-2)]);
    expect(decodeEighth(longer)).toBeUndefined();
  });

  test("is a picture of the right size or none, whatever is damaged", () => {
    const jpeg = buildSmallJpeg({
      ...{ width: 400, height: 304, across: 2, down: 2, restartInterval: 40 },
      dc: levelOf,
      ac: randomBlocks(5),
    });
    const random = seededRandom(11);
    let pictures = 0;
    for (let round = 0; round < 1500; round++) {
      const damaged = jpeg.slice();
      const reach = round % 2 === 0 ? 700 : jpeg.length;
      for (let flips = 0; flips <= round % 3; flips++) damaged[Math.floor(random() * reach)] ^= 1 << (random() * 8);
      const picture = decodeEighth(damaged);
      if (picture === undefined) continue;
      pictures++;
      expect(picture.data.length).toBe(picture.width * picture.height * 3);
    }
    expect(pictures).toBeGreaterThan(100);
  });
});

/** Soft blobs of light and colour with grain. */
function photograph(seed: number, width: number, height: number) {
  const random = seededRandom(seed);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const light = Math.sin(x / 23) * Math.cos(y / 31);
        const color = Math.sin((x * (c + 2)) / 170) * Math.cos((y * (4 - c)) / 200);
        data[(y * width + x) * 3 + c] = 128 + 60 * light + 25 * color + 12 * (random() - 0.5);
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function thumbnail(jpeg: Uint8Array, minEdgePx: number, own: boolean): Promise<IntegerImage> {
  const memory = new PixelPool(0);
  const { jpegDc: _, ...run } = testContext().kernels;
  const decoded = await jpegCodec.decode(jpeg, {
    memory,
    maxPixels: 1e9,
    minEdgePx,
    kernels: own && jpegDc ? { ...run, jpegDc } : run,
    warn: () => {},
  });
  if (decoded.kind !== "image") throw new Error("expected a picture");
  return decoded.image;
}

/** Of luminance, in whole levels. */
function largestDifference(a: IntegerImage, b: IntegerImage): number {
  let largest = 0;
  for (let i = 0; i < a.data.length; i += 3) {
    const differences = luminanceWeights.map((weight, c) => weight * (a.data[i + c] - b.data[i + c]));
    largest = Math.max(largest, Math.abs(differences[0] + differences[1] + differences[2]));
  }
  return Math.round(largest);
}
