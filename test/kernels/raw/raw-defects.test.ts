import { describe, expect, test } from "vitest";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import { type CfaPattern, PixelPool, type U16 } from "../../../src/image/index.ts";
import { defectTables } from "../../../src/stages/decode/defects.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const memory = new PixelPool(0);
const bayer: CfaPattern = { width: 2, height: 2, colors: [0, 1, 1, 2] };
const xTrans: CfaPattern = { width: 6, height: 6, colors: xTransCell as CfaPattern["colors"] };

function argsOf(source: U16, pattern: CfaPattern | undefined, width: number, height: number) {
  return {
    source,
    found: memory.f32(height * 8).fill(0),
    ...defectTables(pattern, memory),
    width: pattern ? width : width * 3,
    height,
    slots: 8,
    black: 500,
    white: 60_000,
    floor: 40,
    share: 8192,
    noiseScale: 0.1,
    noiseOffset: 4,
  };
}

/** An even surface with a little grain. */
function surface(width: number, height: number, samples: number, grain = 20): U16 {
  const noise = randomSamples(width * height * samples, 16, 7);
  const source: U16 = new Uint16Array(new SharedArrayBuffer(noise.length * 2));
  for (let i = 0; i < source.length; i++) source[i] = 9000 + Math.round((noise[i] / 65535) * grain);
  return source;
}

function findsOf(source: U16, pattern: CfaPattern | undefined, width: number, height: number): number[][] {
  const args = argsOf(source, pattern, width, height);
  kernelSet("reference").rawDefects(args, 0, height, new Int32Array(1));
  const finds: number[][] = [];
  for (let y = 0; y < height; y++) {
    for (let i = 1; i <= args.found[y * 8]; i++) finds.push([args.found[y * 8 + i], y]);
  }
  return finds;
}

const [width, height] = [48, 40];

describe("rawDefects", () => {
  const singles = [
    [12, 12, 60_000],
    [27, 13, 30_000],
    [14, 26, 500],
  ];
  const pair = [
    [31, 27, 14_000],
    [32, 27, 40_000],
  ];
  test.each([
    ["Bayer", bayer, [...singles, ...pair]],
    ["X-Trans", xTrans, singles],
  ])("finds stuck bright and dark sites in %s data", (_, pattern, sites) => {
    const source = surface(width, height, 1);
    for (const [x, y, value] of sites) source[y * width + x] = value;
    expect(findsOf(source, pattern, width, height)).toEqual(sites.map(([x, y]) => [x, y]));
  });

  test("finds a stuck sample of full-colour data", () => {
    const source = surface(width, height, 3);
    source[(20 * width + 20) * 3 + 1] = 30_000;
    expect(findsOf(source, undefined, width, height)).toEqual([[61, 20]]);
  });

  test.each([
    ["Bayer", bayer],
    ["X-Trans", xTrans],
    ["full-colour", undefined],
  ])("leaves points of light and dark specks alone that a lens has drawn, in %s data", (_, pattern) => {
    const samples = pattern ? 1 : 3;
    for (const [tint, seed] of [
      [[1, 1, 1], 0],
      [[1, 0.15, 0.03], 1],
      [[0.1, 1, 0.15], 2],
      [[0.03, 0.2, 1], 3],
      [[-0.2, -0.2, -0.2], 4],
    ] as const) {
      const source = surface(width, height, samples);
      for (let spot = 0; spot < 12; spot++) {
        const [cx, cy] = [
          12 + (spot % 4) * 7 + ((spot * 7 + seed) % 10) / 10,
          12 + Math.floor(spot / 4) * 8 + spot / 12,
        ];
        for (let i = 0; i < source.length; i++) {
          const [x, y] = [Math.floor(i / samples) % width, Math.floor(i / samples / width)];
          const color = pattern ? pattern.colors[(y % pattern.height) * pattern.width + (x % pattern.width)] : i % 3;
          // A lens' blur of half a pixel, over the square of a photosite.
          const light = 40_000 * tint[color] * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 0.58 ** 2));
          source[i] = Math.min(60_000, Math.max(500, source[i] + light));
        }
      }
      expect(findsOf(source, pattern, width, height)).toEqual([]);
    }
  });

  test("finds nothing in strong noise that is stated", () => {
    const source = surface(width, height, 1, 4000);
    const args = { ...argsOf(source, bayer, width, height), noiseOffset: 1200 ** 2 };
    kernelSet("reference").rawDefects(args, 0, height, new Int32Array(1));
    expect(args.found.some((value) => value > 0)).toBe(false);
  });

  test.each([
    ["Bayer", bayer, 1, 1],
    ["Bayer", bayer, 131, 21],
    ["X-Trans", xTrans, 19, 19],
    ["X-Trans", xTrans, 150, 40],
    ["full-colour", undefined, 70, 11],
  ] as const)("native agrees with the reference on %s data", (_, pattern, w, h) => {
    const source = surface(w, h, pattern ? 1 : 3, 60);
    const where = randomSamples(w * h, 16, 3);
    for (let i = 0; i < source.length; i += 37) source[i] = where[i % where.length];
    expectAgreement({
      name: "rawDefects",
      rows: h,
      makeArgs: () => argsOf(source, pattern, w, h),
      outputOf: (args) => args.found,
      tolerance: 0,
    });
  });
});
