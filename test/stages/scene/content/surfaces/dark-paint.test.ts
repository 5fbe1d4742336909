import { describe, expect, test } from "vitest";
import { lumaOf, shrinkToEdge } from "../../../../../src/ops/index.ts";
import { findDarkPaint } from "../../../../../src/stages/scene/content/surfaces/dark-paint.ts";
import { findSurfaces } from "../../../../../src/stages/scene/content/surfaces/surfaces.ts";
import { testContext } from "../../../../support/context.ts";
import { type Paint, paint, whiteRoomWithWall } from "../../../tone/scenes.ts";

const [width, height] = [480, 320];
const charcoal = [66, 70, 78] as const;

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

  test("is known by white fittings that get the same light", async () => {
    expect(await sureness(whiteRoomWithWall(charcoal), place)).toBe(1);
    expect(await sureness(whiteRoomWithWall([38, 52, 92]), place)).toBe(1);
    expect(await sureness(whiteRoomWithWall(charcoal), place, true)).toBe(1);
  });

  test("is not seen in a white wall, not in the shade either", async () => {
    expect(await sureness(whiteRoomWithWall([196, 195, 193]), place)).toBe(0);
    expect(await sureness(whiteRoomWithWall([196, 195, 193], { light: 0.36 }), place)).toBe(0);
  });

  test("is not detected without fittings, nor by a bright room next door", async () => {
    expect(await sureness(whiteRoomWithWall(charcoal, { fittings: false }), [200, 200])).toBe(0);
    const nextDoor: Paint = (x, y) => (x > 100 && x < 170 && y > 90 ? [214, 213, 211] : [70, 70, 69]);
    expect(await sureness(nextDoor, [300, 150])).toBe(0);
  });

  test("is not wood, and no floor", async () => {
    expect(await sureness(whiteRoomWithWall([92, 58, 34]), place)).toBe(0);
    const floor: Paint = (x, y) => {
      if (y < 190) return [196, 195, 193];
      return y < 197 || (x % 120 < 8 && y > 220) ? [214, 213, 211] : charcoal;
    };
    expect(await sureness(floor, [60, 300])).toBe(0);
  });
});
