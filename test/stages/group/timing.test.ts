import { describe, expect, test } from "vitest";
import { group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";

/** Brackets of these exposures, each followed by a dark frame as long, 5 s from set to set. */
function nightShoot(sets: number, timesS: readonly number[]) {
  let nowS = 0;
  return Array.from({ length: sets * timesS.length }, (_, i) => {
    const timeS = timesS[i % timesS.length];
    const frame = frameOf({ name: `IMG_${1000 + i}.CR2`, atS: nowS, timeS, resolutionMs: 10 });
    nowS += 2 * timeS + (i % timesS.length === timesS.length - 1 ? 5 : 0.3);
    return frame;
  });
}

describe("dark frames after long exposures", () => {
  test.each([[[30, 15, 8, 4, 2]], [[2, 4, 8, 15, 30]], [[8, 2, 30]]])(
    "are no pauses in brackets of %j s, short though the way to the next set is",
    async (timesS) => {
      const { groups } = await group(nightShoot(8, timesS), {}, testContext());
      expect(groups.map(({ frames }) => frames.length)).toEqual(new Array(8).fill(timesS.length));
      for (const { frames } of groups) expect(frames[0] % timesS.length).toBe(0);
    },
  );
});
