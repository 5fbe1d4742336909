import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { type Plane, ssim } from "../../src/ops/index.ts";
import { seededRandom } from "../support/random.ts";

interface Bytes {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

// By `require`: an import finds its TypeScript source, which newer compilers refuse (TS1540).
const imageSsim = createRequire(import.meta.url)("image-ssim") as { compare(a: Bytes, b: Bytes): { ssim: number } };

function planeOf(width: number, height: number, valueAt: (x: number, y: number) => number): Plane {
  return {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, i) => valueAt(i % width, Math.floor(i / width))),
  };
}

function noisePlane(width: number, height: number, seed: number): Plane {
  const random = seededRandom(seed);
  return planeOf(width, height, () => random());
}

/** Soft stripes with a window: structure at several scales, levels well inside the range. */
function room(width: number, height: number): Plane {
  return planeOf(width, height, (x, y) => {
    const wall = 0.4 + 0.2 * Math.sin(x / 9) * Math.cos(y / 7);
    return x > width * 0.6 && y < height * 0.5 ? wall + 0.3 : wall;
  });
}

const sizes = [
  [1, 1],
  [1, 9],
  [2, 3],
  [11, 11],
  [10, 12],
  [64, 33],
  [128, 1],
] as const;

describe("ssim", () => {
  test.each(sizes)("is 1 for equal planes, symmetric and bounded at %i × %i", (width, height) => {
    const a = noisePlane(width, height, 1);
    const b = noisePlane(width, height, 2);
    expect(ssim(a, a)).toEqual({ score: 1, coverage: 1 });
    expect(ssim(a, b).score).toBe(ssim(b, a).score);
    expect(Math.abs(ssim(a, b).score)).toBeLessThanOrEqual(1);
  });

  test("is finite where image-ssim is not, at 513 × 513", () => {
    const a = noisePlane(513, 513, 1);
    expect(ssim(a, noisePlane(513, 513, 2)).score).toBeGreaterThan(-1);
  });

  test("is −1 to within its constants for inverted structure around the same mean", () => {
    const a = planeOf(40, 40, (x, y) => 0.5 + ((x + y) % 2 === 0 ? 0.5 : -0.5));
    const b = planeOf(40, 40, (x, y) => 0.5 - ((x + y) % 2 === 0 ? 0.5 : -0.5));
    expect(ssim(a, b).score).toBeLessThan(-0.98);
  });

  test("follows the paper's luminance term on flat planes", () => {
    const [x, y] = [0.2, 0.6];
    const expected = (2 * x * y + 1e-4) / (x * x + y * y + 1e-4);
    const score = ssim(
      planeOf(20, 20, () => x),
      planeOf(20, 20, () => y),
    ).score;
    expect(score).toBeCloseTo(expected, 5);
  });

  test("equals the paper's eq. 13 summed window by window", () => {
    const a = noisePlane(23, 17, 3);
    const b = noisePlane(23, 17, 4);
    expect(ssim(a, b).score).toBeCloseTo(directSsim(a, b), 9);
  });

  test.each([2, 3, 5])("changes little when only every %i-th window is taken", (step) => {
    const a = room(72, 48);
    const noise = noisePlane(72, 48, 5);
    const b = { ...a, data: a.data.map((value, i) => value + 0.1 * (noise.data[i] - 0.5)) };
    const all = ssim(a, b).score;
    expect(all).toBeLessThan(0.95);
    expect(Math.abs(ssim(a, b, { step }).score - all)).toBeLessThan(0.01 * step);
    expect(ssim(a, a, { step })).toEqual({ score: 1, coverage: 1 });
  });

  test.each([1, 2, 7])("takes the one window there is where %i pixels are narrower than its step", (width) => {
    expect(ssim(noisePlane(width, 1, 1), noisePlane(width, 1, 2), { step: 50 }).coverage).toBe(1);
  });

  test("does not see what the mask takes out", () => {
    const a = room(60, 40);
    const mask = Uint8Array.from({ length: 2400 }, (_, i) => (i % 60 < 30 ? 1 : 0));
    const changed = { ...a, data: a.data.map((value, i) => (mask[i] === 0 ? 1 - value : value)) };
    expect(ssim(a, changed, { mask })).toEqual({ score: 1, coverage: 0.5 });
    expect(ssim(a, changed, { mask: new Uint8Array(2400) })).toEqual({ score: 0, coverage: 0 });
  });

  test("is near image-ssim, which has boxes for windows, on noise and offset", () => {
    const a = room(160, 104);
    const random = seededRandom(5);
    const noise = a.data.map(() => random() - 0.5);
    for (const [strength, offset] of [
      [0.02, 0],
      [0.08, 0],
      [0.2, 0],
      [0, 0.1],
      [0.05, 0.05],
    ]) {
      const b = { ...a, data: a.data.map((value, i) => value + strength * noise[i] + offset) };
      expect(Math.abs(ssim(a, b).score - boxSsim(a, b))).toBeLessThan(0.15);
    }
  });
});

/** image-ssim: the same formula over 8 × 8 boxes without a Gaussian window. */
function boxSsim(a: Plane, b: Plane): number {
  const bytes = ({ data, width, height }: Plane) => ({
    data: Uint8Array.from(data, (value) => Math.round(value * 255)),
    width,
    height,
    channels: 1,
  });
  return imageSsim.compare(bytes(a), bytes(b)).ssim;
}

/** The definition, window by window, without separation or shared sums. */
function directSsim(a: Plane, b: Plane): number {
  let total = 0;
  for (let cy = 0; cy < a.height; cy++) for (let cx = 0; cx < a.width; cx++) total += directAt(a, b, cx, cy);
  return total / a.data.length;
}

function directAt(a: Plane, b: Plane, cx: number, cy: number): number {
  const samples: [number, number, number][] = [];
  for (let y = Math.max(0, cy - 5); y <= Math.min(a.height - 1, cy + 5); y++) {
    for (let x = Math.max(0, cx - 5); x <= Math.min(a.width - 1, cx + 5); x++) {
      const weight = Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 4.5);
      samples.push([weight, a.data[y * a.width + x], b.data[y * a.width + x]]);
    }
  }
  const sum = samples.reduce((w, [weight]) => w + weight, 0);
  const mean = (f: (a: number, b: number) => number) => samples.reduce((s, [w, p, q]) => s + w * f(p, q), 0) / sum;
  const [ma, mb] = [mean((p) => p), mean((_, q) => q)];
  const [va, vb] = [mean((p) => (p - ma) ** 2), mean((_, q) => (q - mb) ** 2)];
  const covariance = mean((p, q) => (p - ma) * (q - mb));
  return (((2 * ma * mb + 1e-4) / (ma * ma + mb * mb + 1e-4)) * (2 * covariance + 9e-4)) / (va + vb + 9e-4);
}
