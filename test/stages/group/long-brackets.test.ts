import { describe, expect, test } from "vitest";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";

/** Brackets of `count` frames by a third or two thirds of a stop, a second apart, 40 s between two. */
function brackets(count: number, stepEv: number): GroupFrame[] {
  return [0, 1].flatMap((set) =>
    Array.from({ length: count }, (_, i) =>
      frameOf({
        name: `IMG_${1000 + set * count + i}.jpg`,
        atS: set * (count + 40) + i,
        timeS: (1 / 4000) * 2 ** (stepEv * i) * 1.1,
        photo: { series: { bracketing: true } },
      }),
    ),
  );
}

describe("long brackets", () => {
  test.each([2, 7, 16, 22, 25])("of %i frames are one set each", async (count) => {
    const { groups } = await group({ frames: brackets(count, count > 12 ? 0.5 : 1) }, {}, testContext());
    expect(groups.map((set) => set.frames.length)).toEqual([count, count]);
  });

  test("a limit that splits one is named with both values", async () => {
    const context = testContext();
    await group({ frames: brackets(22, 0.5) }, { maxBracketSize: 10 }, context);
    expect(context.warnings.filter(({ code }) => code === "group/size-limit")[0].message).toMatch(
      /IMG_1000\.jpg to IMG_1021\.jpg look like one set of 22 frames, but maxBracketSize is 10/,
    );
  });
});

/** f-numbers of a bracket by aperture; the camera gave one exposure twice, a third of a stop from the next. */
const apertures = [6.3, 5, 3.2, 2.8, 2.8, 4, 8];

function byAperture(sets: number): GroupFrame[] {
  return Array.from({ length: sets }, (_, set) =>
    apertures.map((fNumber, i) =>
      frameOf({
        name: `IMG_${100 + 7 * set + i}.jpg`,
        atS: 40 * set + i,
        timeS: 1 / 30,
        fNumber,
        resolutionMs: 1000,
        photo: { series: { bracketing: true } },
      }),
    ),
  ).flat();
}

describe("a pattern that the shoot repeats", () => {
  test("outweighs two like exposures and steps of a third of a stop", async () => {
    const { groups } = await group({ frames: byAperture(3) }, {}, testContext());
    expect(groups.map((set) => set.frames.length)).toEqual([7, 7, 7]);
  });

  test("does not join brackets that follow one another", async () => {
    const evs = [0, -2, 2, 0, -2, 2];
    const frames = [0, 1, 2].flatMap((set) =>
      evs.map((ev, i) =>
        frameOf({ name: `IMG_${100 + 6 * set + i}.jpg`, atS: 40 * set + i, timeS: (1 / 60) * 2 ** ev }),
      ),
    );
    const { groups } = await group({ frames }, {}, testContext());
    expect(groups.map((set) => set.frames.length)).toEqual([3, 3, 3, 3, 3, 3]);
  });
});
