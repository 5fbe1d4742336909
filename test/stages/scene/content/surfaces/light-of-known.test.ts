import { describe, expect, test } from "vitest";
import { lightOfKnown } from "../../../../../src/stages/scene/content/surfaces/light-of-known.ts";
import { whitePaint } from "../../../../../src/stages/scene/content/surfaces/params.ts";

type Chromaticity = readonly [red: number, blue: number];

const [width, height] = [60, 40];
/** A camera set for lamps sees a flash's light as blue. */
const light: Chromaticity = [-0.06, 0.05];
/** A peach wall: log(R/G) and log(B/G) of its paint. */
const peach: Chromaticity = [0.14, -0.12];
const white: Chromaticity = [whitePaint.red, whitePaint.blue];

/** A room by flash whose ceiling covers the upper `share` of the picture, and coloured walls the rest. */
function lightIn(share: number, wall: Chromaticity, known: (row: number) => number = () => 1) {
  const count = width * height;
  const isCeiling = (i: number) => Math.floor(i / width) < share * height;
  const samples = new Float32Array(3 * count);
  const luma = new Float32Array(count).map((_, i) => (isCeiling(i) ? 0.7 : 0.55));
  for (let i = 0; i < count; i++) {
    const [red, blue] = isCeiling(i) ? white : wall;
    samples.set([red + light[0], blue + light[1], luma[i] ** 2], 3 * i);
  }
  const plane = (at: (i: number) => number) => new Float32Array(count).map((_, i) => at(i));
  const found = lightOfKnown(
    { samples, red: 0, blue: 0, confidence: 1 },
    {
      luma,
      known: plane((i) => known(Math.floor(i / width))),
      ceilings: plane((i) => (isCeiling(i) ? 1 : 0)),
      walls: plane((i) => (isCeiling(i) ? 0 : 1)),
    },
  );
  return { ...found, off: Math.hypot(found.red - light[0], found.blue - light[1]) };
}

describe("lightOfKnown", () => {
  test.each([
    ["peach", peach],
    ["dusty blue", [-0.11, 0.1]],
    ["white", white],
  ] as const)("takes the light from the ceiling, whatever the walls are painted: %s", (_, wall) => {
    const { off, confidence } = lightIn(0.25, wall);
    expect(off).toBeLessThan(0.02);
    expect(confidence).toBe(1);
  });

  test("follows paint that is near white only part of the way", () => {
    expect(lightIn(0.25, [0.03, -0.05]).off).toBeLessThan(0.03);
    expect(lightIn(0.25, [-0.09, -0.11]).off).toBeLessThan(0.05);
  });

  test("takes the grey of all surfaces where no ceiling is seen, and less of it the more of one is", () => {
    const offs = [0, 0.05, 0.1, 0.25].map((share) => lightIn(share, peach).off);
    expect(offs[0]).toBeGreaterThan(0.1);
    for (let i = 1; i < offs.length; i++) expect(offs[i]).toBeLessThan(offs[i - 1]);
  });

  test("does not count a ceiling whose colour is not known", () => {
    expect(lightIn(0.25, peach, (row) => (row < 10 ? 0 : 1)).off).toBeGreaterThan(0.1);
  });

  test("finds nothing where no colour is known", () => {
    expect(lightIn(0.25, peach, () => 0).confidence).toBe(0);
  });
});
