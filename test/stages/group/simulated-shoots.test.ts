import { describe, expect, test } from "vitest";
import { group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";
import { simulateShoot } from "./shoot-simulator.ts";

/** 99.4 % over the first 300 shoots when this was written; the worst kind, identical hotel rooms, 89 %. */
const leastShare = 0.98;
const shootsAtOnce = 50;

describe("group on simulated shoots", () => {
  test.each([1, 101])("finds the true sets of 50 shoots from seed %i, with few thumbnails", async (from) => {
    const sum = { sets: 0, right: 0, frames: 0, thumbnails: 0 };
    for (let seed = from; seed < from + shootsAtOnce; seed++) {
      const { frames, truth } = simulateShoot(seed);
      const { groups, thumbnailsRead } = await group(frames, {}, testContext());
      const found = new Set(groups.map((set) => [...set.frames].sort((a, b) => a - b).join()));
      const sets = trueSets(truth);
      sum.sets += sets.length;
      sum.right += sets.filter((set) => found.has(set.join())).length;
      sum.frames += frames.length;
      sum.thumbnails += thumbnailsRead;
    }
    expect(sum.right / sum.sets, JSON.stringify(sum)).toBeGreaterThanOrEqual(leastShare);
    expect(sum.thumbnails / sum.frames, JSON.stringify(sum)).toBeLessThan(0.3);
  });

  test("needs no thumbnail for 500 frames of equal brackets", async () => {
    const frames = Array.from({ length: 500 }, (_, i) =>
      frameOf({
        name: `${i}.jpg`,
        atS: Math.floor(i / 5) * 9 + (i % 5) * 0.4,
        timeS: 2 ** ((i % 5) - 7),
        resolutionMs: 1000,
      }),
    );
    const result = await group(frames, {}, testContext());
    expect(result.thumbnailsRead).toBe(0);
    expect(result.groups.map((set) => set.frames.length)).toEqual(new Array(100).fill(5));
  });
});

function trueSets(truth: readonly number[]): number[][] {
  const sets = new Map<number, number[]>();
  for (const [i, set] of truth.entries()) sets.set(set, [...(sets.get(set) ?? []), i]);
  return [...sets.values()];
}
