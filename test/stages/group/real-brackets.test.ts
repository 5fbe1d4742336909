import { basename } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { emptyPhoto, type Photo } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { hasPhotographs, sharedFixtures } from "../../support/shared-fixtures.ts";
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

describe.skipIf(!hasPhotographs("brackets/kitchen"))("group on real brackets", () => {
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
    expect(namesOf(frames, await group({ frames }, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([1, 2, 3])("finds them shuffled (%i)", async (seed) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    expect(namesOf(frames, await group({ frames }, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([1, 2, 3])("finds them under meaningless names (%i)", async (seed) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    const renamed = frames.map((frame, i) => ({ ...frame, name: meaningless(frame, i) }));
    expect(namesOf(frames, await group({ frames: renamed }, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([1, 2])("finds them without any metadata, shuffled, under meaningless names (%i)", async (seed) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    const bare = frames.map((frame, i) => ({ ...frame, name: meaningless(frame, i * seed), photo: bareOf(frame) }));
    expect(namesOf(frames, await group({ frames: bare }, {}, testContext()))).toEqual(truth(frames));
  });

  test.each([
    ["their own names", 1, (frame: GroupFrame) => frame.name],
    ["meaningless names", 2, meaningless],
  ])("finds them where every third file lost its metadata, under %s", async (_, seed, rename) => {
    const frames = shuffled(framesOf([...five, ...more]), seed);
    const some = frames.map((frame, i) => ({
      ...frame,
      name: rename(frame, i),
      photo: i % 3 === 0 ? bareOf(frame) : frame.photo,
    }));
    expect(namesOf(frames, await group({ frames: some }, {}, testContext()))).toEqual(truth(frames));
  });

  test("finds folders with the same names laid into one, with marks where names clashed", async () => {
    const frames = shuffled(framesOf([...five, ...more]), 4);
    const taken = new Map<string, number>();
    const merged = frames.map((frame) => {
      const name = basename(frame.name);
      const clashes = taken.get(name) ?? 0;
      taken.set(name, clashes + 1);
      return { ...frame, name: clashes === 0 ? name : name.replace(".", ` (${clashes}).`) };
    });
    expect(namesOf(frames, await group({ frames: merged }, {}, testContext()))).toEqual(truth(frames));
    const bare = merged.map((frame) => ({ ...frame, photo: bareOf(frame) }));
    expect(namesOf(frames, await group({ frames: bare }, {}, testContext()))).toEqual(truth(frames));
  });
});

function meaningless({ name }: GroupFrame, i: number): string {
  return `${(i * 7919) % 9973}.${/[^.]+$/.exec(name)![0]}`;
}

/** What is left when an editor has dropped the metadata. */
function bareOf({ photo: { widthPx = 0, heightPx = 0, orientation } }: GroupFrame): Photo {
  return { ...emptyPhoto, widthPx, heightPx, orientation };
}

function truth(frames: readonly GroupFrame[]): string[] {
  const sets = new Map<string, string[]>();
  for (const { name } of frames) sets.set(trueSetOf(name), [...(sets.get(trueSetOf(name)) ?? []), name]);
  return [...sets.values()].map((names) => names.sort().join(" ")).sort();
}
