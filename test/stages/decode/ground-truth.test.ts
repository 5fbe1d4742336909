import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Developed, developFacts, developLibRaw, developOurs } from "../../../bench/raw/develop.ts";
import { type TruthScene, truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, cameraLight, type Filter, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f64, gainMapOpcode, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";
import { withBorder } from "../../support/bordered-dng.ts";

/** Large enough for LibRaw's own tiles. */
const [width, height] = [528, 516];
const scenes = truthScenes(width, height);
const scene = scenes[2];
const odd = cutOdd(scene);
const { RGGB } = bayerFilters;

/** A scene as `bits` hold it: the darkest value 1/64 of the range, as cameras keep noise. */
function shot(filter: Filter | undefined, bits: DngFile["bits"], more: Partial<DngFile> = {}): DngFile {
  const white = 2 ** bits - 1;
  return { ...shootScene(scene, filter, { black: white >> 6, white }), bits, ...more };
}

/** A scene whose sensor sees more on all sides than the picture shows; `pattern` is that at the sensor's corner. */
function cropped(file: DngFile, x: number, y: number): DngFile {
  const { activeArea: _, ...rest } = withBorder(file, x, y, 9);
  return { ...rest, crop: { x, y, width, height } };
}

/** Eight bits with a table of squares, as cameras write them. */
function squares(filter: Filter): DngFile {
  const linear = shootScene(scene, filter, { black: 0, white: 65535 });
  return {
    ...linear,
    bits: 8,
    linearization: Array.from({ length: 256 }, (_, i) => Math.round((i / 255) ** 2 * 65535)),
    sample: (x, y, c) => Math.round(Math.sqrt(linear.sample(x, y, c) / 65535) * 255),
  };
}

/** Light falls off to the corners, and a gain map puts it right. */
function shaded(file: DngFile): DngFile {
  const black = file.black?.levels[0] ?? 0;
  const gain = (x: number, y: number) => 1 + 0.5 * (Math.abs(x / (width - 1) - 0.5) + Math.abs(y / (height - 1) - 0.5));
  const points = 65;
  const gains = Array.from({ length: points * points }, (_, i) =>
    gain(((i % points) / (points - 1)) * width - 0.5, (Math.floor(i / points) / (points - 1)) * height - 0.5),
  );
  return {
    ...file,
    sample: (x, y, c) => Math.round(black + (file.sample(x, y, c) - black) / gain(x, y)),
    opcodes: { list2: opcodeList(gainMapOpcode({ width, height, points, gains })) },
  };
}

/** Light falls off along the radius, and the file's terms put it right. */
function vignetted(file: DngFile, list: "list2" | "list3"): DngFile {
  const black = file.black?.levels[0] ?? 0;
  const [cx, cy] = [0.52 * (width - 1), 0.47 * (height - 1)];
  const corner = Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy));
  const gain = (x: number, y: number) => {
    const r2 = ((x - cx) ** 2 + (y - cy) ** 2) / corner ** 2;
    return 1 + 0.5 * r2 + 0.3 * r2 ** 2 - 0.1 * r2 ** 3;
  };
  return {
    ...file,
    sample: (x, y, c) => Math.round(black + (file.sample(x, y, c) - black) / gain(x, y)),
    opcodes: { [list]: opcodeList(opcode(3, f64(0.5, 0.3, -0.1, 0, 0, 0.52, 0.47))) },
  };
}

/** One site in 113 reads nothing, which never happens otherwise. */
function withDeadSites(file: DngFile): DngFile {
  const isDead = (x: number, y: number) => (x * 17 + y * 31) % 113 === 0;
  return {
    ...file,
    sample: (x, y, c) => (isDead(x, y) ? 0 : file.sample(x, y, c)),
    opcodes: { list1: opcodeList(opcode(4, u32(0, 0))) },
  };
}

/** Sites in a list, and a piece of a column, read anything. */
function withListedSites(file: DngFile): DngFile {
  const sites = Array.from({ length: 900 }, (_, i) => [5 + ((i * 37) % (width - 10)), 5 + ((i * 53) % (height - 10))]);
  const listed = new Set(sites.map(([x, y]) => y * width + x));
  const isBroken = (x: number, y: number) => listed.has(y * width + x) || (x === 200 && y >= 60 && y < 160);
  const points = sites.flatMap(([x, y]) => [y, x]);
  return {
    ...file,
    sample: (x, y, c) => (isBroken(x, y) ? ((x * 7919 + y * 104_729) % 16_000) + 300 : file.sample(x, y, c)),
    opcodes: { list1: opcodeList(opcode(5, u32(0, sites.length, 1, ...points, 60, 200, 160, 201))) },
  };
}

const files: readonly (readonly [string, () => DngFile])[] = [
  ["8 bits with a table", () => squares(RGGB)],
  ["8 bits without one", () => shot(RGGB, 8)],
  ["10 bits, packed", () => shot(RGGB, 10)],
  ["12 bits, packed", () => shot(RGGB, 12)],
  ["14 bits, packed", () => shot(RGGB, 14)],
  ["16 bits", () => shot(RGGB, 16)],
  ["12 bits in 16", () => ({ ...shot(RGGB, 12), bits: 16 })],
  ["lossless JPEG", () => shot(RGGB, 14, { coding: "lossless-jpeg" })],
  ["tiles of lossless JPEG", () => shot(RGGB, 14, { coding: "lossless-jpeg", tile: { width: 176, height: 128 } })],
  ["tiles, not compressed", () => shot(RGGB, 14, { tile: { width: 176, height: 128 } })],
  ["tiles that reach beyond the picture", () => shot(RGGB, 16, { tile: { width: 208, height: 160 } })],
  ["big-endian", () => shot(RGGB, 16, { bigEndian: true })],
  ["big-endian, 12 bits, packed", () => shot(RGGB, 12, { bigEndian: true })],
  ["big-endian, lossless JPEG", () => shot(RGGB, 14, { bigEndian: true, coding: "lossless-jpeg" })],
  ["linear, tiles", () => shot(undefined, 16, { tile: { width: 176, height: 128 } })],
  ["linear", () => shot(undefined, 16)],
  ["linear, lossless JPEG", () => shot(undefined, 14, { coding: "lossless-jpeg" })],
  ["a gain map", () => shaded(shot(RGGB, 14))],
  ["radial fall-off of a mosaic", () => vignetted(shot(RGGB, 14), "list2")],
  ["radial fall-off of a picture", () => vignetted(shot(RGGB, 14), "list3")],
  ["radial fall-off of X-Trans", () => vignetted(shot(xTransFilter, 14), "list2")],
  ["dead sites that read one value", () => withDeadSites(shot(RGGB, 14))],
  ["listed broken sites", () => withListedSites(shot(RGGB, 14))],
  ["listed broken sites, GBRG", () => withListedSites(shot(bayerFilters.GBRG, 14))],
  ["an active area within masked borders", () => withBorder(shot(RGGB, 14), 12, 6, 9)],
  ["a crop that begins at an odd place", () => cropped(shot(bayerFilters.BGGR, 14, { pattern: RGGB }), 7, 5)],
  ["the phase GRBG", () => shot(bayerFilters.GRBG, 14)],
  ["the phase GBRG", () => shot(bayerFilters.GBRG, 14)],
  ["the phase BGGR", () => shot(bayerFilters.BGGR, 14)],
  ["X-Trans", () => shot(xTransFilter, 14)],
];

/** What is reached through X-Trans filters, dB, less about half a decibel. */
const xTransBars: Readonly<Record<string, number>> = {
  living: 42.3,
  bedroom: 42.7,
  kitchen: 44.3,
  "zone plate": 43.2,
  "coloured zone plate": 34.7,
  "fine text": 33.6,
  "coloured text": 29.1,
  "colour edges": 32.5,
  fabric: 27.7,
};

describe("develop, against the scene that was photographed", () => {
  test.each(files)("comes within 38 dB from %s", async (_, build) => {
    expect(psnr(scene, await developOurs(encodeDngFile(build())))).toBeGreaterThan(38);
  });

  test.each<[string, Filter | undefined, Partial<DngFile>]>([
    ["plain", RGGB, {}],
    ["12 bits, packed", RGGB, { bits: 12 }],
    ["lossless JPEG", RGGB, { bits: 14, coding: "lossless-jpeg" }],
    ["the phase GRBG", bayerFilters.GRBG, {}],
    ["the phase GBRG", bayerFilters.GBRG, {}],
    ["the phase BGGR", bayerFilters.BGGR, {}],
    ["the phase GRBG, lossless JPEG", bayerFilters.GRBG, { bits: 14, coding: "lossless-jpeg" }],
    ["the phase BGGR, 12 bits, packed", bayerFilters.BGGR, { bits: 12 }],
    ["X-Trans", xTransFilter, {}],
    ["linear", undefined, {}],
  ])("comes within 38 dB from a frame of odd sides, %s", async (_, filter, more) => {
    const { bits = 16 } = more;
    const white = 2 ** bits - 1;
    const file = { ...shootScene(odd, filter, { black: white >> 6, white }), ...more };
    expect(psnr(odd, await developOurs(encodeDngFile(file)))).toBeGreaterThan(38);
  });

  test("comes within 38 dB from lossy JPEG of roots", async () => {
    const roots = Buffer.alloc(width * height * 3);
    for (let i = 0; i < roots.length; i++) {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      roots[i] = Math.round(255 * Math.sqrt(cameraLight(scene, x, y, i % 3)));
    }
    const picture = sharp(roots, { raw: { width, height, channels: 3 } });
    const lossyTile = await picture.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
    const list2 = opcodeList(...[0, 1, 2].map((plane) => squareOpcode(plane)));
    const { black: _, ...linear } = shot(undefined, 8);
    const file = encodeDngFile({ ...linear, white: 255, coding: { lossyTile }, opcodes: { list2 } });
    expect(psnr(scene, await developOurs(file))).toBeGreaterThan(38);
  });

  test.each(scenes)("takes at most one sound site of $name for stuck", async (one: TruthScene) => {
    for (const filter of [RGGB, xTransFilter]) {
      const file = encodeDngFile(shootScene(one, filter, { black: 512, white: 15300 }));
      expect((await developFacts(file, {})).development?.hotPixels).toBeLessThanOrEqual(1);
    }
  });

  test.each([
    ["Bayer", RGGB],
    ["X-Trans", xTransFilter],
  ])("puts sites that are stuck bright and dark right in %s data, and touches nothing else", async (_, filter) => {
    const sound = shot(filter, 14);
    // 48 of them, a third dark, none next to another.
    const stuck = new Map(
      Array.from({ length: 48 }, (_, i) => [
        (40 + Math.floor(i / 8) * 70) * width + 30 + (i % 8) * 60 + i,
        i % 3 === 0 ? 255 : 16_383,
      ]),
    );
    const broken = { ...sound, sample: (x: number, y: number) => stuck.get(y * width + x) ?? sound.sample(x, y, 0) };
    const [clean, mended, left] = await Promise.all([
      developFacts(encodeDngFile(sound), {}),
      developFacts(encodeDngFile(broken), {}),
      developFacts(encodeDngFile(broken), { rawHotPixels: "off" }),
    ]);
    expect(clean.development?.hotPixels).toBe(0);
    expect(mended.development?.hotPixels).toBeGreaterThan(stuck.size * 0.65);
    expect(mended.development?.hotPixels).toBeLessThanOrEqual(stuck.size);
    expect(left.development?.hotPixels).toBe(0);
    expect(psnr(scene, mended.image as Developed)).toBeGreaterThan(psnr(scene, left.image as Developed) + 2);
  });

  test.each(scenes)("beats AHD on $name", async (one: TruthScene) => {
    const file = encodeDngFile(shootScene(one, RGGB, { black: 512, white: 15300 }));
    expect(psnr(one, await developOurs(file))).toBeGreaterThan(psnr(one, developLibRaw(file)));
  });

  test.each(scenes)("beats Markesteijn on $name, and comes within its bar", async (one: TruthScene) => {
    const file = encodeDngFile(shootScene(one, xTransFilter, { black: 512, white: 15300 }));
    const ours = psnr(one, await developOurs(file));
    expect(ours).toBeGreaterThan(psnr(one, developLibRaw(file)));
    expect(ours).toBeGreaterThan(xTransBars[one.name]);
  });
});

/** A scene without its last column and row. */
function cutOdd({ name, light }: TruthScene): TruthScene {
  const rows = Array.from({ length: height - 1 }, (_, y) => light.subarray(y * width * 3, ((y + 1) * width - 1) * 3));
  const cut = new Float32Array((width - 1) * (height - 1) * 3);
  for (const [y, row] of rows.entries()) cut.set(row, y * row.length);
  return { name, width: width - 1, height: height - 1, light: cut };
}

/** MapPolynomial: the square of a plane's values. */
function squareOpcode(plane: number): Uint8Array {
  return opcode(8, [...u32(0, 0, height, width, plane, 1, 1, 1, 2), ...f64(0, 0, 1)]);
}
