import { describe, expect, test } from "vitest";
import { group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";

/**
 * Brackets of these exposures, each followed by a dark frame as long, 5 s from set to set; times are written in round
 * numbers.
 */
function nightShoot(sets: number, timesS: readonly number[]) {
  let nowS = 0;
  return Array.from({ length: sets * timesS.length }, (_, i) => {
    const timeS = timesS[i % timesS.length];
    const writtenS = timeS === 32 ? 30 : timeS === 16 ? 15 : timeS;
    const frame = frameOf({ name: `IMG_${1000 + i}.CR2`, atS: nowS, timeS: writtenS, resolutionMs: 10 });
    nowS += 2 * timeS + (i % timesS.length === timesS.length - 1 ? 5 : 0.3);
    return frame;
  });
}

describe("dark frames after long exposures", () => {
  test.each([[[30, 15, 8, 4, 2]], [[2, 4, 8, 15, 30]], [[8, 2, 30]], [[32, 16, 8, 4, 2]], [[32, 8, 2, 1 / 2, 1 / 8]]])(
    "are not pauses in brackets of %j s, short though the way to the next set is",
    async (timesS) => {
      const { groups } = await group({ frames: nightShoot(8, timesS) }, {}, testContext());
      expect(groups.map(({ frames }) => frames.length)).toEqual(new Array(8).fill(timesS.length));
      for (const { frames } of groups) expect(frames[0] % timesS.length).toBe(0);
    },
  );

  test("are none the less where a white-balance bracket gave three files of one exposure", async () => {
    const frames = nightShoot(8, [32, 8, 2]);
    const developed = ["a", "b", "c"].map((name) => {
      const frame = frameOf({ name: `WB_${name}.CR2`, atS: 9000, timeS: 8, resolutionMs: 10 });
      return { ...frame, photo: { ...frame.photo, series: { otherBracketing: "white-balance" as const } } };
    });
    const { groups } = await group({ frames: [...frames, ...developed] }, {}, testContext());
    expect(groups.map((set) => set.frames.length)).toEqual([...new Array(8).fill(3), 1, 1, 1]);
  });
});
