import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import { alignSumColumns, alignSums, alignTileColumns } from "../../../src/kernels/index.ts";
import { planeTiles } from "../../../src/stages/align/compared-tiles.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelKinds, kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

const idle = new Int32Array(new SharedArrayBuffer(4));

function floats(length: number, seed: number): Float32Array<SharedArrayBuffer> {
  const random = seededRandom(seed);
  const data = new Float32Array(new SharedArrayBuffer(length * 4));
  for (let i = 0; i < length; i++) data[i] = random() - 0.5;
  return data;
}

describe("alignFeature", () => {
  test("a flat picture and a slow ramp have no feature, an edge has", () => {
    const width = 64;
    const source = new Uint16Array(new SharedArrayBuffer(width * width * 2));
    for (let i = 0; i < source.length; i++) source[i] = 20_000 + 100 * (i % width) + (i % width >= 32 ? 9_000 : 0);
    const target = new Float32Array(new SharedArrayBuffer(source.length * 4));
    kernelSet("reference").alignFeature({ source, target, width, height: width, radius: 5 }, 0, width, idle);
    const row = target.subarray(30 * width, 31 * width);
    expect(Math.abs(row[16])).toBeLessThan(1e-6);
    expect(row[32]).toBeGreaterThan(0.025);
    expect(row[31]).toBeLessThan(-0.025);
  });

  test.each([
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
    [20, 17, 16, 0],
    [97, 83, 16, 1],
    [130, 65, 64, 0],
    [130, 65, 64, 1],
  ] as const;

  test.each(cases)(
    "native agrees with the reference at %i × %i, tiles of %i, spline %i",
    (width, height, tilePx, spline) => {
      const tiles = planeTiles(width, height, tilePx, 6);
      const transform = new Float64Array(new SharedArrayBuffer(9 * 8));
      transform.set([1.001, -0.01, 1.7, 0.01, 0.999, -2.2, 1e-6, -2e-6, 1]);
      const blocked = new Uint8Array(new SharedArrayBuffer(width * height));
      for (let i = 0; i < blocked.length; i += 7) blocked[i] = 1;
      const count = tiles.length / alignTileColumns;
      expectAgreement({
        name: "alignAccumulate",
        rows: count,
        makeArgs: () => ({
          template: floats(width * height, 1),
          blocked,
          templateStride: width,
          frame: floats(width * height, 2),
          frameStride: width,
          spline,
          transform,
          tiles,
          minSquare: Math.fround(0.01),
          tukey: Math.fround(0.6),
          sums: new Float64Array(new SharedArrayBuffer(count * alignSumColumns * 8)),
        }),
        outputOf: (args) => args.sums,
        // Of sums of up to a thousand.
        tolerance: 2e-3,
      });
    },
  );

  test("tells by how much a shifted picture is off", () => {
    const width = 32;
    const picture = (shift: number) =>
      Float32Array.from({ length: width * width }, (_, i) => Math.sin(((i % width) + shift) / 3));
    const shared = (data: Float32Array) => {
      const copy = new Float32Array(new SharedArrayBuffer(data.length * 4));
      copy.set(data);
      return copy;
    };
    const transform = new Float64Array(new SharedArrayBuffer(9 * 8));
    transform.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const sums = new Float64Array(new SharedArrayBuffer(alignSumColumns * 8));
    const args = {
      ...{ template: shared(picture(0)), templateStride: width, frame: shared(picture(0.2)), frameStride: width },
      ...{ blocked: new Uint8Array(new SharedArrayBuffer(width * width)), tiles: planeTiles(width, width, 32, 2) },
      ...{ transform, spline: 0 as const, minSquare: 0, tukey: 10, sums },
    };
    for (const kind of kernelKinds) {
      kernelSet(kind).alignAccumulate(args, 0, 1, idle);
      expect(sums[alignSums.count]).toBe(27 * 27);
      expect(sums[alignSums.xr] / sums[alignSums.xx]).toBeCloseTo(0.2, 2);
    }
  });
});

describe("alignPatches", () => {
  const [width, height] = [150, 90];

  test.each([
    [8, 1, 3, 20, 0],
    [8, 2, 3, 18, 1],
    [16, 1, 1, 34, 1],
    [16, 3, 3, 9, 0],
    [16, 1, 3, 1, 1],
  ] as const)(
    "native agrees with the reference: %i bits, factor %i, %i channels, patches of %i, spline %i",
    (...row) => {
      const [bits, factor, channels, size, spline] = row;
      const origins = new Int32Array(new SharedArrayBuffer(3 * 8));
      origins.set([5, 5, 9, 7, Math.floor(width / factor) - size - 5, Math.floor(height / factor) - size - 5]);
      const lut = new Uint16Array(new SharedArrayBuffer(65536 * 2));
      for (let i = 0; i < lut.length; i++) lut[i] = 65535 * Math.sqrt(i / 65535);
      for (const output of ["target", "clipped"] as const) {
        expectAgreement({
          name: "alignPatches",
          rows: 3,
          makeArgs: () => ({
            source: randomSamples(width * height * channels, bits, 5),
            ...{ width, height, channels, channel: channels === 3 ? 1 : 0, factor, lut, origins, size, radius: 5 },
            clipAt: 2 ** bits - 2 ** (bits - 7),
            spline,
            target: new Float32Array(new SharedArrayBuffer(3 * size * size * 4)),
            clipped: new Uint8Array(new SharedArrayBuffer(3 * size * size)),
          }),
          outputOf: (args) => args[output] ?? [],
          tolerance: 1e-6,
        });
      }
    },
  );

  const patchOf = (source: U16, spline: 0 | 1) => {
    const lut = new Uint16Array(new SharedArrayBuffer(65536 * 2));
    for (let i = 0; i < lut.length; i++) lut[i] = i;
    const origins = new Int32Array(new SharedArrayBuffer(8));
    origins.set([7, 9]);
    const target = new Float32Array(new SharedArrayBuffer(20 * 20 * 4));
    const shape = { width: 40, height: 40, radius: 5, channels: 1, channel: 0, factor: 1, size: 20, clipAt: 65536 };
    kernelSet("auto").alignPatches({ source, lut, origins, target, spline, ...shape }, 0, 1, idle);
    return target;
  };

  test("takes the mean of the surroundings away", () => {
    const source = randomSamples(40 * 40, 16, 4) as U16;
    let sum = 0;
    for (let y = -5; y <= 5; y++) for (let x = -5; x <= 5; x++) sum += source[(9 + 3 + y) * 40 + 7 + 2 + x];
    const expected = (source[(9 + 3) * 40 + 7 + 2] - sum / 121) / 65535;
    expect(patchOf(source, 0)[3 * 20 + 2]).toBeCloseTo(expected, 5);
  });

  test("gives the coefficients of a spline through the samples", () => {
    const source = randomSamples(40 * 40, 16, 4) as U16;
    const samples = patchOf(source, 0);
    const spline = patchOf(source, 1);
    const weights = [1 / 6, 4 / 6, 1 / 6];
    for (const [x, y] of [
      [1, 1],
      [8, 9],
      [18, 18],
    ]) {
      let value = 0;
      for (let j = 0; j < 3; j++)
        for (let i = 0; i < 3; i++) value += weights[i] * weights[j] * spline[(y + j - 1) * 20 + x + i - 1];
      expect(value).toBeCloseTo(samples[y * 20 + x], 5);
    }
  });
});
