import { describe, expect, test } from "vitest";
import { meanPlanes, planGrade, planPlanes } from "../../../src/stages/merge/grade-plan.ts";
import type { SmallFrames } from "../../../src/stages/merge/small-frames.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [96, 48];
const cells = width * height;
/** A wall up to here, and light five stops brighter from there on. */
const jumpAt = 84;
/** What the room's exposure shows over what fusion made of the wall, in display values. */
const error = 0.2;

/**
 * The plan of a wall, as flat and well exposed as `anchorAt` says, beside a window. `fusedWall` is what fusion made of
 * it (display value), `longest` the light of the longest exposure over the first, in stops.
 */
async function planOf(
  anchorAt: (x: number, y: number) => number,
  { fusedWall = 0.3, longest = 0 } = {},
): Promise<(plane: number, x: number) => number> {
  const context = testContext();
  const means = context.memory.f32(meanPlanes * cells);
  for (let i = 0; i < cells; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const onWall = x < jumpAt;
    const anchor = onWall ? anchorAt(x, y) : 0;
    means[i] = onWall ? -5 : 0;
    means[cells + i] = anchor;
    for (let c = 0; c < 3; c++) {
      means[(2 + c) * cells + i] = anchor * error;
      means[(5 + c) * cells + i] = onWall ? fusedWall : 0.9;
    }
  }
  const plan = context.memory.f32(planPlanes * cells);
  const small = { width, height, structure: [] } as unknown as SmallFrames;
  await planGrade(means, small, { windowPull: "none", longest }, plan, context);
  return (plane, x) => plan[plane * cells + (height >> 1) * width + x];
}

/**
 * How much of the exact colour the plan lets through beside the jump, where so much of the wall is flat and well
 * exposed.
 */
async function agreementBesideJump(anchor: number): Promise<number> {
  const read = await planOf(() => anchor);
  return read(16, jumpAt - 2);
}

describe("the plan of the grade", () => {
  test("sets a wall beside a window exactly where the wall around comes to the room's colour", async () => {
    expect(await agreementBesideJump(1)).toBeGreaterThan(0.95);
  });

  test("does not, where the same wall further away stays as fusion made it: a patch would stand out", async () => {
    expect(await agreementBesideJump(0.15)).toBeLessThan(0.2);
  });

  test("takes a wall for as sure everywhere as its surest parts, also beside the window", async () => {
    const read = await planOf((x, y) => ((x + y) % 3 === 0 ? 0.8 : 0.3));
    const along = Array.from({ length: jumpAt }, (_, x) => read(17, x));
    expect(Math.min(...along)).toBeGreaterThan(0.75);
    expect(Math.max(...along)).toBeLessThanOrEqual(0.8 + 1e-6);
  });

  test("lifts shade that blending made black to a share of what the longest exposure shows", async () => {
    const lift = async (setting: { fusedWall?: number; longest: number }) => {
      const read = await planOf(() => 0, setting);
      return read(10, 10) * -5 + read(11, 10);
    };
    // Light of -5 stops: at 3 stops over the first, a display value of 0.54, of which 0.12 is shown.
    expect(await lift({ fusedWall: -0.1, longest: 3 })).toBeCloseTo(0.22, 2);
    expect(await lift({ fusedWall: 0.3, longest: 3 })).toBeLessThan(0.002);
    // What the longest exposure shows near black is shown as bright as that, and what none shows stays black.
    expect(await lift({ fusedWall: 0, longest: -4 })).toBeCloseTo(0.025, 2);
    expect(await lift({ fusedWall: 0, longest: -9 })).toBeLessThan(0.002);
  });

  test("is not sure of a wall that has no flat part", async () => {
    const read = await planOf(() => 0);
    expect(read(17, 10)).toBe(0);
  });
});
