import { describe, expect, test } from "vitest";
import { developOurs } from "../../../bench/raw/develop.ts";
import type { TruthScene } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, cameraLight, type Filter, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f64, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";

const [width, height] = [208, 160];

/** Soft gratings of several directions and colours, known between pixels too. */
function light(x: number, y: number): readonly [number, number, number] {
  const wave = (dx: number, dy: number, period: number) => Math.sin((2 * Math.PI * (dx * x + dy * y)) / period);
  const [a, b, c] = [wave(0.8, 0.6, 11), wave(-0.28, 0.96, 13), wave(0.6, -0.8, 17)];
  return [0.4 + 0.15 * a + 0.08 * b, 0.38 + 0.14 * a + 0.1 * b, 0.36 + 0.13 * a + 0.08 * b + 0.04 * c];
}

function sceneOf(at: (x: number, y: number) => readonly number[]): TruthScene {
  const values = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = at(i % width, Math.floor(i / width));
    values.set(light(x, y), i * 3);
  }
  return { name: "gratings", width, height, light: values };
}

const truth = sceneOf((x, y) => [x, y]);

type Terms = readonly [number, number, number, number, number, number];

const center = [0.48, 0.53] as const;

/** Position of the corrected picture's (x, y) in the file's (DNG specification 1.6, chapter 7, WarpRectilinear). */
function warp([k0, k1, k2, k3, t0, t1]: Terms, x: number, y: number): readonly [number, number] {
  const [cx, cy] = [center[0] * (width - 1), center[1] * (height - 1)];
  const m = Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy));
  const [dx, dy] = [(x - cx) / m, (y - cy) / m];
  const r2 = dx * dx + dy * dy;
  const f = k0 + k1 * r2 + k2 * r2 ** 2 + k3 * r2 ** 3;
  const [tx, ty] = [t0 * 2 * dx * dy + t1 * (r2 + 2 * dx * dx), t1 * 2 * dx * dy + t0 * (r2 + 2 * dy * dy)];
  return [cx + m * (f * dx + tx), cy + m * (f * dy + ty)];
}

/** What the lens made of the scene: the point that the warp will bring back, by fixed-point iteration. */
function unwarp(terms: Terms, x: number, y: number): readonly [number, number] {
  return undone((u, v) => warp(terms, u, v), x, y);
}

function undone(warped: (x: number, y: number) => readonly [number, number], x: number, y: number) {
  let [u, v] = [x, y];
  for (let i = 0; i < 40; i++) {
    const [wx, wy] = warped(u, v);
    [u, v] = [u + x - wx, v + y - wy];
  }
  return [u, v] as const;
}

/** Of a fisheye lens whose radii are as the angle, with a rest; the factor makes the middle of the picture as large. */
const fisheye: readonly number[] = [1.04, -0.03, 0.01, 0];

/** WarpFisheye of the same chapter. */
function flattened(x: number, y: number): readonly [number, number] {
  const [cx, cy] = [center[0] * (width - 1), center[1] * (height - 1)];
  const m = Math.hypot(Math.max(cx, width - 1 - cx), Math.max(cy, height - 1 - cy));
  const r = Math.hypot(x - cx, y - cy) / m;
  const angle = Math.atan(r);
  const f = fisheye.reduce((sum, k, i) => sum + k * angle ** (2 * i + 1), 0) / Math.max(r, 1e-9);
  return [cx + f * (x - cx), cy + f * (y - cy)];
}

/** The file of a lens that bends each colour by its own terms, which the file states. */
function bent(planes: readonly Terms[], filter: Filter | undefined): Uint8Array {
  const scenes = planes.map((terms) => sceneOf((x, y) => unwarp(terms, x, y)));
  const levels = { black: 512, white: 15_300 };
  const colorOf = (x: number, y: number, c: number) =>
    filter ? filter.colors[(y % filter.rows) * filter.columns + (x % filter.columns)] : c;
  const list3 = opcodeList(opcode(1, [...u32(planes.length), ...f64(...planes.flat(), ...center)]));
  return encodeDngFile({
    ...shootScene(truth, filter, levels),
    sample: (x, y, c) => {
      const color = colorOf(x, y, c);
      return Math.round(
        levels.black + cameraLight(scenes[color] ?? scenes[0], x, y, color) * (levels.white - levels.black),
      );
    },
    opcodes: { list3 },
  });
}

const barrel: Terms = [0.94, 0.07, -0.02, 0.005, 0, 0];
const skewed: Terms = [0.94, 0.07, -0.02, 0.005, 0.0012, -0.0008];
/** Red and blue lie a little further in and out. */
const fringed: readonly Terms[] = [[0.939, 0.07, -0.02, 0.005, 0, 0], barrel, [0.941, 0.0702, -0.02, 0.005, 0, 0]];

describe("a warp that a DNG asks for, against the scene that was photographed", () => {
  test.each<[string, readonly Terms[], Filter | undefined, number]>([
    ["barrel, Bayer", [barrel], bayerFilters.RGGB, 42],
    ["barrel and decentring, Bayer", [skewed], bayerFilters.RGGB, 42],
    ["each colour by its own, Bayer", fringed, bayerFilters.RGGB, 40],
    ["each colour by its own, X-Trans", fringed, xTransFilter, 40],
    ["each colour by its own, linear", fringed, undefined, 42],
  ])("brings every point back: %s", async (_, planes, filter, bar) => {
    const developed = await developOurs(bent(planes, filter));
    expect(psnr(truth, developed)).toBeGreaterThan(bar);
  });

  test("makes a rectilinear picture of a fisheye's", async () => {
    const levels = { black: 512, white: 15_300 };
    const file = shootScene(
      sceneOf((x, y) => undone(flattened, x, y)),
      bayerFilters.RGGB,
      levels,
    );
    const list3 = opcodeList(opcode(2, [...u32(1), ...f64(...fisheye, ...center)]));
    expect(psnr(truth, await developOurs(encodeDngFile({ ...file, opcodes: { list3 } })))).toBeGreaterThan(38);
    expect(psnr(truth, await developOurs(encodeDngFile(file)))).toBeLessThan(30);
  });

  test("would be seen, were it left out or turned round", async () => {
    const inverse: Terms = [1.06, -0.07, 0.02, -0.005, 0, 0];
    const straight: Terms = [1, 0, 0, 0, 0, 0];
    expect(psnr(truth, await developOurs(bent([barrel], bayerFilters.RGGB)))).toBeGreaterThan(38);
    const levels = { black: 512, white: 15_300 };
    for (const terms of [inverse, straight]) {
      const file = shootScene(
        sceneOf((x, y) => unwarp(barrel, x, y)),
        bayerFilters.RGGB,
        levels,
      );
      const list3 = opcodeList(opcode(1, [...u32(1), ...f64(...terms, ...center)]));
      expect(psnr(truth, await developOurs(encodeDngFile({ ...file, opcodes: { list3 } })))).toBeLessThan(30);
    }
  });
});
