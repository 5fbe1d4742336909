import { describe, expect, test } from "vitest";
import { type KernelArgs, toneCell, toneNode, unchangedCell, unchangedCurve } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

type Args = KernelArgs["toneMap"];

/** Arguments that change nothing: base = luma, identity curve, no gains. */
function neutralArgs(width: number, height: number, inBits: 8 | 16, outBits: 8 | 16): Args {
  const bytes = (width * height * 3 * outBits) / 8;
  const buffer = new SharedArrayBuffer(bytes);
  return {
    source: randomSamples(width * height * 3, inBits, 11),
    target: outBits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer),
    width,
    height,
    grid: floats(toneCell.of(unchangedCell)),
    gridWidth: 1,
    gridHeight: 1,
    gridScaleX: 1 / width,
    gridScaleY: 1 / height,
    wrapX: 0,
    curve: floats(unchangedCurve),
    vibrance: 0,
    white: 1,
    dither: 0,
  };
}

/** Arguments that exercise everything: a random grid, a bent curve, gains, vibrance, wrap and dither. */
function busyArgs(width: number, height: number, inBits: 8 | 16, outBits: 8 | 16, wrapX: 0 | 1): Args {
  const random = seededRandom(5);
  const gridWidth = Math.ceil(width / 4);
  const gridHeight = Math.ceil(height / 4);
  const grid: number[] = [];
  for (let i = 0; i < gridWidth * gridHeight; i++) {
    const slope = random();
    const cell = {
      slope,
      offset: (1 - slope) * random(),
      redGain: 0.9 + 0.2 * random(),
      blueGain: 0.9 + 0.2 * random(),
      lift: 0.8 + 0.5 * random(),
      neutral: 0.05 * random(),
      veil: 0.7 * random(),
      vividness: 0.6 + 0.8 * random(),
    };
    grid.push(...toneCell.of(cell));
  }
  const curve: number[] = [];
  for (let i = 0; i < 256; i++) {
    const base = i / 255;
    const dark = { darkRatio: 1.2 - 0.2 * base, darkBend: -0.1 };
    curve.push(...toneNode.of({ ...dark, lightRatio: 0.7 + 0.2 * base, lightBend: 0.1, chroma: 0.8 + 0.3 * base }));
  }
  return {
    ...neutralArgs(width, height, inBits, outBits),
    grid: floats(grid),
    gridWidth,
    gridHeight,
    gridScaleX: wrapX ? gridWidth / width : 0.25,
    gridScaleY: 0.25,
    wrapX,
    curve: floats(curve),
    vibrance: 0.4,
    white: 0.93,
    dither: outBits < inBits ? 1 : 0,
  };
}

function floats(values: readonly number[]): Float32Array<SharedArrayBuffer> {
  const result = new Float32Array(new SharedArrayBuffer(values.length * 4));
  result.set(values);
  return result;
}

describe("toneMap", () => {
  test.each([8, 16] as const)("gives %i-bit samples back when nothing is asked", (bits) => {
    const args = neutralArgs(13, 9, bits, bits);
    kernelSet("auto").toneMap(args, 0, 9, new Int32Array(1));
    for (let i = 0; i < args.source.length; i++) {
      expect(Math.abs(args.target[i] - args.source[i])).toBeLessThanOrEqual(bits === 8 ? 0 : 2);
    }
  });

  test("dithers 16 to 8 bits so that the mean stays", () => {
    const args = { ...neutralArgs(64, 64, 16, 8), dither: 1 as const };
    args.source.fill(Math.round(100.25 * 257));
    kernelSet("auto").toneMap(args, 0, 64, new Int32Array(1));
    const mean = (args.target as Uint8Array).reduce((sum, value) => sum + value, 0) / args.target.length;
    expect(mean).toBeCloseTo(100.25, 1);
    expect(Math.max(...args.target)).toBe(101);
    expect(Math.min(...args.target)).toBe(100);
  });

  test("keeps black black and makes white one white under every curve", () => {
    const args = busyArgs(16, 16, 8, 8, 0);
    args.source.fill(0, 0, 384).fill(255, 384);
    kernelSet("auto").toneMap(args, 0, 16, new Int32Array(1));
    expect(new Set(args.target.subarray(0, 384))).toEqual(new Set([0]));
    expect(new Set(args.target.subarray(384))).toEqual(new Set([237]));
  });

  test.each([
    [1, 1, 8, 8, 0],
    [7, 5, 8, 16, 1],
    [64, 33, 16, 8, 0],
    [131, 70, 16, 16, 1],
  ] as const)(
    "native agrees with the reference at %i × %i, %i to %i bits, wrap %i",
    (width, height, inBits, outBits, wrapX) => {
      expectAgreement({
        name: "toneMap",
        rows: height,
        makeArgs: () => busyArgs(width, height, inBits, outBits, wrapX),
        outputOf: (args) => args.target,
        tolerance: outBits === 8 ? 1 : 40,
      });
    },
  );
});

describe("brightness", () => {
  const toned = (rgb: readonly [number, number, number]) => {
    const node = toneNode.of({ darkRatio: 1.5, darkBend: -0.5, lightRatio: 0.5, lightBend: 0.5, chroma: 1 });
    const args = { ...neutralArgs(1, 1, 8, 8), curve: floats([...node, ...node]) };
    args.source.set(rgb);
    kernelSet("auto").toneMap(args, 0, 1, new Int32Array(1));
    return [...args.target];
  };

  test("lifts a vivid colour less than grey of the same luma", () => {
    const [red, green, blue] = [204, 90, 40];
    const luma = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const gain = toned([luma, luma, luma])[1] / luma;
    const vivid = toned([red, green, blue]);
    expect(vivid[1]).toBeLessThan(0.97 * gain * green);
    expect(vivid[0] / vivid[2]).toBeGreaterThan((0.97 * red) / blue);
  });

  test("beyond full scale ends at white: no gain turns a light colour dark", () => {
    const args = {
      ...neutralArgs(1, 1, 8, 8),
      grid: floats(toneCell.of({ ...unchangedCell, blueGain: 1.4, lift: 2 })),
    };
    args.source.set([187, 187, 238]);
    kernelSet("auto").toneMap(args, 0, 1, new Int32Array(1));
    expect(Math.min(...args.target)).toBeGreaterThan(170);
  });
});
