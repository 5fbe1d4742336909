import { describe, expect, test } from "vitest";
import { encodeSrgb, type IntegerImage, identityHomography } from "../../../src/image/index.ts";
import { type SceneMap, sceneClasses } from "../../../src/ops/index.ts";
import { flash } from "../../../src/stages/flash/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";

const [width, height] = [240, 160];

type Rgb = readonly [number, number, number];

/** Paints of a room's parts as linear reflectance: wall, cabinet, floor, sofa. */
const paints: readonly Rgb[] = [
  [0.62, 0.58, 0.5],
  [0.8, 0.8, 0.79],
  [0.35, 0.22, 0.13],
  [0.2, 0.3, 0.42],
];

const isWindow = (x: number, y: number) => x >= 100 && x < 140 && y >= 20 && y < 70;

function paintAt(x: number, y: number): Rgb {
  if (y >= 125) return paints[2];
  if (x >= 170 && y >= 70) return paints[3];
  return paints[x < 80 && y >= 60 ? 1 : 0];
}

/** Each place of the room in linear light. */
function picture(lightAt: (x: number, y: number) => Rgb, seed = 1): IntegerImage {
  const random = seededRandom(seed);
  const data = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = lightAt(x, y);
      for (let c = 0; c < 3; c++) {
        const noisy = Math.max(0, light[c] + 0.003 * (random() + random() - 1));
        data[3 * (y * width + x) + c] = Math.round(65535 * Math.min(1, encodeSrgb(noisy)));
      }
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const view: Rgb = [0.3, 0.55, 0.25];

/** Warm lamps on the left, blue daylight on the right, a green view behind the window. */
const ambient = () =>
  picture((x, y) => {
    if (isWindow(x, y)) return view;
    const [paint, t] = [paintAt(x, y), x / width];
    const level = 0.75 - 0.25 * (y / height);
    const cast: Rgb = [1.25 - 0.45 * t, 1, 0.6 + 0.65 * t];
    return [paint[0] * cast[0] * level, paint[1] * cast[1] * level, paint[2] * cast[2] * level];
  });

/** A neutral flash at a place, with a hot spot next to it and a hard shadow of a lamp stand. */
const flashed = (at: number, power = 1) =>
  picture((x, y) => {
    if (isWindow(x, y)) return [view[0] / 8, view[1] / 8, view[2] / 8];
    const paint = paintAt(x, y);
    const isHot = Math.hypot(x - at, y - 100) < 9;
    const isShadow = Math.abs(x - at - 40) < 6 && y > 80;
    const level = power * (isShadow ? 0.15 : 1) * (0.95 - (0.3 * Math.abs(x - at)) / width);
    return isHot ? [1.2, 1.2, 1.2] : [paint[0] * level, paint[1] * level, paint[2] * level];
  }, at);

/** The same picture with other light in its window. */
function replaced(image: IntegerImage, lightAt: (x: number, y: number) => Rgb): IntegerImage {
  const other = picture((x, y) => (isWindow(x, y) ? lightAt(x, y) : [0, 0, 0]));
  const data = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / (3 * width))];
    data[i] = isWindow(x, y) ? other.data[i] : image.data[i];
  }
  return { ...image, data };
}

/** Cells of 4 pixels; the window is known. */
function sceneMap(): SceneMap {
  const [w, h] = [width / 4, height / 4];
  const planes = Object.fromEntries(sceneClasses.map((name) => [name, new Float32Array(w * h)]));
  for (let i = 0; i < w * h; i++)
    planes[isWindow(4 * (i % w) + 2, 4 * Math.floor(i / w) + 2) ? "window" : "wall"][i] = 1;
  return { width: w, height: h, factor: 4, planes, paint: new Float32Array(w * h) } as unknown as SceneMap;
}

const blend = (frames: readonly IntegerImage[], options = {}, image = ambient()) =>
  flash(
    { image, flash: frames, motions: frames.map(() => identityHomography), scene: sceneMap() },
    options,
    testContext(),
  );

/** Mean display values, 0 to 1, around a place. */
function meanAt({ data }: IntegerImage, x: number, y: number, reach = 4): Rgb {
  const sum = [0, 0, 0];
  for (let v = y - reach; v <= y + reach; v++)
    for (let u = x - reach; u <= x + reach; u++) for (let c = 0; c < 3; c++) sum[c] += data[3 * (v * width + u) + c];
  const per = 1 / (65535 * (2 * reach + 1) ** 2);
  return [sum[0] * per, sum[1] * per, sum[2] * per];
}

/** a* and b* of CIELAB (D65) at lightness 70, so that colours of other brightness compare. */
function chromaOf([r, g, b]: Rgb): [number, number] {
  const linear = [r, g, b].map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  const [x, y, z] = [
    0.4124 * linear[0] + 0.3576 * linear[1] + 0.1805 * linear[2],
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2],
    0.0193 * linear[0] + 0.1192 * linear[1] + 0.9505 * linear[2],
  ];
  const scale = 0.4072 / y;
  const root = (t: number) => Math.cbrt(t * scale);
  return [500 * (root(x / 0.9505) - root(y)), 200 * (root(y) - root(z / 1.089))];
}

function chromaError(shown: Rgb, paint: Rgb): number {
  const [a, b] = [chromaOf(shown), chromaOf(paint.map(encodeSrgb) as unknown as Rgb)];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

const places: readonly [string, number, number, Rgb][] = [
  ["the wall by the lamps", 20, 30, paints[0]],
  ["the wall by daylight", 215, 30, paints[0]],
  ["the cabinet", 40, 90, paints[1]],
  ["the floor", 30, 145, paints[2]],
  ["the floor by daylight", 210, 145, paints[2]],
  ["the sofa", 210, 95, paints[3]],
];

describe("flash", () => {
  test.each([
    ["left and right", [60, 190], 1],
    ["in the middle", [120], 1],
    ["weak", [60, 190], 0.5],
    ["from three places", [50, 120, 200], 0.8],
  ] as const)("shows paint in its own colour by a flash %s", async (_, positions, power) => {
    const result = await blend(positions.map((at) => flashed(at, power)));
    expect(result.applied).toBe(true);
    for (const [, x, y, paint] of places) {
      if (positions.some((at) => Math.abs(at - x) < 15)) continue;
      expect(chromaError(meanAt(result.image, x, y), paint)).toBeLessThan(3);
    }
    // The same wall has one colour on both sides.
    const [left, right] = [chromaOf(meanAt(result.image, 20, 30)), chromaOf(meanAt(result.image, 215, 30))];
    expect(Math.hypot(left[0] - right[0], left[1] - right[1])).toBeLessThan(3);
  });

  test("leaves the view behind a window as the ambient light shows it", async () => {
    const before = ambient();
    const { image } = await blend([flashed(60), flashed(190)], {}, before);
    const [a, b] = [meanAt(before, 120, 45), meanAt(image, 120, 45)];
    for (let c = 0; c < 3; c++) expect(Math.abs(a[c] - b[c])).toBeLessThan(0.004);
  });

  test("says where the picture has the colours of surfaces: on walls, and not in windows", async () => {
    const { known } = await blend([flashed(60), flashed(190)]);
    const at = (x: number, y: number) =>
      known?.shares[Math.floor(y / known.factor) * known.width + Math.floor(x / known.factor)];
    expect(at(20, 30)).toBeGreaterThan(0.9);
    expect(at(215, 30)).toBeGreaterThan(0.9);
    expect(at(120, 45)).toBe(0);
    expect((await blend([], {})).known).toBeUndefined();
  });

  test("shows no hot spot and no hard shadow of the flash", async () => {
    const { image } = await blend([flashed(60), flashed(190)]);
    for (const [x, y] of [
      [60, 100],
      [100, 100],
      [190, 100],
      [230, 100],
    ]) {
      const [here, beside] = [meanAt(image, x, y, 2), meanAt(image, x, y - 22, 2)];
      const [before, besideBefore] = [meanAt(ambient(), x, y, 2), meanAt(ambient(), x, y - 22, 2)];
      expect(Math.abs(here[1] / beside[1] - before[1] / besideBefore[1])).toBeLessThan(0.03);
    }
  });

  describe("a window that the ambient light clips", () => {
    /** Stripes of a bright view, linear light. */
    const bright = (x: number): Rgb => (x % 12 < 6 ? [1.6, 2.2, 3] : [2.6, 3.4, 2.2]);
    const clippedAmbient = () => replaced(ambient(), (x) => bright(x));
    /** Held at three stops less; with a mirror image of the flash at a place. */
    const holding = (at: number, spot: number) =>
      replaced(flashed(at), (x, y) =>
        Math.hypot(x - spot, y - 45) < 4 ? [1, 1, 1] : (bright(x).map((value) => value / 8) as unknown as Rgb),
      );

    test("is shown as a flash frame holds it, without the flash's mirror image", async () => {
      const before = clippedAmbient();
      const { image, windowShare } = await blend([holding(215, 110), holding(190, 130)], {}, before);
      expect(windowShare).toBeGreaterThan(0.02);
      const stripes = (from: IntegerImage, x: number) => meanAt(from, x, 60, 1);
      expect(stripes(before, 117)[1]).toBe(1);
      // Blue and green stripes have their own colours again.
      const [blue, green] = [stripes(image, 111), stripes(image, 117)];
      expect(blue[2] - blue[0]).toBeGreaterThan(0.15);
      expect(green[1] - green[2]).toBeGreaterThan(0.08);
      for (const [spot, beside] of [
        [111, 123],
        [129, 117],
      ]) {
        const [there, like] = [meanAt(image, spot, 45, 1), meanAt(image, beside, 60, 1)];
        expect(Math.max(...there.map((value, c) => value - like[c]))).toBeLessThan(0.12);
      }
    });

    test("stays as it is with color, and where no frame holds it", async () => {
      const before = clippedAmbient();
      const coloured = await blend([holding(215, 110)], { flash: "color" }, before);
      expect(meanAt(coloured.image, 120, 45)).toEqual(meanAt(before, 120, 45));
      const lost = replaced(flashed(60), (x) => bright(x));
      expect((await blend([lost], {}, before)).windowShare).toBe(0);
    });
  });

  test("gives the picture back when it is judged to have a fault", async () => {
    const image = ambient();
    const judged: IntegerImage[] = [];
    const judge = async (picture: IntegerImage) => {
      judged.push(picture);
      return "it is too blue";
    };
    const input = { image, flash: [flashed(60)], motions: [identityHomography], scene: sceneMap(), judge };
    const result = await flash(input, {}, testContext());
    expect(judged).toHaveLength(1);
    expect(result.image).toBe(image);
    expect(result).toMatchObject({ applied: false, reason: "with the flash frames it is too blue" });
  });

  test("takes off the ambient light that a flash frame holds", async () => {
    const before = ambient();
    const weak = (share: number) =>
      picture((x, y) => {
        if (isWindow(x, y)) return [view[0] * share, view[1] * share, view[2] * share];
        const [paint, t, level] = [paintAt(x, y), x / width, 0.75 - 0.25 * (y / height)];
        const cast = [1.25 - 0.45 * t, 1, 0.6 + 0.65 * t];
        return paint.map((value, c) => value * (0.5 + share * level * cast[c])) as unknown as Rgb;
      });
    const input = { image: before, flash: [weak(0.5)], motions: [identityHomography], scene: sceneMap() };
    const errors = async (flashEvs: readonly number[]) => {
      const { image } = await flash({ ...input, flashEvs }, {}, testContext());
      return places.map(([, x, y, paint]) => chromaError(meanAt(image, x, y), paint));
    };
    const [known, unknown] = [await errors([-1]), await errors([])];
    expect(Math.max(...known)).toBeLessThan(3);
    expect(Math.max(...known)).toBeLessThan(0.7 * Math.max(...unknown));
  });

  test("lifts what is dark with blend and nothing with color", async () => {
    const dim = picture((x, y) => {
      if (isWindow(x, y)) return view;
      const level = x > 165 ? 0.04 : 0.8;
      return paintAt(x, y).map((value) => value * level) as unknown as Rgb;
    });
    const lit = [flashed(60), flashed(120)];
    const [blended, coloured] = [await blend(lit, {}, dim), await blend(lit, { flash: "color" }, dim)];
    const brightness = (image: IntegerImage, x: number) => meanAt(image, x, 30)[1];
    expect(brightness(blended.image, 215)).toBeGreaterThan(1.15 * brightness(dim, 215));
    expect(brightness(blended.image, 40)).toBeLessThan(1.03 * brightness(dim, 40));
    expect(brightness(coloured.image, 215)).toBeLessThan(1.05 * brightness(dim, 215));
    expect(coloured.filledShare).toBe(0);
  });

  test.each([
    ["off", "off", [flashed(60)], "off"],
    ["a flash that lit nothing", "blend", [picture(() => [0.001, 0.001, 0.001])], "too little"],
    ["no flash frame", "blend", [], "no flash frames"],
  ] as const)("leaves the picture as it is with %s, and says why", async (_, mode, frames, reason) => {
    const image = ambient();
    const result = await blend(frames, { flash: mode }, image);
    expect(result.image).toBe(image);
    expect(result).toMatchObject({ applied: false, reason: expect.stringContaining(reason) });
  });

  test("does not believe frames of another room", async () => {
    const random = seededRandom(7);
    const patches = Array.from({ length: 600 }, () => [random(), random(), random()].map((v) => 0.1 + 0.6 * v));
    const other = picture((x, y) => patches[30 * Math.floor(y / 8) + Math.floor(x / 8)] as unknown as Rgb);
    expect((await blend([other])).applied).toBe(false);
  });

  test("writes to none of its pictures and gives the same bytes twice", async () => {
    const [image, frames] = [ambient(), [flashed(60)]];
    const [copy, frameCopy] = [image.data.slice(), frames[0].data.slice()];
    const first = await blend(frames, {}, image);
    expect(image.data).toEqual(copy);
    expect(frames[0].data).toEqual(frameCopy);
    expect((await blend(frames, {}, image)).image.data).toEqual(first.image.data);
  });
});
