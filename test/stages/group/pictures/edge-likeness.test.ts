import { beforeAll, describe, expect, test } from "vitest";
import { type Look, loadViews, photograph, type View } from "../../../../fixtures/shoots/index.ts";
import { edgeLikeness, edgesOf } from "../../../../src/stages/group/pictures/edges.ts";
import { pictureOf } from "../../../../src/stages/group/pictures/picture.ts";

let streets: readonly View[] = [];
beforeAll(async () => {
  streets = (await loadViews()).filter(({ kind, isPortrait }) => kind === "street" && !isPortrait);
});

describe("edgeLikeness", () => {
  test("knows every street by day and at dusk, and no two streets for one", () => {
    const days = streets.map((view, i) => edges(view, { seed: i }));
    const dusks = streets.map((view, i) => edges(view, { isDusk: true, ev: 0.5, seed: 100 + i }));
    expect(streets.length).toBeGreaterThan(10);
    const same = days.map((day, i) => edgeLikeness(day, dusks[i]));
    const others = days.flatMap((day, i) => dusks.filter((_, k) => k !== i).map((dusk) => edgeLikeness(day, dusk)));
    expect(Math.min(...same)).toBeGreaterThan(0.4);
    expect(Math.max(...others)).toBeLessThan(0.3);
  });
});

function edges(view: View, look: Partial<Look>) {
  const pose = { isMirrored: false, shiftX: 0, shiftY: 0, turnDeg: 0, zoom: 1 };
  const image = photograph({ view, pose, ev: 0, flash: 0, contrast: 0.5, tint: [1, 1], noise: 0.01, seed: 1, ...look });
  return edgesOf(pictureOf(image));
}
