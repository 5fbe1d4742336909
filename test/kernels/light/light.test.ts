import { describe, expect, test } from "vitest";
import { lightTables } from "../../../src/stages/merge/camera-curve.ts";
import { srgbCurve } from "../../support/camera-curves.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32, f32Of, samples, u8, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { readLight } from "../../support/reference/light/read-light.ts";

const tables = lightTables(srgbCurve, { f32: (length: number) => f32(length) });
const { logLight, trust, display } = tables;
const sizes = [
  [1, 1],
  [3, 17],
  [29, 8],
  [64, 33],
  [300, 5],
] as const;
const goOn = new Int32Array(new SharedArrayBuffer(4));

describe("the kernels of scene light agree with their references", () => {
  test.each(sizes.flatMap(([width, height]) => [1, 4].map((factor) => [width, height, factor] as const)))(
    "lightCells at %i × %i over blocks of %i",
    (width, height, factor) => {
      const [columns, rows] = [width, height].map((size) => Math.ceil(size / factor));
      const lumas = [1, 2, 3].map((seed) => u16(width * height, seed));
      const stops = f32Of([0, 2, 4]);
      const light = () => f32(columns * rows);
      expectAgreement({
        name: "lightCells",
        rows,
        makeArgs: () => ({ lumas, stops, logLight, trust, light: light(), width, height, factor }),
        outputOf: (args) => args.light,
        // Tables are read at rounded steps, where single precision may fall on the other side.
        tolerance: 5e-3,
      });
    },
  );

  test.each(sizes)("planLight at %i × %i", (width, height) => {
    const light = f32(width * height, -9, 0, 6);
    const [exposures, priors] = [f32Of([1, 3, 5, 7]), f32Of([0.5, 1, 1.2, 1.2])];
    const shared = { light, exposures, priors, display, count: 4, width, height, texture: 0.01 };
    expectAgreement({
      name: "planLight",
      rows: 1,
      makeArgs: () => ({ ...shared, planned: f32(width * height) }),
      outputOf: ({ planned }) => planned,
      tolerance: 2e-3,
    });
  });

  test.each(sizes)("structureMaps at %i × %i", (width, height) => {
    const [columns, rows] = [width, height].map((size) => Math.ceil(size / 4));
    const sources = [7, 8].map((seed) => u16(width * height, seed));
    const maps = () => sources.map(() => f32(columns * rows));
    expectAgreement({
      name: "structureMaps",
      rows,
      makeArgs: () => ({ sources, lumas: maps(), structure: maps(), width, height, factor: 4 }),
      outputOf: ({ lumas, structure }) => [...lumas, ...structure].flatMap((plane) => [...plane]),
      tolerance: 1e-7,
    });
  });

  test.each(sizes)("guidedFilter at %i × %i", (width, height) => {
    const [guide, planes] = [f32(width * height, -4, 4, 12), f32(3 * width * height, -0.5, 1, 13)];
    const coefficients = () => f32(6 * width * height);
    for (const radius of [1, 4, 100])
      expectAgreement({
        name: "guidedFilter",
        rows: 3,
        makeArgs: () => ({ guide, planes, coefficients: coefficients(), width, height, radius, epsilon: 0.25 }),
        outputOf: (args) => args.coefficients,
        tolerance: 2e-5,
      });
  });

  test.each(sizes.flatMap(([width, height]) => [1, 3, 4].map((factor) => [width, height, factor] as const)))(
    "exposeFrames at %i × %i with base light over blocks of %i",
    (width, height, baseFactor) => {
      const [baseWidth, baseHeight] = [width, height].map((size) => Math.ceil(size / baseFactor));
      const shared = {
        frames: ([8, 16, 8] as const).map((bits, i) => samples(bits, width * height * 3, i + 1)),
        ...{ stops: f32Of([0, 2, 4]), ...tables, base: f32(2 * baseWidth * baseHeight, 0, 0.9, 4) },
        ...{ curves: f32(4 * 3 * 9, 0, 4, 5), width, height, baseWidth, baseHeight, baseFactor },
        ...{ gridWidth: 4, gridHeight: 3, gridDepth: 9, gridPx: 12.5, firstBin: -9, binStops: 0.5 },
        ...{ knee: -3, highlights: 0.5, detail: 0.4 },
      };
      expectAgreement({
        name: "exposeFrames",
        rows: height,
        makeArgs: () => ({ ...shared, target: u16(width * height * 3) }),
        outputOf: ({ target }) => target,
        // A level of 8 bits: samples of noise are steep, and tables are read at rounded steps.
        tolerance: 257,
      });
    },
  );
});

describe("exposeFrames", () => {
  /** Frames of one colour each, shown with the room's curve flat at so many stops. */
  const showExactly = (colours: readonly (readonly number[])[], stops: readonly number[], exposure: number) => {
    const target = u16(3);
    const frames = colours.map((colour) => {
      const frame = u8(3);
      frame.set(colour);
      return frame;
    });
    const grid = { gridWidth: 1, gridHeight: 1, gridDepth: 2, gridPx: 1, firstBin: -20, binStops: 20 };
    const size = { width: 1, height: 1, baseWidth: 1, baseHeight: 1, baseFactor: 1 };
    const flat = { base: f32Of([1, 0]), curves: f32Of([exposure, exposure]), knee: 0, highlights: 1, detail: 0.4 };
    const args = { frames, stops: f32Of(stops), ...tables, ...flat, ...size, ...grid, target };
    kernelSet("reference").exposeFrames(args, 0, 1, goOn);
    return [...target];
  };
  const show = (...args: Parameters<typeof showExactly>) =>
    showExactly(...args).map((value) => Math.round(value / 257));
  const shownAt = (stops: number) => Math.round(255 * srgbCurve.displayOf(stops));

  test("shows a frame as it is at its own exposure", () => {
    const grey = [shownAt(-5), shownAt(-3)].map((value) => [value, value, value]);
    expect(show(grey, [0, 2], 2)).toEqual(grey[1]);
    expect(show(grey, [0, 2], 0)).toEqual(grey[0]);
  });

  test("blends the two frames around an exposure between them", () => {
    const grey = [shownAt(-5), shownAt(-3)].map((value) => [value, value, value]);
    const [shown] = show(grey, [0, 2], 1);
    expect(Math.abs(shown - shownAt(-4))).toBeLessThanOrEqual(1);
  });

  test("never leaves what the frames show", () => {
    const grey = [shownAt(-5), shownAt(-3)].map((value) => [value, value, value]);
    expect(show(grey, [0, 2], 9)).toEqual(grey[1]);
    expect(show(grey, [0, 2], -9)).toEqual(grey[0]);
  });

  test("reads light that is white in some frames and black in others as white: it moved", () => {
    const readings = { stops: f32Of([0, 3, 6, 9]), logLight, trust };
    expect(readLight([0.01, 0.01, 1, 1], readings)).toBeGreaterThan(-8);
    expect(readLight([0.01, 0.01, 0.01, 0.01], readings)).toBeLessThan(-14);
  });

  test("shows nothing at an end of the range that any frame holds", () => {
    const [shorter, longer] = [
      [0, 1, 0],
      [0, 0, 0],
    ];
    const target = showExactly([shorter, longer], [0, 2], 9);
    expect(target[0]).toBe(0);
    expect(target[1]).toBeGreaterThan(0);
  });

  test("takes the colour from a frame that does not clip", () => {
    const [r, g, b] = show(
      [
        [200, 120, 60],
        [255, 255, 200],
      ],
      [0, 2],
      1,
    );
    expect(r - b).toBeGreaterThan(90);
    expect(r).toBeGreaterThan(g);
  });
});
