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
 * How much of the exact colour the plan lets through beside the jump, where so much of the wall is flat and well
 * exposed.
 */
async function agreementBesideJump(anchor: number): Promise<number> {
  const context = testContext();
  const means = context.memory.f32(meanPlanes * cells);
  for (let i = 0; i < cells; i++) {
    const onWall = i % width < jumpAt;
    means[i] = onWall ? -5 : 0;
    means[cells + i] = onWall ? anchor : 0;
    for (let c = 0; c < 3; c++) {
      means[(2 + c) * cells + i] = onWall ? anchor * error : 0;
      means[(5 + c) * cells + i] = onWall ? 0.3 : 0.9;
    }
  }
  const plan = context.memory.f32(planPlanes * cells);
  const small = { width, height, structure: [] } as unknown as SmallFrames;
  await planGrade(means, small, "none", plan, context);
  return plan[14 * cells + (height >> 1) * width + jumpAt - 2];
}

describe("the plan of the grade", () => {
  test("sets a wall beside a window exactly where the wall around comes to the room's colour", async () => {
    expect(await agreementBesideJump(1)).toBeGreaterThan(0.95);
  });

  test("does not, where the same wall further away stays as fusion made it: a patch would stand out", async () => {
    expect(await agreementBesideJump(0.15)).toBeLessThan(0.2);
  });
});
