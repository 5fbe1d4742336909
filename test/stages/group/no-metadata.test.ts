import { describe, expect, test } from "vitest";
import { emptyPhoto } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { lazyScene, type PaintedScene, paintChurch, photograph } from "./painted-scene.ts";

interface Shot {
  readonly scene: number;
  readonly ev: number;
  readonly size?: readonly [number, number];
  readonly isFlashed?: boolean;
}

/** Files that say nothing but their size, numbered in the order of taking. */
function bare(shots: readonly Shot[]): GroupFrame[] {
  const scenes = new Map<number, ReturnType<typeof lazyScene>>();
  return shots.map(({ scene, ev, size: [widthPx, heightPx] = [6000, 4000], isFlashed = false }, i) => {
    if (!scenes.has(scene)) scenes.set(scene, lazyScene(scene));
    return {
      name: `Elm Street-${String(i + 1).padStart(3, "0")}.jpg`,
      photo: emptyPhoto,
      widthPx,
      heightPx,
      thumbnail: async () => photograph(litBy(scenes.get(scene)!(), isFlashed), { ev, dx: 0, dy: 0, seed: i }),
    };
  });
}

/** A flash lights what is near and dark more than the windows. */
function litBy(scene: PaintedScene, isFlashed: boolean): PaintedScene {
  return isFlashed ? { ...scene, light: scene.light.map((light) => 0.4 * Math.min(1, light) ** 0.45) } : scene;
}

const bracket = (scene: number, evs: readonly number[], offEv = 0): Shot[] =>
  evs.map((ev) => ({ scene, ev: ev + offEv }));
const setsOf = async (shots: readonly Shot[]) =>
  (await group({ frames: bare(shots) }, {}, testContext())).groups.map(({ frames }) =>
    [...frames].sort((a, b) => a - b),
  );
const runs = (...sizes: readonly number[]) => {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => next++));
};

/** Seeds of painted scenes that are unlike one another. */
const rooms = [101, 102, 103, 104, 105, 106, 107];

describe("a shoot without any metadata", () => {
  test("keeps single photographs apart from the brackets of the same scene", async () => {
    const shots = rooms.flatMap((room, i) => [
      ...(i === 2 || i === 4 ? [{ scene: room, ev: -0.9 }] : []),
      ...bracket(room, [0, -2, 2]),
    ]);
    expect(await setsOf(shots)).toEqual(runs(3, 3, 1, 3, 3, 1, 3, 3, 3));
  });

  test("has a frame that is all white in the set whose order it completes", async () => {
    const first = rooms.flatMap((room, i) => bracket(room, [i === 3 ? 14 : 2, 0, -2]));
    expect(await setsOf(first)).toEqual(runs(3, 3, 3, 3, 3, 3, 3));
    const last = rooms.flatMap((room, i) => bracket(room, [-2, 0, i === 3 ? 14 : 2]));
    expect(await setsOf(last)).toEqual(runs(3, 3, 3, 3, 3, 3, 3));
  });

  test("is not bridged by blank frames between sets from black to white", async () => {
    const evs = [-6, -3, 0, 3, 6];
    expect(await setsOf(rooms.slice(0, 3).flatMap((room) => bracket(room, evs)))).toEqual(runs(5, 5, 5));
    const white = [0, 2, 4, 6];
    expect(await setsOf(rooms.slice(0, 3).flatMap((room) => bracket(room, white)))).toEqual(runs(4, 4, 4));
  });

  test("has the ends of long brackets in their sets, whichever exposure came first", async () => {
    expect(await setsOf(rooms.slice(0, 4).flatMap((room) => bracket(room, [-4, 4, 0, -2, 2])))).toEqual(
      runs(5, 5, 5, 5),
    );
  });

  test("says that it is not sure of a white frame that could be of either neighbour", async () => {
    const shots = [...bracket(101, [0, -2]), { scene: 102, ev: 14 }, ...bracket(103, [0, -2])];
    const { groups } = await group({ frames: bare(shots) }, {}, testContext());
    const own = groups.find(({ frames }) => frames.includes(2))!;
    expect(own.confidence).toBeLessThan(0.6);
    expect(own.frames.length).toBe(3);
  });

  test("shows two cameras of different sizes each in its own brackets, though their files are numbered as one", async () => {
    const small = (shots: readonly Shot[]) => shots.map((shot) => ({ ...shot, size: [4000, 3000] as const }));
    const shots = rooms.slice(0, 6).flatMap((room, i) => {
      const [a, b] = [bracket(room, [0, -2, 2]), small(bracket(room + 50, [2, 1, 0, -1, -2]))];
      return i % 2 === 0 ? [...a, ...b] : [a[0], b[0], b[1], a[1], b[2], a[2], b[3], b[4]];
    });
    const sets = await setsOf(shots);
    expect(sets).toHaveLength(12);
    for (const set of sets) expect(new Set(set.map((i) => shots[i].scene)).size).toBe(1);
  });

  test("has a frame darker than all of a bracket in the set that it follows", async () => {
    const shots = rooms.flatMap((room, i) => [
      ...bracket(room, [0, -2, 2]),
      ...(i % 2 === 0 ? [{ scene: room, ev: -3.4 }] : []),
    ]);
    expect(await setsOf(shots)).toEqual(runs(4, 3, 4, 3, 4, 3, 4));
  });

  test("has the frames by flash in the sets that they follow, and not among what is merged", async () => {
    const shots = rooms.flatMap((room, i) => [
      ...bracket(room, [-2, 0, 2]),
      ...(i % 3 === 2 ? [] : [{ scene: room, ev: 0, isFlashed: true }]),
    ]);
    const { groups } = await group({ frames: bare(shots) }, {}, testContext());
    expect(groups.map(({ frames, flash }) => [frames.length, flash.length])).toEqual(
      rooms.map((_, i) => [3, i % 3 === 2 ? 0 : 1]),
    );
  });

  test("has a single frame by flash in its set, where one of the bracket has nearly its exposure", async () => {
    const shots = rooms.flatMap((room, i) => [
      ...bracket(room, [-2, 0, 2]),
      ...(i === 3 ? [{ scene: room, ev: 0, isFlashed: true }] : []),
    ]);
    const { groups } = await group({ frames: bare(shots) }, {}, testContext());
    expect(groups.map(({ frames, flash }) => [frames.length, flash.length])).toEqual(
      rooms.map((_, i) => [3, i === 3 ? 1 : 0]),
    );
  });

  test("is not sure that a frame of a bracket's own scene is none of it", async () => {
    const shots = rooms.flatMap((room, i) => [...bracket(room, [0, -2, 2]), ...(i === 3 ? bracket(room, [0.4]) : [])]);
    const { groups } = await group({ frames: bare(shots) }, {}, testContext());
    expect(groups.map(({ frames, confidence }) => [frames.length, confidence > 0.9]).slice(3, 5)).toEqual([
      [3, false],
      [1, false],
    ]);
  });

  test("takes the dark end of every bracket for no flash, however its contrast shrinks", async () => {
    const shots = rooms.flatMap((room) => [...bracket(room, [2, 0]), { scene: room, ev: -2, isFlashed: true }]);
    const { groups } = await group({ frames: bare(shots) }, {}, testContext());
    expect(groups.map(({ frames, flash }) => [frames.length, flash.length])).toEqual(rooms.map(() => [3, 0]));
  });
});

describe("a shoot without any metadata, under names that show no order", () => {
  const hashed = (frames: readonly GroupFrame[]) =>
    frames.map((frame, i) => ({ ...frame, name: `${((i + 1) * 2654435761).toString(16)}x${(i * 7919) % 9973}.jpg` }));
  const membersOf = async (shots: readonly Shot[], options = {}) =>
    (await group({ frames: hashed(bare(shots)) }, options, testContext())).groups
      .map(({ frames }) => [...frames].sort((a, b) => a - b))
      .sort((a, b) => a[0] - b[0]);

  test("has brackets of any sizes as its sets, however they are mixed", async () => {
    const evs = [
      [0, -2, 2],
      [0, -2, 2, -4, 4],
      [0, -1, 1, -2, 2, -3, 3],
    ];
    expect(await membersOf(rooms.flatMap((room, i) => bracket(room, evs[i % 3])))).toEqual(runs(3, 5, 7, 3, 5, 7, 3));
  });

  test("has a set of six from black to white as one, and says that no names gave an order", async () => {
    const warnings: string[] = [];
    const context = { ...testContext(), warn: (_: string, message: string) => void warnings.push(message) };
    await group({ frames: hashed(bare(bracket(101, [-6, -4, -2, 0, 2, 4]))) }, {}, context);
    expect(warnings).toEqual([expect.stringContaining("names that show no order")]);
    expect(await membersOf(bracket(101, [-6, -4, -2, 0, 2, 4]))).toEqual(runs(6));
  });

  test("has frames that show nothing in no set that could as well not be theirs, and is not sure", async () => {
    const shots = [101, 102, 103].flatMap((room) => [...bracket(room, [0, -2]), { scene: room, ev: 30 }]);
    const { groups } = await group({ frames: hashed(bare(shots)) }, {}, testContext());
    for (const { frames, confidence } of groups) {
      expect(new Set(frames.map((i) => shots[i].scene)).size).toBe(1);
      expect(confidence).toBeLessThan(0.9);
    }
  });

  test("is not sure of two halves of a dark church's set, no exposure of which came twice", async () => {
    const [church, ...others] = [paintChurch(1), ...[911, 912, 913, 914].map((seed) => lazyScene(seed)())];
    const shots = [
      ...[5, -1, 7, 1, -3, 3].map((ev) => ({ scene: church, ev })),
      ...others.flatMap((scene, i) => (i === 3 ? [0, -2, 2] : [-2, 0, 2]).map((ev) => ({ scene, ev }))),
    ];
    const frames = shots.map(({ scene, ev }, i) => ({
      ...{ name: `nave-${String(i + 1).padStart(3, "0")}.jpg`, photo: emptyPhoto, widthPx: 6000, heightPx: 4000 },
      thumbnail: async () => photograph(scene, { ev, dx: 0, dy: 0, seed: i + 100 }),
    }));
    const { groups } = await group({ frames }, {}, testContext());
    const parts = groups.filter((set) => set.frames.some((i) => i < 6));
    expect(parts.flatMap((set) => set.frames).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    if (parts.length > 1) for (const { confidence } of parts) expect(confidence).toBeLessThan(0.9);
  });

  test("takes a bracket that came twice for two sets, or for one where camera angles are asked for", async () => {
    const shots = [...bracket(101, [0, -2, 2]), ...bracket(101, [0, -2, 2]), ...bracket(102, [0, -2, 2])];
    expect((await membersOf(shots)).map(({ length }) => length)).toEqual([3, 3, 3]);
    expect((await membersOf(shots, { sameView: true })).map(({ length }) => length)).toEqual([6, 3]);
  });
});
