import { describe, expect, test } from "vitest";
import { shrinkToEdge } from "../../../src/ops/index.ts";
import { findDarkPaint } from "../../../src/stages/tone/dark-paint.ts";
import { tone } from "../../../src/stages/tone/index.ts";
import { runningLeast } from "../../../src/stages/tone/running-least.ts";
import { lumaOf } from "../../../src/stages/tone/statistics.ts";
import { findSurfaces } from "../../../src/stages/tone/surfaces.ts";
import { testContext } from "../../support/context.ts";
import { type Paint, paint } from "./scenes.ts";

const [width, height] = [480, 320];
const charcoal = [66, 70, 78] as const;

type Color = readonly [number, number, number];

/**
 * A white room with one other wall on the left: a cornice over it, a skirting under it, three switches. `light` is the
 * share of the display values that falls on this side.
 */
function wall(color: Color, { fittings = true, light = 1 } = {}): Paint {
  const lit = (value: Color): Color => [value[0] * light, value[1] * light, value[2] * light];
  return (x, y) => {
    const isLeft = x < 240;
    if (y < 60) return isLeft ? lit([206, 205, 203]) : [206, 205, 203];
    const isFitting = y < 66 || (y >= 240 && y < 247) || (y > 150 && y < 162 && x > 40 && x < 90 && x % 20 < 11);
    if (y < 247 && isLeft) return lit(isFitting && fittings ? [214, 213, 211] : color);
    if (y < 247) return [196, 195, 193];
    return isLeft ? lit([150, 110, 74]) : [150, 110, 74];
  };
}

/** How surely a place (pixels) is painted dark. */
async function sureness(color: Paint, [x, y]: readonly [number, number], wrapX = false) {
  const small = await shrinkToEdge(paint(width, height, color), 512, testContext());
  const luma = lumaOf(small);
  const copy = { width: small.width, height: small.height, wrapX };
  const found = findDarkPaint(copy, { luma, surfaces: findSurfaces(small, luma, wrapX) });
  return found[Math.floor((y * small.height) / height) * small.width + Math.floor((x * small.width) / width)];
}

describe("dark paint", () => {
  const place = [130, 110] as const;

  test("is known by white fittings that stand in the same light", async () => {
    expect(await sureness(wall(charcoal), place)).toBe(1);
    expect(await sureness(wall([38, 52, 92]), place)).toBe(1);
    expect(await sureness(wall(charcoal), place, true)).toBe(1);
  });

  test("is not seen in a white wall, not in the shade either", async () => {
    expect(await sureness(wall([196, 195, 193]), place)).toBe(0);
    expect(await sureness(wall([196, 195, 193], { light: 0.36 }), place)).toBe(0);
  });

  test("is not told without fittings, nor by a bright room next door", async () => {
    expect(await sureness(wall(charcoal, { fittings: false }), [200, 200])).toBe(0);
    const nextDoor: Paint = (x, y) => (x > 100 && x < 170 && y > 90 ? [214, 213, 211] : [70, 70, 69]);
    expect(await sureness(nextDoor, [300, 150])).toBe(0);
  });

  test("is not wood, and no floor", async () => {
    expect(await sureness(wall([92, 58, 34]), place)).toBe(0);
    const floor: Paint = (x, y) => {
      if (y < 190) return [196, 195, 193];
      return y < 197 || (x % 120 < 8 && y > 220) ? [214, 213, 211] : charcoal;
    };
    expect(await sureness(floor, [60, 300])).toBe(0);
  });

  test("stays dark beside white walls", async () => {
    const share = async (options?: { fittings: boolean }) => {
      const toned = await tone({ image: paint(width, height, wall(charcoal, options)) }, {}, testContext());
      const green = (x: number) => toned.image.data[3 * (place[1] * width + x) + 1];
      return green(place[0]) / green(400);
    };
    expect(await share()).toBeLessThan(0.9 * (await share({ fittings: false })));
  });
});

describe("the running least", () => {
  test.each([false, true])("is the least of every window (round a circle: %s)", (wrapX) => {
    const plane = {
      width: 31,
      height: 17,
      data: Float32Array.from({ length: 31 * 17 }, (_, i) => ((i * 211) % 97) / 97),
    };
    for (const radius of [1, 4, 9]) {
      const least = runningLeast(plane, radius, wrapX);
      for (let i = 0; i < least.length; i++) expect(least[i]).toBe(leastAround(plane, i, radius, wrapX));
    }
  });
});

function leastAround(
  { width, height, data }: { width: number; height: number; data: Float32Array },
  at: number,
  radius: number,
  wrapX: boolean,
): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let least = 1;
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = x - radius; u <= x + radius; u++) {
      if (!wrapX && (u < 0 || u >= width)) continue;
      least = Math.min(least, data[v * width + ((u + width) % width)]);
    }
  }
  return least;
}
