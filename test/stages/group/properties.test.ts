import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadViews, simulateShoot, type Trait, toFrames, type View } from "../../../fixtures/shoots/index.ts";
import { emptyPhoto, type Image } from "../../../src/image/index.ts";
import { type GroupFrame, type GroupResult, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { namesOf, shuffled } from "./frames.ts";

const begin = Date.UTC(2026, 4, 3, 9, 30);
const rare = { freq: 3, nil: undefined } as const;

/** Files with any of the facts missing, and values no camera writes. */
const anyFrame: fc.Arbitrary<GroupFrame> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ABab019_-() ./ö") }),
    extension: fc.constantFrom("jpg", "JPG", "CR3", "dng", "heic", ""),
    atMs: fc.option(fc.integer({ min: 0, max: 60_000 }), rare),
    resolutionMs: fc.constantFrom(1, 10, 1000, 60_000),
    timeS: fc.option(fc.double({ min: 0, max: 40, noNaN: true }), rare),
    fNumber: fc.option(fc.constantFrom(0, 2.8, 8), rare),
    iso: fc.option(fc.constantFrom(0, 100, 6400), rare),
    model: fc.option(fc.constantFrom("A", "B"), rare),
    focalMm: fc.option(fc.constantFrom(16, 24), rare),
    shotNumber: fc.option(fc.integer({ min: 1, max: 9 }), rare),
    shotCount: fc.option(fc.integer({ min: 1, max: 9 }), rare),
    fileNumber: fc.option(fc.constantFrom(1, 2, 3, 9998, 9999), rare),
    bracketing: fc.option(fc.boolean(), rare),
    other: fc.option(fc.constantFrom("white-balance", "focus", "pixel-shift"), { freq: 8, nil: undefined }),
    level: fc.option(fc.integer({ min: 0, max: 255 }), rare),
  })
  .map(({ name, extension, atMs, resolutionMs, level, ...facts }) => {
    const { timeS, fNumber, iso, model, focalMm, other, ...series } = facts;
    const epochMs = atMs === undefined ? undefined : begin + Math.floor(atMs / resolutionMs) * resolutionMs;
    const photo = {
      ...emptyPhoto,
      camera: known({ model }),
      lens: known({ focalMm }),
      exposure: known({ timeS, fNumber, iso }),
      series: known({ ...series, otherBracketing: other }),
      ...(epochMs === undefined
        ? {}
        : { capturedAt: { iso: new Date(epochMs).toISOString(), epochMs, resolutionMs, hasZone: false } }),
    };
    return {
      name: `${name}.${extension}`,
      photo,
      thumbnail: async () => (level === undefined ? undefined : plain(level)),
    };
  });

/** Without the fields that are undefined. */
function known<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function plain(level: number): Image {
  const data = new Uint8Array(new SharedArrayBuffer(12 * 8 * 3)).fill(level);
  data[60] = 255 - level;
  return { width: 12, height: 8, channels: 3, data, space: "srgb" };
}

const anyShoot = fc.uniqueArray(anyFrame, { selector: ({ name }) => name, maxLength: 24 });

/** Everything about a grouping but the order of the input. */
function described(frames: readonly GroupFrame[], { groups }: GroupResult): string[] {
  const name = (i: number) => frames[i].name;
  return groups.map((set) =>
    JSON.stringify({
      ...set,
      frames: set.frames.map(name),
      reference: name(set.reference),
      flags: set.flags.map((flag) => (flag.frame === undefined ? flag : { ...flag, frame: name(flag.frame) })),
      twins: set.twins.map(({ frame, of, kind }) => [name(frame), name(of), kind]).sort(),
    }),
  );
}

describe("group, whatever the files", () => {
  test("puts every file into exactly one set", async () => {
    await fc.assert(
      fc.asyncProperty(anyShoot, async (frames) => {
        const { groups } = await group({ frames }, {}, testContext());
        const placed = groups.flatMap((set) => [...set.frames, ...set.twins.map((twin) => twin.frame)]);
        expect(placed.sort((a, b) => a - b)).toEqual(frames.map((_, i) => i));
        for (const set of groups) {
          expect(set.frames).toContain(set.reference);
          expect(set.frames).toEqual(expect.arrayContaining(set.twins.map((twin) => twin.of)));
          expect(set.confidence).toBeGreaterThanOrEqual(0);
          expect(set.confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  test("does not depend on the order of the input", async () => {
    await fc.assert(
      fc.asyncProperty(anyShoot, fc.nat(), async (frames, seed) => {
        const turned = shuffled(frames, seed);
        const [first, second] = [
          await group({ frames }, {}, testContext()),
          await group({ frames: turned }, {}, testContext()),
        ];
        expect(described(turned, second)).toEqual(described(frames, first));
      }),
      { numRuns: 150, seed: 6 },
    );
  });
});

/** Where names are evidence: only they give the order, or that two files are of one shot. */
const named: readonly Trait[] = ["no metadata", "no times", "whole seconds", "raw + jpeg", "copies"];

describe("group on simulated shoots", () => {
  let views: readonly View[];
  beforeAll(async () => {
    views = await loadViews();
  });
  const seeds = Array.from({ length: 16 }, (_, i) => 3000 + i);
  const shootOf = (seed: number) => simulateShoot(seed, views, { exposures: [15, 40] });

  test.each(seeds)("does not depend on the order of the files of shoot %i", async (seed) => {
    const frames = toFrames(shootOf(seed));
    const turned = shuffled(frames, seed);
    const [first, second] = [
      await group({ frames }, {}, testContext()),
      await group({ frames: turned }, {}, testContext()),
    ];
    expect(described(turned, second)).toEqual(described(frames, first));
  });

  test("does not depend on file names if times give the order", async () => {
    let tried = 0;
    for (const seed of seeds) {
      const shoot = shootOf(seed);
      if (shoot.sets.some(({ traits }) => named.some((trait) => traits.has(trait)))) continue;
      const frames = toFrames(shoot);
      const renamed = shuffled(frames, seed).map((frame, i) => ({
        frame,
        name: `x${i}.${frame.name.split(".").at(-1)}`,
      }));
      const original = new Map(renamed.map(({ frame, name }) => [name, frame.name]));
      const second = renamed.map(({ frame, name }) => ({ ...frame, name }));
      const found = namesOf(second, await group({ frames: second }, {}, testContext()));
      const expected = namesOf(frames, await group({ frames }, {}, testContext()));
      const backToOriginal = found.map((set) =>
        set
          .split(" ")
          .map((name) => original.get(name)!)
          .sort()
          .join(" "),
      );
      expect(backToOriginal.sort(), `shoot ${seed}`).toEqual(expected);
      tried++;
    }
    expect(tried).toBeGreaterThan(3);
  });
});
