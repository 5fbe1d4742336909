import { describe, expect, test } from "vitest";
import type { U16 } from "../../src/image/index.ts";
import { alignSumsPerBlock, selectKernels } from "../../src/kernels/index.ts";
import { expectAgreement, hasNative } from "../support/kernel-agreement.ts";
import { randomSamples, seededRandom } from "../support/random.ts";

const idle = new Int32Array(new SharedArrayBuffer(4));

function floats(length: number, seed: number): Float32Array<SharedArrayBuffer> {
  const random = seededRandom(seed);
  const data = new Float32Array(new SharedArrayBuffer(length * 4));
  for (let i = 0; i < length; i++) data[i] = random() - 0.5;
  return data;
}

describe("alignShrink", () => {
  test("averages one channel and marks blocks in which a sample clips", () => {
    const source = new Uint8Array(new SharedArrayBuffer(4 * 2 * 3)).fill(7);
    for (let i = 0; i < 8; i++) source[i * 3 + 1] = [100, 100, 0, 255, 100, 100, 0, 1][i];
    const mean = new Uint16Array(new SharedArrayBuffer(4));
    const clipped = new Uint8Array(new SharedArrayBuffer(2));
    const args = { source, mean, clipped, width: 4, height: 2, channels: 3, channel: 1, factor: 2, clipAt: 249 };
    selectKernels("reference").kernels.alignShrink(args, 0, 1, idle);
    expect([...mean]).toEqual([25700, 16448]);
    expect([...clipped]).toEqual([0, 1]);
  });

  test.skipIf(!hasNative).each([
    [1, 1, 1, 3],
    [7, 5, 2, 3],
    [64, 33, 3, 1],
    [131, 70, 8, 3],
  ])("native agrees with the reference at %i × %i by %i, %i channels", (width, height, factor, channels) => {
    for (const bits of [8, 16] as const) {
      const length = Math.floor(width / factor) * Math.floor(height / factor);
      for (const output of ["mean", "clipped"] as const) {
        expectAgreement({
          name: "alignShrink",
          rows: Math.floor(height / factor),
          makeArgs: () => ({
            source: randomSamples(width * height * channels, bits, 7),
            mean: new Uint16Array(new SharedArrayBuffer(length * 2)),
            clipped: new Uint8Array(new SharedArrayBuffer(length)),
            width,
            height,
            channels,
            channel: channels === 3 ? 1 : 0,
            factor,
            clipAt: 2 ** bits - 4,
          }),
          outputOf: (args) => args[output],
          tolerance: 0,
        });
      }
    }
  });
});

describe("alignFeature", () => {
  test("a flat picture and a slow ramp have no feature, an edge has", () => {
    const width = 64;
    const source = new Uint16Array(new SharedArrayBuffer(width * width * 2));
    for (let i = 0; i < source.length; i++) source[i] = 20_000 + 100 * (i % width) + (i % width >= 32 ? 9_000 : 0);
    const target = new Float32Array(new SharedArrayBuffer(source.length * 4));
    selectKernels("reference").kernels.alignFeature(
      { source, target, width, height: width, radius: 5 },
      0,
      width,
      idle,
    );
    const row = target.subarray(30 * width, 31 * width);
    expect(Math.abs(row[16])).toBeLessThan(1e-6);
    expect(row[32]).toBeGreaterThan(0.025);
    expect(row[31]).toBeLessThan(-0.025);
  });

  test.skipIf(!hasNative).each([
    [1, 1, 1],
    [3, 40, 5],
    [67, 29, 5],
    [40, 1, 32],
  ])("native agrees with the reference at %i × %i, radius %i", (width, height, radius) => {
    expectAgreement({
      name: "alignFeature",
      rows: height,
      makeArgs: () => ({
        source: randomSamples(width * height, 16, 3) as U16,
        target: new Float32Array(new SharedArrayBuffer(width * height * 4)),
        width,
        height,
        radius,
      }),
      outputOf: (args) => args.target,
      tolerance: 1e-6,
    });
  });
});

describe("alignAccumulate", () => {
  const cases = [
    [1, 1, 16],
    [40, 17, 16],
    [97, 83, 16],
    [130, 65, 32],
  ] as const;

  test.skipIf(!hasNative).each(cases)(
    "native agrees with the reference at %i × %i, tiles of %i",
    (width, height, tilePx) => {
      const tilesX = Math.ceil(width / tilePx);
      const tilesY = Math.ceil(height / tilePx);
      const transform = new Float64Array(new SharedArrayBuffer(9 * 8));
      transform.set([1.001, -0.01, 1.7, 0.01, 0.999, -2.2, 1e-6, -2e-6, 1]);
      const open = new Uint8Array(new SharedArrayBuffer(tilesX * tilesY)).fill(1);
      if (open.length > 2) open[1] = 0;
      const blocked = new Uint8Array(new SharedArrayBuffer(width * height));
      for (let i = 0; i < blocked.length; i += 7) blocked[i] = 1;
      for (const output of ["sums", "tileSums"] as const) {
        expectAgreement({
          name: "alignAccumulate",
          rows: tilesY,
          makeArgs: () => ({
            template: floats(width * height, 1),
            frame: floats(width * height, 2),
            blocked,
            width,
            height,
            transform,
            tilePx,
            open,
            leastSquare: Math.fround(0.01),
            marginPx: 6,
            tukey: 0.6,
            sums: new Float64Array(new SharedArrayBuffer(tilesY * alignSumsPerBlock * 8)),
            tileSums: new Float64Array(new SharedArrayBuffer(tilesX * tilesY * 3 * 8)),
          }),
          outputOf: (args) => args[output],
          tolerance: 1e-9,
        });
      }
    },
  );
});
