import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const f32 = (...values: number[]) => f32Of(values);

const phases = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** A picture of three smooth waves, sampled through the colour filter. */
function mosaicOf(width: number, height: number, redX: number, redY: number) {
  const truth = u16(width * height * 3);
  const mosaic = u16(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        truth[(y * width + x) * 3 + c] = Math.round(20000 + 6000 * c + 9000 * Math.sin(x / 9 + y / 14));
      }
      const inRedRow = y % 2 === redY;
      const color = (x % 2 === redX) !== inRedRow ? 1 : inRedRow ? 0 : 2;
      mosaic[y * width + x] = truth[(y * width + x) * 3 + color];
    }
  }
  return { truth, mosaic };
}

describe("demosaicBayer", () => {
  test.each(phases)("gives a flat colour back exactly, red at (%i, %i)", (redX, redY) => {
    const [width, height] = [13, 9];
    const source = u16(width * height);
    for (let i = 0; i < source.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const inRedRow = y % 2 === redY;
      source[i] = (x % 2 === redX) !== inRedRow ? 1000 : inRedRow ? 600 : 300;
    }
    const target = u16(width * height * 3);
    const args = { source, target, black: f32(100, 100, 100), scale: f32(20, 10, 30), width, height, redX, redY };
    kernelSet("reference").demosaicBayer(args, 0, height, new Int32Array(1));
    for (let i = 0; i < target.length; i += 3) expect([...target.subarray(i, i + 3)]).toEqual([10000, 9000, 6000]);
  });

  test.each(phases)("follows smooth waves closely, red at (%i, %i)", (redX, redY) => {
    const [width, height] = [64, 48];
    const { truth, mosaic } = mosaicOf(width, height, redX, redY);
    const target = u16(width * height * 3);
    const args = { source: mosaic, target, black: f32(0, 0, 0), scale: f32(1, 1, 1), width, height, redX, redY };
    kernelSet("auto").demosaicBayer(args, 0, height, new Int32Array(1));
    let squares = 0;
    for (let i = 0; i < truth.length; i++) squares += (truth[i] - target[i]) ** 2;
    expect(Math.sqrt(squares / truth.length)).toBeLessThan(120);
  });

  test.each([
    [1, 1],
    [2, 3],
    [7, 5],
    [64, 33],
    [259, 40],
    [131, 105],
  ])("native agrees with the reference at %i × %i in all four phases", (width, height) => {
    for (const [redX, redY] of phases) {
      const source = randomSamples(width * height, 16, 11) as U16;
      expectAgreement({
        name: "demosaicBayer",
        rows: height,
        makeArgs: () => ({
          source,
          target: u16(width * height * 3),
          black: f32(500, 510, 520),
          scale: f32(0.9, 0.5, 1.1),
          width,
          height,
          redX,
          redY,
        }),
        outputOf: (args) => args.target,
        tolerance: 4,
      });
    }
  });
});
