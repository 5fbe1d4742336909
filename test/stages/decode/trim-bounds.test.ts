import { describe, expect, test } from "vitest";
import { developOurs } from "../../../bench/raw/develop.ts";
import { type TruthScene, truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f64, gainMapOpcode, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import type { Rect } from "../../../src/image/index.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { withBorder } from "../../support/bordered-dng.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [208, 160];
const [scene] = truthScenes(width, height);
const levels = { black: 512, white: 15_300 };
const plain = shootScene(scene, bayerFilters.RGGB, levels);
/** Odd in place and size, so that the filter's phase counts. */
const kept: Rect = { x: 23, y: 31, width: 151, height: 97 };

function trim({ x, y, width: w, height: h }: Rect): Uint8Array {
  return opcode(6, u32(y, x, y + h, x + w));
}

function cutScene({ x, y, width: w, height: h }: Rect): TruthScene {
  const light = new Float32Array(w * h * 3);
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * width + x) * 3;
    light.set(scene.light.subarray(from, from + w * 3), row * w * 3);
  }
  return { name: scene.name, width: w, height: h, light };
}

const develop = (file: DngFile) => developOurs(encodeDngFile(file));

async function cutOf(file: DngFile, { x, y, width: w, height: h }: Rect) {
  const whole = await develop(file);
  const data = new Uint16Array(w * h * 3);
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * whole.width + x) * 3;
    data.set(whole.data.subarray(from, from + w * 3), row * w * 3);
  }
  return { width: w, height: h, data };
}

/** Light that falls off by 1 + r² / 2 about the middle of what is kept. */
function vignetted(file: DngFile): DngFile {
  const [cx, cy] = [kept.x + (kept.width - 1) / 2, kept.y + (kept.height - 1) / 2];
  const corner2 = ((kept.width - 1) ** 2 + (kept.height - 1) ** 2) / 4;
  const gain = (x: number, y: number) => 1 + (0.5 * ((x - cx) ** 2 + (y - cy) ** 2)) / corner2;
  return { ...file, sample: (x, y, c) => Math.round(512 + (file.sample(x, y, c) - 512) / gain(x, y)) };
}

describe("the opcode TrimBounds", () => {
  test.each<["list1" | "list2" | "list3", DngFile]>([
    ["list1", plain],
    ["list2", plain],
    ["list3", plain],
    ["list3", shootScene(scene, xTransFilter, levels)],
    ["list3", shootScene(scene, undefined, levels)],
  ])("of %s leaves the pixels of its rectangle as they are", async (list, file) => {
    const trimmed = { ...file, opcodes: { [list]: opcodeList(trim(kept)) } };
    expect(await develop(trimmed)).toEqual(await cutOf(file, kept));
    expect(await rawCodec.probe(encodeDngFile(trimmed))).toMatchObject({ width: kept.width, height: kept.height });
  });

  test.each([
    ["list1", { ...kept, x: kept.x + 12, y: kept.y + 6 }],
    ["list2", kept],
    ["list3", kept],
  ] as const)("counts in %s from the corner that the list counts from", async (list, rect) => {
    const trimmed = { ...withBorder(plain, 12, 6, 500), opcodes: { [list]: opcodeList(trim(rect)) } };
    expect(psnr(cutScene(kept), await develop(trimmed))).toBeGreaterThan(36);
  });

  test("turns with the picture", async () => {
    const opcodes = { list3: opcodeList(trim(kept)) };
    const upright = await develop({ ...plain, opcodes });
    const turned = await develop({ ...plain, orientation: 6, opcodes });
    expect([turned.width, turned.height]).toEqual([kept.height, kept.width]);
    const topRight = (kept.height - 1) * 3;
    expect(turned.data.subarray(topRight, topRight + 3)).toEqual(upright.data.subarray(0, 3));
  });

  const inner: Rect = { x: 10, y: 7, width: 100, height: 60 };
  test.each<[string, Rect, Rect]>([
    ["in the active area", { ...inner, x: kept.x + 40, y: kept.y + 30 }, { ...inner, x: kept.x + 40, y: kept.y + 30 }],
    [
      "in what is left",
      { ...inner, width: 140, height: 85 },
      { x: kept.x + 10, y: kept.y + 7, width: 140, height: 85 },
    ],
    ["larger than what is left", { x: 4, y: 4, width: width - 8, height: height - 8 }, kept],
  ])("goes before a default crop %s", async (_, crop, rect) => {
    const trimmed = await develop({ ...plain, crop, opcodes: { list3: opcodeList(trim(kept)) } });
    expect(trimmed).toEqual(await cutOf(plain, rect));
  });

  test("moves the places of what comes after it", async () => {
    const inKept: Rect = { x: 5, y: 9, width: 60, height: 40 };
    const twice = { list2: opcodeList(trim(kept)), list3: opcodeList(trim(inKept)) };
    const rect = { ...inKept, x: kept.x + inKept.x, y: kept.y + inKept.y };
    expect(await develop({ ...plain, opcodes: twice })).toEqual(await cutOf(plain, rect));
  });

  test.each<["list2" | "list3"]>([["list2"], ["list3"]])("moves the centre of a later vignette in %s", async (list) => {
    const falloff = opcode(3, f64(0.5, 0, 0, 0, 0, 0.5, 0.5));
    const file = vignetted(plain);
    const truth = cutScene(kept);
    const whole = psnr(truth, await develop({ ...plain, opcodes: { [list]: opcodeList(trim(kept)) } }));
    const after = await develop({ ...file, opcodes: { [list]: opcodeList(trim(kept), falloff) } });
    expect(psnr(truth, after)).toBeGreaterThan(whole - 1);
    const before = await develop({ ...file, opcodes: { [list]: opcodeList(falloff, trim(kept)) } });
    expect(psnr(truth, before)).toBeLessThan(whole - 1);
  });

  test("moves a later gain map", async () => {
    const gains = [1, 2, 1, 2, 3, 2, 1, 2, 1];
    const map = gainMapOpcode({ width: kept.width, height: kept.height, points: 3, gains });
    const small = { ...plain, width: kept.width, height: kept.height };
    // The same filter phase, or the demosaic differs.
    const even: Rect = { ...kept, x: 24, y: 30 };
    const own = await develop({
      ...small,
      sample: (x, y, c) => plain.sample(x + even.x, y + even.y, c),
      opcodes: { list2: opcodeList(map) },
    });
    const trimmed = await develop({ ...plain, opcodes: { list2: opcodeList(trim(even), map) } });
    const margin = 8;
    let worst = 0;
    for (let y = margin; y < kept.height - margin; y++) {
      for (let i = margin * 3; i < (kept.width - margin) * 3; i++) {
        worst = Math.max(worst, Math.abs(own.data[y * kept.width * 3 + i] - trimmed.data[y * kept.width * 3 + i]));
      }
    }
    expect(worst).toBeLessThan(64);
  });

  test.each([1, 2] as const)("keeps what was trimmed out of a later warp, %i", async (id) => {
    const even: Rect = { ...kept, x: 24, y: 30 };
    const terms = id === 1 ? f64(1.02, 0.05, 0, 0, 0.002, 0) : f64(1.1, 0.02, 0, 0);
    const warp = opcode(id, [...u32(1), ...terms, ...f64(0.45, 0.55)]);
    const inside = (x: number, y: number) =>
      x >= even.x && y >= even.y && x < even.x + even.width && y < even.y + even.height;
    const linear = shootScene(scene, undefined, levels);
    const small = { ...linear, width: even.width, height: even.height };
    const own = await develop({
      ...small,
      sample: (x, y, c) => linear.sample(x + even.x, y + even.y, c),
      opcodes: { list3: opcodeList(warp) },
    });
    const trimmed = await develop({
      ...linear,
      sample: (x, y, c) => (inside(x, y) ? linear.sample(x, y, c) : 15_300),
      opcodes: { list3: opcodeList(trim(even), warp) },
    });
    expect(trimmed).toEqual(own);
  });

  test.each([
    ["empty", u32(40, 50, 40, 90)],
    ["larger than the picture", u32(0, 0, height + 1, width)],
    ["upside down", u32(90, 50, 40, 90)],
    ["too short", u32(0, 0, 90)],
  ])("is left out with a warning where it is %s", async (_, values) => {
    const context = testContext();
    const source = encodeDngFile({ ...plain, opcodes: { list3: opcodeList(opcode(6, values)) } });
    const { image, development } = await decode({ source, maxPixels: 1e6 }, {}, context);
    expect([image.width, image.height]).toEqual([width, height]);
    expect(development?.opcodes).toEqual([]);
    expect(context.warnings).toEqual([{ code: "decode/opcodes-skipped", message: expect.stringContaining("6") }]);
  });
});
