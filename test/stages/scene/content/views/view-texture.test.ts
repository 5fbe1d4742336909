import { expect, test } from "vitest";
import { crossedTexture } from "../../../../../src/stages/scene/content/views/views.ts";
import { seededRandom } from "../../../../support/random.ts";

const copy = { width: 120, height: 80, wrapX: false };
const middle = 40 * copy.width + 60;

function textureOf(luma: (x: number, y: number) => number): number {
  const plane = Float32Array.from({ length: copy.width * copy.height }, (_, i) =>
    luma(i % copy.width, Math.floor(i / copy.width)),
  );
  return crossedTexture(copy, plane)[middle];
}

test("leaves have texture that runs every way; stairs, gradients and plain walls have none", () => {
  const random = seededRandom(3);
  const leaves = textureOf(() => (random() < 0.5 ? 0.85 : 0.97));
  expect(leaves).toBeGreaterThan(0.01);
  expect(textureOf((_, y) => (y % 4 < 2 ? 0.85 : 0.97))).toBeLessThan(0.1 * leaves);
  expect(textureOf((x) => 0.4 + 0.005 * x)).toBeLessThan(0.01 * leaves);
  expect(textureOf(() => 0.9)).toBe(0);
});
