import { beforeAll, describe, expect, test } from "vitest";
import { addShoot, emptyScore } from "../../../bench/group/score.ts";
import {
  loadViews,
  simulateExport,
  simulateShoot,
  type Trait,
  toFrames,
  traits,
  type View,
} from "../../../fixtures/shoots/index.ts";
import { group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";

/** Shoots of a small flat, so that sixty take seconds. */
const small = { exposures: [15, 40] } as const;

const minShare = 0.985;

let views: readonly View[];
beforeAll(async () => {
  views = await loadViews();
});

describe("group on simulated shoots", () => {
  test("finds the true sets of 60 small shoots, with few thumbnails and hardly a false merge", async () => {
    const score = emptyScore();
    for (let seed = 1; seed <= 60; seed++) {
      const shoot = simulateShoot(seed, views, small);
      const { groups, thumbnailsRead } = await group({ frames: toFrames(shoot) }, {}, testContext());
      const sets = groups.map(({ frames, flash, twins }) => [...frames, ...flash, ...twins.map(({ frame }) => frame)]);
      addShoot(score, shoot, { sets, thumbnailsRead });
    }
    const { failures, traits: byTrait, ...sums } = score;
    expect(sums.exact / sums.sets, JSON.stringify(sums)).toBeGreaterThanOrEqual(minShare);
    expect(sums.falseMerges / sums.sets, JSON.stringify(sums)).toBeLessThan(0.005);
    expect(sums.thumbnails / sums.files, JSON.stringify(sums)).toBeLessThan(0.3);
  });

  test("finds the camera angles of exported shoots: no EXIF, hashed names, no order", async () => {
    const score = emptyScore();
    for (const seed of [1, 2, 7, 12, 30]) {
      const shoot = simulateExport(seed, views, 120);
      const { groups, thumbnailsRead } = await group({ frames: toFrames(shoot) }, { sameView: true }, testContext());
      const sets = groups.map(({ frames, flash, twins }) => [...frames, ...flash, ...twins.map(({ frame }) => frame)]);
      addShoot(score, shoot, { sets, confidences: groups.map(({ confidence }) => confidence), thumbnailsRead });
    }
    const { exact, sets, wrongButSure, falseMerges, traits: byTrait } = score;
    expect(exact / sets).toBeGreaterThanOrEqual(0.96);
    expect(byTrait["day and dusk"]).toMatchObject({ sets: 15, exact: 14 });
    expect(falseMerges).toBe(0);
    expect(wrongButSure).toBeLessThanOrEqual(1);
  });

  test("is not sure of the halves of a view by day and at dusk, and leaves them apart", async () => {
    const score = emptyScore();
    for (const seed of [12, 26, 30]) {
      const shoot = simulateExport(seed, views, 120);
      const { groups, thumbnailsRead } = await group({ frames: toFrames(shoot) }, {}, testContext());
      const sets = groups.map(({ frames, flash, twins }) => [...frames, ...flash, ...twins.map(({ frame }) => frame)]);
      addShoot(score, shoot, { sets, confidences: groups.map(({ confidence }) => confidence), thumbnailsRead });
    }
    const { wrong, falseMerges, confidences } = score;
    const surest = confidences[confidences.length - 1];
    expect(wrong).toBeGreaterThan(10);
    expect(falseMerges).toBe(0);
    expect(surest.groups).toBeGreaterThan(20);
    expect(surest.groups - surest.right).toBe(0);
  });

  test("has no blank frame join a view that others fit as well", async () => {
    const { files, sets } = simulateExport(97008, views);
    // A room, taken by hand, whose white frame is most like ones of other rooms before it is moved.
    const room = 25;
    const kept = sets.flatMap((set, i) =>
      i === room ? set.files : set.files.filter((file) => !files[file].isNearBlank),
    );
    const shoot = { seed: 97008, files: kept.map((file) => files[file]), sets: [] };
    const { groups } = await group({ frames: toFrames(shoot) }, {}, testContext());
    const setOf = (frame: number) => shoot.files[frame].set;
    for (const { frames } of groups) expect(new Set(frames.map(setOf)).size).toBe(1);
    expect(groups.filter(({ frames }) => setOf(frames[0]) === room).map(({ frames }) => frames.length)).toEqual([5]);
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
    const result = await group({ frames }, {}, testContext());
    expect(result.thumbnailsRead).toBe(0);
    expect(result.groups.map((set) => set.frames.length)).toEqual(new Array(100).fill(5));
  });
});

describe("the shoot simulator", () => {
  test("gives the same files for the same seed, and others for another", async () => {
    const [first, again, other] = [7, 7, 8].map((seed) => simulateShoot(seed, views, small));
    expect(again).toEqual(first);
    expect(other.files.map(({ name }) => name)).not.toEqual(first.files.map(({ name }) => name));
    const [a, b] = await Promise.all([first, again].map((shoot) => toFrames(shoot)[0].thumbnail()));
    expect(a).toEqual(b);
  });

  test("puts every file into exactly one true set, under a separate name", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { files, sets } = simulateShoot(seed, views, small);
      expect(sets.flatMap((set) => set.files).sort((a, b) => a - b)).toEqual(files.map((_, i) => i));
      expect(new Set(files.map(({ name }) => name.toLowerCase())).size).toBe(files.length);
      for (const [index, set] of sets.entries()) {
        expect(set.files.length).toBeGreaterThan(0);
        expect(set.files.every((file) => files[file].set === index)).toBe(true);
      }
    }
  });

  test("makes shoots with every trait", () => {
    const seen = new Set<Trait>();
    for (let seed = 1; seed <= 300; seed++) {
      for (const set of simulateShoot(seed, views, small).sets) for (const trait of set.traits) seen.add(trait);
    }
    for (let seed = 1; seed <= 12; seed++)
      for (const set of simulateExport(seed, views).sets) for (const trait of set.traits) seen.add(trait);
    expect([...seen].sort()).toEqual(Object.keys(traits).sort());
  });
});
