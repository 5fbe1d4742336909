import { describe, expect, test } from "vitest";
import { chooseExposures } from "../../../src/stages/merge/plan-tones.ts";

/** Scene light from `least` to `most`, evenly. */
const light = (least: number, most: number) =>
  Float32Array.from({ length: 1000 }, (_, i) => least + ((most - least) * i) / 999);
const stopsOf = (list: readonly { readonly stops: number }[]) => list.map(({ stops }) => stops);

describe("the exposures that are simulated", () => {
  test("go down until the brightest light is shown, and no further", () => {
    const chosen = chooseExposures(light(-10, -3), { roomStops: 6, longestStops: 6, windowPull: "natural" });
    expect(stopsOf(chosen)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test("go down to the darkest frame, and up to a step beyond the longest", () => {
    const chosen = chooseExposures(light(-10, 0), { roomStops: 2.5, longestStops: 4, windowPull: "natural" });
    expect(stopsOf(chosen)).toEqual([0, 0.5, 1.5, 2.5, 3.5, 4.5]);
  });

  test("depend on the scene alone: a darker frame that nothing needs changes none of them", () => {
    const target = { windowPull: "natural" } as const;
    const few = chooseExposures(light(-8, -2), { ...target, roomStops: 4, longestStops: 6 });
    // The darkest frame is two stops darker now, and all light is measured from its white.
    const more = chooseExposures(light(-10, -4), { ...target, roomStops: 6, longestStops: 8 });
    expect(stopsOf(more).map((stops) => stops - 2)).toEqual(stopsOf(few));
  });
});
