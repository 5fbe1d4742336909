import { describe, expect, test } from "vitest";
import type { F32, U8, U16 } from "../../../src/image/index.ts";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { contrastAt } from "../../support/edge-contrast.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

type WarpArgs = KernelArgs["warp"];

const emptySamples = (bits: 8 | 16, length: number): U8 | U16 =>
  bits === 8 ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint16Array(new SharedArrayBuffer(length * 2));

const floats = (values: readonly number[]): F32 => {
  const out = new Float32Array(new SharedArrayBuffer(values.length * 4));
  out.set(values);
  return out;
};

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly bits?: 8 | 16;
  readonly targetBits?: 8 | 16;
  readonly mapChannels?: 1 | 3;
  readonly gridStep?: number;
  readonly wrapX?: 0 | 1;
  readonly sourceOf: (x: number, y: number, channel: number) => readonly [number, number];
  readonly gainOf?: (x: number, y: number) => number;
}

function makeArgs(source: U8 | U16, sourceWidth: number, sourceHeight: number, shape: Shape): WarpArgs {
  const { width, height, bits = 8, targetBits = bits, mapChannels = 1, gridStep = 16, wrapX = 0 } = shape;
  const nodesX = Math.floor((width - 1) / gridStep) + 2;
  const nodesY = Math.floor((height - 1) / gridStep) + 2;
  const positions: number[] = [];
  const gains: number[] = [];
  for (let j = 0; j < nodesY; j++) {
    for (let i = 0; i < nodesX; i++) {
      for (let c = 0; c < mapChannels; c++) positions.push(...shape.sourceOf(i * gridStep, j * gridStep, c));
      if (shape.gainOf) gains.push(shape.gainOf(i * gridStep, j * gridStep));
    }
  }
  return {
    source,
    target: emptySamples(targetBits, width * height * 3),
    sourceWidth,
    sourceHeight,
    targetWidth: width,
    targetHeight: height,
    grid: floats(positions),
    gridStep,
    nodesX,
    nodesY,
    mapChannels,
    gain: shape.gainOf ? floats(gains) : undefined,
    wrapX,
  };
}

function run(args: WarpArgs): number[] {
  kernelSet("auto").warp(args, 0, args.targetHeight, new Int32Array(1));
  return [...args.target];
}

/** A picture of 16 bits, dark where the distance is below 0; every pixel is the mean of its area. */
function drawEdge(width: number, height: number, distance: (x: number, y: number) => number): U16 {
  const picture = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  const parts = 8;
  for (let at = 0; at < width * height; at++) {
    let light = 0;
    for (let k = 0; k < parts * parts; k++) {
      const x = (at % width) + ((k % parts) + 0.5) / parts - 0.5;
      const y = Math.floor(at / width) + (Math.floor(k / parts) + 0.5) / parts - 0.5;
      if (distance(x, y) > 0) light++;
    }
    picture.fill(10000 + (40000 * light) / parts ** 2, at * 3, at * 3 + 3);
  }
  return picture;
}

describe("warp", () => {
  test.each([8, 16] as const)("gives back every sample of a %i-bit picture under the identity", (bits) => {
    const source = randomSamples(37 * 21 * 3, bits, 3);
    const shape = { width: 37, height: 21, bits, sourceOf: (x: number, y: number) => [x, y] as const };
    expect(run(makeArgs(source, 37, 21, shape))).toEqual([...source]);
    expect(run(makeArgs(source, 37, 21, { ...shape, mapChannels: 3, gainOf: () => 1 }))).toEqual([...source]);
  });

  test("is exact on a plane between the samples", () => {
    const source = emptySamples(16, 40 * 30 * 3);
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 40; x++) for (let c = 0; c < 3; c++) source[(y * 40 + x) * 3 + c] = 1000 + 400 * x + 200 * y;
    const shape = { width: 20, height: 16, sourceOf: (x: number, y: number) => [x + 5.25, y + 4.75] as const };
    const out = run(makeArgs(source, 40, 30, { ...shape, bits: 16 }));
    expect(out[0]).toBe(1000 + 400 * 5.25 + 200 * 4.75);
    expect(out[(15 * 20 + 19) * 3 + 2]).toBe(1000 + 400 * 24.25 + 200 * 19.75);
  });

  test("keeps nine tenths of the contrast of a slanted edge at 0.4 cycles a pixel", () => {
    const [width, height] = [96, 120];
    const turn = 0.03;
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    const placeOf = (x: number, y: number) => [5.3 + cos * x - sin * y, 4.6 + sin * x + cos * y] as const;
    const distance = (x: number, y: number) => (x - 48) * Math.cos(0.09) + (y - 60) * Math.sin(0.09);
    const wanted = drawEdge(width, height, (x, y) => distance(...placeOf(x, y)));
    const source = drawEdge(width + 20, height + 20, distance);
    const shape: Shape = { width, height, bits: 16, sourceOf: placeOf };
    const made = run(makeArgs(source, width + 20, height + 20, shape));
    const contrast = (picture: ArrayLike<number>, cycles: number) =>
      contrastAt(picture, { width, margin: 12 }, (x, y) => distance(...placeOf(x, y)), cycles);
    for (const [cycles, least] of [
      [0.2, 0.98],
      [0.3, 0.97],
      [0.4, 0.9],
    ]) {
      const kept = contrast(made, cycles) / contrast(wanted, cycles);
      expect(kept, `${cycles} cycles a pixel`).toBeGreaterThan(least);
      expect(kept, `${cycles} cycles a pixel`).toBeLessThan(1.05);
    }
  });

  test("takes red, green and blue from their own places", () => {
    const source = randomSamples(24 * 10 * 3, 8, 5);
    const shape: Shape = { width: 20, height: 10, mapChannels: 3, sourceOf: (x, y, c) => [x + c, y] };
    const out = run(makeArgs(source, 24, 10, shape));
    expect(out.slice(0, 3)).toEqual([source[0], source[4], source[8]]);
  });

  test("continues the edge outside the source, and the other side when it wraps", () => {
    const source = randomSamples(32 * 4 * 3, 8, 9);
    const shape: Shape = { width: 8, height: 4, sourceOf: (x, y) => [x - 6, y] };
    expect(run(makeArgs(source, 32, 4, shape)).slice(0, 3)).toEqual([...source.slice(0, 3)]);
    expect(run(makeArgs(source, 32, 4, { ...shape, wrapX: 1 })).slice(0, 3)).toEqual([...source.slice(26 * 3, 27 * 3)]);
  });

  test("stays inside the source whatever the grid says", () => {
    const source = randomSamples(9 * 7 * 3, 8, 9);
    for (const bad of [Number.NaN, Infinity, -Infinity, 1e30, -1e30]) {
      for (const wrapX of [0, 1] as const) {
        const shape: Shape = { width: 20, height: 20, wrapX, sourceOf: (x, y) => [x < 17 ? bad : x, y < 17 ? bad : y] };
        expect(run(makeArgs(source, 9, 7, shape))).toHaveLength(1200);
      }
    }
  });

  test("multiplies linear light by the gain", () => {
    const source = emptySamples(16, 48).fill(20000);
    const shape: Shape = { width: 4, height: 4, bits: 16, sourceOf: (x, y) => [x, y], gainOf: () => 2 };
    const linear = ((20000 / 65535 + 0.055) / 1.055) ** 2.4;
    const expected = (1.055 * (2 * linear) ** (1 / 2.4) - 0.055) * 65535;
    expect(run(makeArgs(source, 4, 4, shape))[0]).toBeCloseTo(expected, -1);
  });

  test.each([
    { width: 1, height: 1, bits: 8, targetBits: 8, mapChannels: 1, gridStep: 1, wrapX: 0, gain: false },
    { width: 33, height: 18, bits: 8, targetBits: 8, mapChannels: 1, gridStep: 16, wrapX: 0, gain: true },
    { width: 65, height: 31, bits: 8, targetBits: 16, mapChannels: 3, gridStep: 8, wrapX: 1, gain: false },
    { width: 70, height: 41, bits: 16, targetBits: 16, mapChannels: 1, gridStep: 64, wrapX: 1, gain: true },
    { width: 49, height: 90, bits: 16, targetBits: 16, mapChannels: 3, gridStep: 7, wrapX: 0, gain: true },
    // So much smaller that no part of the source is small enough to be held at once.
    { width: 66, height: 33, bits: 16, targetBits: 16, mapChannels: 3, gridStep: 64, wrapX: 1, gain: false, scale: 6 },
    { width: 66, height: 33, bits: 8, targetBits: 8, mapChannels: 1, gridStep: 64, wrapX: 0, gain: false, scale: 6 },
  ] as const)(
    "native agrees with the reference: $width × $height, $bits to $targetBits bits, $mapChannels maps",
    (shape) => {
      const [sourceWidth, sourceHeight] = [61, 47];
      const source = randomSamples(sourceWidth * sourceHeight * 3, shape.bits, 11);
      const scale = "scale" in shape ? shape.scale : 1;
      const make = (): WarpArgs => {
        const random = seededRandom(17);
        return makeArgs(source, sourceWidth, sourceHeight, {
          ...shape,
          sourceOf: (x, y) => [x * scale * 1.1 - 6 + random() * 4, y * scale * 0.9 - 3 + random() * 4],
          ...(shape.gain && { gainOf: (x: number, y: number) => 0.9 + 0.002 * x + 0.004 * y }),
        });
      };
      expectAgreement({
        name: "warp",
        rows: shape.height,
        makeArgs: make,
        outputOf: (args) => args.target,
        // Floats may take the next phase, 1/1024 px further.
        tolerance: shape.targetBits === 8 ? 1 : 160,
      });
    },
  );
});
