import { describe, expect, test } from "vitest";
import { cellSamples } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { u8, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

describe("deghost kernels, native and reference", () => {
  const sizes = [
    [1, 1, 1],
    [2, 2, 2],
    [37, 23, 3],
    [64, 41, 6],
    [130, 70, 64],
  ] as const;

  test.each(sizes)("deghostShrink agrees at %i × %i, factor %i", (width, height, factor) => {
    for (const bits of [8, 16] as const) {
      const source = randomSamples(width * height * 3, bits, 5);
      const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
      expectAgreement({
        name: "deghostShrink",
        rows,
        makeArgs: () => ({ source, target: u16(columns * rows * cellSamples), width, height, factor }),
        outputOf: ({ target }) => target,
        tolerance: 0,
      });
    }
  });

  test.each(sizes)("coarsenCells agrees at %i × %i, factor %i", (width, height, factor) => {
    const copy = randomSamples(width * height * cellSamples, 16, 6) as Uint16Array<SharedArrayBuffer>;
    const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
    for (const output of ["target", "spreads"] as const) {
      expectAgreement({
        name: "coarsenCells",
        rows,
        makeArgs: () => {
          const spreads = new Float32Array(new SharedArrayBuffer(columns * rows * 4));
          return { copy, target: u16(columns * rows * cellSamples), spreads, width, height, factor };
        },
        outputOf: (args) => args[output],
        tolerance: 0,
      });
    }
  });

  test.each(sizes)("greenCells agrees at %i × %i", (width, height) => {
    const copy = randomSamples(width * height * cellSamples, 16, 7) as Uint16Array<SharedArrayBuffer>;
    for (const output of ["target", "clipped"] as const) {
      expectAgreement({
        name: "greenCells",
        rows: height,
        makeArgs: () => ({
          ...{ copy, target: u16(width * height), clipped: u8(width * height) },
          ...{ width, height, clipAt: 50000.5 },
        }),
        outputOf: (args) => args[output],
        tolerance: 0,
      });
    }
  });

  test.each(sizes)("deghostBlend agrees at %i × %i, cells of %i", (width, height, factor) => {
    const [gridWidth, gridHeight] = [Math.floor(width / factor), Math.floor(height / factor)];
    const random = seededRandom(9);
    const share = u8(gridWidth * gridHeight).map(() => (random() < 0.5 ? 0 : Math.floor(random() * 256)));
    const shared = u8(share.length);
    shared.set(share);
    for (const [from, to] of [
      [8, 8],
      [8, 16],
      [16, 8],
      [16, 16],
    ] as const) {
      const source = randomSamples(width * height * 3, from, 6);
      const table = randomSamples(3 * 2 ** from, to, 7);
      for (const wrapX of [0, 1] as const) {
        expectAgreement({
          name: "deghostBlend",
          rows: height,
          makeArgs: () => ({
            source,
            target: randomSamples(width * height * 3, to, 8),
            table,
            whiteFrom: Math.round(0.9 * (2 ** from - 1)),
            share: shared,
            top: wrapX * 3,
            width,
            height,
            gridWidth,
            gridHeight,
            factor,
            wrapX,
          }),
          outputOf: ({ target }) => target,
          tolerance: 0,
        });
      }
    }
  });

  test.each([
    [1, 1],
    [2, 3],
    [61, 37],
  ])("deghostCompare agrees on %i × %i cells", (width, height) => {
    const cells = width * height;
    const random = seededRandom(3);
    const f32 = (values: number[]) => {
      const view = new Float32Array(new SharedArrayBuffer(values.length * 4));
      view.set(values);
      return view;
    };
    const dark = randomSamples(cells * cellSamples, 16, 1) as Uint16Array<SharedArrayBuffer>;
    // Half of the cells agree, or nearly so.
    const bright = u16(cells * cellSamples);
    for (let i = 0; i < bright.length; i++) {
      bright[i] = random() < 0.5 ? Math.min(65535, dark[i] * 2 + random() * 3000) : random() * 65536;
    }
    const up = f32(Array.from({ length: 4 * 1025 }, (_, i) => Math.min(1, (2 * (i % 1025)) / 1024)));
    const down = f32(Array.from({ length: 4 * 1025 }, (_, i) => (i % 1025) / 2048));
    const tolerances = f32(Array.from({ length: 64 }, (_, i) => 0.02 + i / 1000));
    const some = u8(cells);
    for (let i = 0; i < cells; i++) some[i] = random() < 0.5 ? 1 : 0;
    for (const [wrapX, forgiving, inside] of [
      [0, 0, undefined],
      [1, 1, undefined],
      [1, 0, some],
    ] as const) {
      expectAgreement({
        name: "deghostCompare",
        rows: height,
        makeArgs: () => ({
          dark,
          bright,
          up,
          down,
          tolerances,
          slack: 0.25,
          clippingSlack: 1,
          inside,
          target: u8(cells),
          width,
          height,
          wrapX,
          forgiving,
        }),
        outputOf: ({ target }) => target,
        tolerance: 0,
      });
    }
  });
});

describe("deghostBlend", () => {
  /** One pixel of a dark frame in a bright one, by a table that rises by `slope` levels a level. */
  const shownIn = (target: number, source: number, slope: number) => {
    const [pixel, from, table, share] = [u8(3), u8(3), u8(768), u8(1)];
    pixel.fill(target);
    from.fill(source);
    for (let i = 0; i < table.length; i++) table[i] = Math.min(255, slope * (i % 256));
    share.fill(255);
    const size = { width: 1, height: 1, gridWidth: 1, gridHeight: 1, factor: 1, wrapX: 0 } as const;
    const args = { source: from, target: pixel, table, whiteFrom: 254, share, ...size };
    kernelSet("reference").deghostBlend(args, 0, 1, new Int32Array(1));
    return pixel[0];
  };

  test("keeps a bright pixel that noise of the dark one explains", () => {
    expect(shownIn(90, 2, 40)).toBe(90);
    expect(shownIn(250, 2, 40)).toBe(154);
    expect(shownIn(0, 3, 40)).toBe(46);
  });

  test("shows the source alone on a flat table", () => {
    expect(shownIn(90, 50, 2)).toBe(100);
    expect(shownIn(200, 50, 2)).toBe(100);
  });
});
