import { describe, expect, test } from "vitest";
import { planTexture } from "../../../../src/stages/tone/layers/texture.ts";
import { seededRandom } from "../../../support/random.ts";
import { greyOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

const [width, height] = [120, 80];
const random = seededRandom(8);
/** Cloth: fine texture around a mid-tone. */
const cloth = Float32Array.from({ length: width * height }, () => 0.4 + 0.04 * (random() - 0.5));

/** Share of the texture that gains contrast. */
function textured(options: { noise?: number; wall?: number }): number {
  const { noise = 0, wall = 0 } = options;
  const [input, plan] = drawn(greyOf(width, height, cloth), {
    content: { walls: new Float32Array(width * height).fill(wall) },
    // White noise of this deviation in display values: the light's slope at 0.4 is about 0.76.
    setting: { noise: { constant: (0.76 * noise) ** 2, perLight: 0, rounding: 0 } },
  });
  const { coefficients } = { ...plan, ...planTexture(input, plan) };
  return 1 - coefficients[2 * (40 * width + 60)];
}

describe("texture", () => {
  test("gains contrast on cloth", () => {
    expect(textured({})).toBeGreaterThan(0.5);
  });

  test("follows the curve alone if it is mostly noise", () => {
    const whole = textured({});
    expect(textured({ noise: 0.002 })).toBeGreaterThan(0.9 * whole);
    expect(textured({ noise: 0.012 })).toBeCloseTo(0.5 * whole, 1);
    expect(textured({ noise: 0.05 })).toBeLessThan(0.1 * whole);
  });

  test("of white walls is left nearly as it is", () => {
    expect(textured({ wall: 1 })).toBeCloseTo(0.2 * textured({}), 5);
  });
});
