import { describe, expect, it } from "vitest";
import { damageOf, verdictOf } from "../../../bench/brackets/real/damage.ts";
import type { IntegerImage } from "../../../src/image/index.ts";

type Rgb = readonly [number, number, number];

function picture(color: (x: number, y: number) => Rgb, width = 320, height = 64): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height));
  for (let p = 0; p < width * height; p++) data.set(color(p % width, Math.floor(p / width)), 3 * p);
  return { width, height, channels: 3, data, space: "srgb" };
}

const texture = (x: number, y: number): Rgb => [
  ((x * 7 + y * 3) % 200) + 20,
  ((x * 3 + y * 11) % 180) + 30,
  ((x * 5 + y * 2) % 220) + 10,
];
const plain = picture(texture);
const other = picture((x, y) => [
  ((x * 7 + y * 3) % 200) + 40,
  ((x * 3 + y * 11) % 180) + 20,
  ((x * 5 + y * 2) % 220) + 25,
]);

describe("damage of a fused picture", () => {
  it("is none of the plain fusion itself", () => {
    expect(damageOf(plain, plain, [plain, other])).toEqual({ far: 0, p95: 0, specks: 0 });
  });

  it("has the values that an independent program finds", () => {
    const spoilt = picture((x, y) => {
      const [r, g, b] = texture(x, y);
      return [Math.min(255, r * (x < 60 ? 2 : 1)), g, x % 9 ? b : 255];
    });
    // By a Python program with OpenCV's conversion to CIELAB.
    const { far, p95, specks } = damageOf(spoilt, plain, [plain, other]);
    expect(far).toBeCloseTo(0.30605, 3);
    expect(p95).toBeCloseTo(74.71, 0);
    expect(specks).toBeCloseTo(0.10684, 3);
  });

  it("does not count another lightness of the same colour", () => {
    const even = picture(() => [120, 90, 60]);
    const darker = picture(() => [88, 66, 44]);
    expect(damageOf(darker, even, [even]).p95).toBeLessThan(3);
  });

  it("is found in an area of another colour", () => {
    const spoilt = picture((x, y) => (x < 32 ? [texture(x, y)[0], 30, texture(x, y)[2]] : texture(x, y)));
    expect(damageOf(spoilt, plain, [plain]).far).toBeGreaterThan(0.05);
  });

  it("takes 16 bits like 8", () => {
    const data = new Uint16Array(new SharedArrayBuffer(2 * plain.data.length));
    for (let i = 0; i < data.length; i++) data[i] = 257 * plain.data[i];
    const { far, p95, specks } = damageOf({ ...plain, data }, plain, [plain, other]);
    expect([far, specks]).toEqual([0, 0]);
    expect(p95).toBeCloseTo(0, 9);
  });
});

describe("the verdict", () => {
  it.each([
    ["ok", { far: 0.05, p95: 11, specks: 0.03 }, -0.06],
    ["suspect", { far: 0.01, p95: 11.1, specks: 0 }, 0],
    ["RUINED", { far: 0.051, p95: 1, specks: 0 }, 0],
    ["RUINED", { far: 0, p95: 16.1, specks: 0 }, 0],
    ["RUINED", { far: 0, p95: 1, specks: 0.031 }, 0],
    ["RUINED", { far: 0, p95: 1, specks: 0 }, -0.061],
  ])("is %s for %o and %f", (verdict, damage, ahead) => {
    expect(verdictOf(damage, ahead)).toBe(verdict);
  });
});
