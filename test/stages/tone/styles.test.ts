import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { enhanceTables, resolveEnhanceOptions } from "../../../src/pipeline/options.ts";
import { styleNames } from "../../../src/stages/tone/index.ts";
import { testContext } from "../../support/context.ts";
import { tone } from "../../support/tone.ts";
import { room } from "./scenes.ts";

const photograph = room(480, 360, { exposure: 0.5, cast: [1.08, 1, 0.9] });

async function styled(style: (typeof styleNames)[number]): Promise<IntegerImage> {
  return (await tone({ image: photograph }, { style }, testContext())).image;
}

/** Mean over the wall, and the spread of the wooden floor's channels. */
function looksOf({ data }: IntegerImage) {
  const at = (x: number, y: number) => [...data.subarray(3 * (y * 480 + x), 3 * (y * 480 + x) + 3)];
  const [wall, floor] = [at(60, 150), at(100, 330)];
  return {
    brightness: (wall[0] + wall[1] + wall[2]) / 3,
    warmth: wall[0] - wall[2],
    colour: Math.max(...floor) - Math.min(...floor),
  };
}

describe("a style", () => {
  test("gives the same bytes again", async () => {
    for (const style of styleNames) expect((await styled(style)).data).toEqual((await styled(style)).data);
  });

  test("goes where it says", async () => {
    const looks = Object.fromEntries(
      await Promise.all(styleNames.map(async (style) => [style, looksOf(await styled(style))] as const)),
    );
    const { property, natural, warm, modern, neutral } = looks;
    expect(natural.brightness).toBeLessThan(property.brightness - 8);
    expect(warm.warmth).toBeGreaterThan(property.warmth + 5);
    expect(modern.warmth).toBeLessThan(property.warmth - 1);
    expect(modern.brightness).toBeGreaterThan(property.brightness + 2);
    expect(neutral.colour).toBeLessThan(property.colour - 5);
  });

  test("is overridden by every option that is given", () => {
    const { tone: options } = resolveEnhanceOptions(enhanceTables, {
      style: "warm",
      warmth: 0.1,
      whiteBalance: undefined,
    });
    expect(options).toMatchObject({ style: "warm", warmth: 0.1, whiteBalance: 0.9 });
    expect(resolveEnhanceOptions(enhanceTables, {}).tone).toMatchObject({ style: "property", warmth: 0 });
    expect(() => resolveEnhanceOptions(enhanceTables, { style: "loud" })).toThrow(/style must be/);
  });
});
