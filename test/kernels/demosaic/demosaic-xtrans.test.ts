import { describe, expect, test } from "vitest";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import type { U8, U16 } from "../../../src/image/index.ts";
import { xtransFilters } from "../../../src/stages/decode/xtrans-filters.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const f32 = (...values: number[]) => f32Of(values);

/** The X-Trans cell, beginning `shift` columns and rows later. */
function cell(shift: number): U8 {
  const colors = new Uint8Array(new SharedArrayBuffer(36));
  for (let i = 0; i < 36; i++) colors[i] = xTransCell[((Math.floor(i / 6) + shift) % 6) * 6 + ((i + shift) % 6)];
  return colors;
}

describe("demosaicXtrans", () => {
  test.each([0, 1, 2, 3])("gives a flat colour back exactly, the cell shifted by %i", (shift) => {
    const [width, height] = [20, 14];
    const pattern = cell(shift);
    const source = u16(width * height);
    for (let i = 0; i < source.length; i++) {
      source[i] = [600, 1000, 300][pattern[(Math.floor(i / width) % 6) * 6 + ((i % width) % 6)]];
    }
    const target = u16(width * height * 3);
    const filters = f32(...xtransFilters(pattern));
    const args = { source, target, pattern, filters, black: f32(100, 100, 100), scale: f32(20, 10, 30), width, height };
    kernelSet("auto").demosaicXtrans(args, 0, height, new Int32Array(1));
    for (let i = 0; i < target.length; i += 3) {
      for (const [c, expected] of [10000, 9000, 6000].entries()) {
        expect(Math.abs(target[i + c] - expected)).toBeLessThanOrEqual(1);
      }
    }
  });

  test.each([
    [1, 1],
    [5, 3],
    [7, 11],
    [64, 33],
    [259, 20],
    [31, 105],
  ])("native agrees with the reference at %i × %i", (width, height) => {
    for (const shift of [0, 4]) {
      const source = randomSamples(width * height, 16, 13) as U16;
      expectAgreement({
        name: "demosaicXtrans",
        rows: height,
        makeArgs: () => ({
          source,
          target: u16(width * height * 3),
          pattern: cell(shift),
          filters: f32(...xtransFilters(cell(shift))),
          black: f32(500, 510, 520),
          scale: f32(0.9, 0.5, 1.1),
          width,
          height,
        }),
        outputOf: (args) => args.target,
        tolerance: 4,
      });
    }
  });
});
