import { beforeAll, describe, expect, test } from "vitest";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { hasSharedFixtures, sharedFixtures } from "../../support/shared-fixtures.ts";
import { readShootFrames, trueSetOf } from "../../support/shoot-frames.ts";
import { namesOf, shuffled } from "./frames.ts";

const five = ["kitchen", "raw_d5000", "library_canon", "lighthouse", "mask"];
const more = [
  "grandcanal",
  "corridor",
  "arch",
  "garden",
  "mer_Flowers",
  "mer_OldHouse",
  "mer_SeaRock",
  "samsung_scene2",
];

describe.skipIf(!hasSharedFixtures)("group on real brackets", () => {
  let all: GroupFrame[] = [];
  beforeAll(async () => {
    all = await readShootFrames([...five, ...more].flatMap((folder) => sharedFixtures(`brackets/${folder}`)));
  });
  const framesOf = (folders: readonly string[]) => all.filter((frame) => folders.includes(trueSetOf(frame.name)));

  test.each([
    ["five brackets", five],
    ["all thirteen", [...five, ...more]],
  ])("finds %s thrown into one list", async (_, folders) => {
    const frames = framesOf(folders);
    expect(namesOf(frames, await group(frames, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([1, 2, 3])("finds them shuffled (%i)", async (seed) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    expect(namesOf(frames, await group(frames, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([1, 2, 3])("finds them under meaningless names (%i)", async (seed) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    const renamed = frames.map((frame, i) => ({
      ...frame,
      name: `${(i * 7919) % 9973}.${/[^.]+$/.exec(frame.name)![0]}`,
    }));
    expect(namesOf(frames, await group(renamed, {}, testContext()))).toEqual(truth(frames));
  });
});

function truth(frames: readonly GroupFrame[]): string[] {
  const sets = new Map<string, string[]>();
  for (const { name } of frames) sets.set(trueSetOf(name), [...(sets.get(trueSetOf(name)) ?? []), name]);
  return [...sets.values()].map((names) => names.sort().join(" ")).sort();
}
