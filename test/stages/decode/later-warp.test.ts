import { describe, expect, test } from "vitest";
import type { TruthScene } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, shootScene } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f64, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";
import { createEngine } from "../../../src/index.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { rectify } from "../../../src/stages/rectify/index.ts";
import { testContext } from "../../support/context.ts";
import { contrastAt } from "../../support/edge-contrast.ts";

const [width, height] = [208, 160];
const levels = { black: 512, white: 15_300 };
const barrel = [0.94, 0.05, -0.012, 0.003, 0, 0];
const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
const unit = Math.hypot(cx, cy);

type Light = (x: number, y: number) => readonly number[];

function gratings(x: number, y: number): readonly number[] {
  const wave = (dx: number, dy: number, period: number) => Math.sin((2 * Math.PI * (dx * x + dy * y)) / period);
  const [a, b, c] = [wave(0.8, 0.6, 11), wave(-0.28, 0.96, 13), wave(0.6, -0.8, 17)];
  return [0.4 + 0.15 * a + 0.08 * b, 0.38 + 0.14 * a + 0.1 * b, 0.36 + 0.13 * a + 0.08 * b + 0.04 * c];
}

function sceneOf(light: Light): TruthScene {
  const values = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) values.set(light(i % width, Math.floor(i / width)), i * 3);
  return { name: "warped", width, height, light: values };
}

/** What the lens made of the scene: the point that the warp brings back. */
function bent(x: number, y: number): readonly [number, number] {
  const [k0, k1, k2, k3] = barrel;
  let [u, v] = [x, y];
  for (let i = 0; i < 40; i++) {
    const r2 = ((u - cx) ** 2 + (v - cy) ** 2) / unit ** 2;
    const f = k0 + r2 * (k1 + r2 * (k2 + r2 * k3));
    [u, v] = [u + x - (cx + f * (u - cx)), v + y - (cy + f * (v - cy))];
  }
  return [u, v];
}

const warpOf = (terms: readonly number[] = barrel, center: readonly [number, number] = [0.5, 0.5]) =>
  opcode(1, [...u32(terms.length / 6), ...f64(...terms, ...center)]);

/** A linear DNG, or a mosaic, of a scene seen through the lens. */
function photograph(light: Light, more: Partial<DngFile> = {}, filter?: typeof bayerFilters.RGGB): DngFile {
  const file = shootScene(
    sceneOf((x, y) => light(...bent(x, y))),
    filter,
    levels,
  );
  return { ...file, opcodes: { list3: opcodeList(warpOf()) }, ...more };
}

const plain = { rawToneCurve: "linear", rawSharpening: "off" } as const;

async function develop(file: DngFile, leavesWarp: boolean) {
  const source = encodeDngFile(file);
  return decode({ source, maxPixels: 1e6, leavesWarp }, plain, testContext());
}

/** Developed and rectified, turned by `homography` where one is given. */
async function finish(file: DngFile, leavesWarp: boolean, homography?: Parameters<typeof rectify>[0]["homography"]) {
  const { image, development } = await develop(file, leavesWarp);
  return rectify({ image, correction: development?.laterWarp, homography }, {}, testContext());
}

const asPicture = ({ image }: Awaited<ReturnType<typeof finish>>) => ({ ...image, data: image.data as Uint16Array });

describe("a warp that a DNG asks for and that is left to the one resampling", () => {
  test.each([
    ["linear", undefined],
    ["Bayer", bayerFilters.RGGB],
  ] as const)("brings every point of a %s file back, as it does while developing", async (_, filter) => {
    const file = photograph(gratings, {}, filter as typeof bayerFilters.RGGB);
    const { development } = await develop(file, true);
    expect(development?.laterWarp).toMatchObject({ width, height, scale: 1 });
    expect(development?.opcodes).toEqual(["warpRectilinear"]);
    const [now, before] = [await finish(file, true), await finish(file, false)];
    const truth = sceneOf(gratings);
    expect(psnr(truth, asPicture(now))).toBeGreaterThan(psnr(truth, asPicture(before)) - 1);
    expect(psnr(truth, asPicture(now))).toBeGreaterThan(40);
  });

  test("fits the upright picture", async () => {
    const file = photograph(gratings, { orientation: 6 });
    const { development } = await develop(file, true);
    expect(development?.laterWarp).toMatchObject({ width: height, height: width });
    const [now, before] = [await finish(file, true), await finish(file, false)];
    const [a, b] = [now.image.data, before.image.data];
    let worst = 0;
    for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
    expect(worst).toBeLessThan(1500);
  });

  const vignette = opcode(3, f64(0.1, 0, 0, 0, 0, 0.5, 0.5));
  test.each<[string, Partial<DngFile>]>([
    ["is each colour's own", { opcodes: { list3: opcodeList(warpOf([...barrel, ...barrel, ...barrel])) } }],
    ["has a tangential part", { opcodes: { list3: opcodeList(warpOf([...barrel.slice(0, 4), 0.001, 0])) } }],
    ["has another centre", { opcodes: { list3: opcodeList(warpOf(barrel, [0.48, 0.5])) } }],
    ["is not the last change", { opcodes: { list3: opcodeList(warpOf(), vignette) } }],
    ["is one of two", { opcodes: { list3: opcodeList(warpOf(), warpOf()) } }],
    ["takes from outside", { opcodes: { list3: opcodeList(warpOf([1.02, 0, 0, 0, 0, 0])) } }],
    ["comes after a trim", { opcodes: { list3: opcodeList(opcode(6, u32(8, 8, height - 8, width - 8)), warpOf()) } }],
    ["is not about the crop's middle", { crop: { x: 0, y: 0, width: width - 12, height } }],
  ])("is done while developing where it %s", async (_, more) => {
    const file = photograph(gratings, more);
    const [left, done] = [await develop(file, true), await develop(file, false)];
    expect(left.development?.laterWarp).toBeUndefined();
    expect(left.image.data).toEqual(done.image.data);
  });

  test.each<[string, Partial<DngFile>]>([
    ["a vignette before it", { opcodes: { list3: opcodeList(vignette, warpOf()) } }],
    ["a crop about its middle", { crop: { x: 6, y: 4, width: width - 12, height: height - 8 } }],
    ["a trim after it", { opcodes: { list3: opcodeList(warpOf(), opcode(6, u32(4, 6, height - 4, width - 6))) } }],
  ])("is left with %s", async (_, more) => {
    const file = photograph(gratings, more);
    expect((await develop(file, true)).development?.laterWarp).toBeDefined();
    const [now, before] = [(await finish(file, true)).image, (await finish(file, false)).image];
    expect([now.width, now.height]).toEqual([before.width, before.height]);
    let worst = 0;
    for (let y = 8; y < now.height - 8; y++) {
      const row = (x: number) => (y * now.width + x) * 3;
      for (let i = row(8); i < row(now.width - 8); i++) worst = Math.max(worst, Math.abs(now.data[i] - before.data[i]));
    }
    expect(worst).toBeLessThan(1500);
  });

  test("leaves a slanted edge nearer to one drawn there, where the picture is turned too", async () => {
    const turn = 0.03;
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    const distance = (x: number, y: number) => (x - cx) * Math.cos(0.12) + (y - cy) * Math.sin(0.12);
    const edge: Light = (x, y) => {
      let light = 0;
      for (let k = 0; k < 64; k++) {
        if (distance(x + ((k % 8) + 0.5) / 8 - 0.5, y + ((k >> 3) + 0.5) / 8 - 0.5) > 0) light++;
      }
      return Array<number>(3).fill(0.15 + (0.5 * light) / 64);
    };
    // From the target's pixels to the corrected picture's, about its middle.
    const homography = [cos, -sin, cx - cos * cx + sin * cy, sin, cos, cy - sin * cx - cos * cy, 0, 0, 1] as const;
    const turned = (x: number, y: number) =>
      distance(cos * (x - cx) - sin * (y - cy) + cx, sin * (x - cx) + cos * (y - cy) + cy);
    const file = photograph(edge);
    const drawn = shootScene(
      sceneOf((x, y) => edge(cos * (x - cx) - sin * (y - cy) + cx, sin * (x - cx) + cos * (y - cy) + cy)),
      undefined,
      levels,
    );
    const [truth, once, twice] = [
      await finish(drawn, false),
      await finish(file, true, homography),
      await finish(file, false, homography),
    ].map(
      ({ image }) =>
        (cycles: number) =>
          contrastAt(image.data, { width, margin: 16 }, turned, cycles),
    );
    // Two resamplings lose what is fine, and overshoot twice at what is coarser; in between, at 0.35, the two errors
    // meet.
    for (const cycles of [0.2, 0.3, 0.4, 0.45]) {
      const off = (contrast: typeof truth) => Math.abs(Math.log(contrast(cycles) / truth(cycles)));
      expect(off(once)).toBeLessThan(off(twice));
    }
    expect(once(0.45)).toBeGreaterThan(1.15 * twice(0.45));
  });

  test("is left for a single picture, and done for frames of a bracket", async () => {
    const engine = createEngine({ workers: 1 });
    try {
      const source = (name: string) => ({ name, bytes: encodeDngFile(photograph(gratings)) });
      const developed = ({ report }: Awaited<ReturnType<typeof engine.enhance>>) =>
        (report.stages.decode as unknown as readonly { development?: { laterWarp?: object } }[]).map(
          ({ development }) => development?.laterWarp !== undefined,
        );
      const single = await engine.enhance([source("a.dng")], { format: "png" });
      expect(developed(single)).toEqual([true]);
      expect(single.report.stages.rectify).toMatchObject({ applied: true });
      expect(developed(await engine.enhance([source("a.dng"), source("b.dng")], { format: "png" }))).not.toContain(
        true,
      );
      expect(developed(await engine.develop(source("a.dng"), { format: "png" }))).toEqual([false]);
      expect(developed(await engine.merge([source("a.dng")], { format: "png" }))).toEqual([false]);
    } finally {
      await engine.close();
    }
  });
});
