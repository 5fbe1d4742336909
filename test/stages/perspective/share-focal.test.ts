import { beforeAll, describe, expect, it } from "vitest";
import { takePicture } from "../../../bench/perspective/trial.ts";
import { emptyPhoto } from "../../../src/image/index.ts";
import {
  checkSharedFocal,
  type FocalReading,
  perspective,
  readFocal,
  shareFocal,
} from "../../../src/stages/perspective/index.ts";
import { testContext } from "../../support/context.ts";

const context = testContext();
const focal35Mm = 19;
/** By the longer edge, as all pictures of the camera have it, whichever way up. */
const truth = (focal35Mm / Math.hypot(36, 24)) * Math.hypot(1, 2 / 3);

async function readAll(seeds: readonly number[], focalMm: number): Promise<FocalReading[]> {
  const readings: FocalReading[] = [];
  for (const seed of seeds) {
    const { image } = takePicture("room", "hand", seed, focalMm);
    readings.push(await readFocal({ image }, context));
  }
  return readings;
}

const seeds = Array.from({ length: 10 }, (_, i) => 810_001 + i);
const off = (byLongerEdge = Number.NaN) => Math.abs(Math.log(byLongerEdge / truth));

describe("shareFocal", () => {
  let rooms: FocalReading[];
  let zoomed: FocalReading[];
  beforeAll(async () => {
    rooms = await readAll(seeds, focal35Mm);
    zoomed = await readAll(seeds.slice(0, 4), 2 * focal35Mm);
  });

  it("tells all pictures of a camera the focal length that they were taken with", () => {
    const told = shareFocal(rooms);
    expect(rooms.some(({ isClear }) => !isClear)).toBe(true);
    expect(new Set(told).size).toBe(1);
    expect(off(told[0]?.byLongerEdge)).toBeLessThan(0.03);
    expect(told[0]?.pictures).toBe(rooms.filter(({ isClear }) => isClear).length);
  });

  it("does not depend on the order, to the last bit", () => {
    const [told] = shareFocal(rooms);
    expect(shareFocal(rooms.toReversed())[3]).toEqual(told);
    expect(shareFocal([...rooms.slice(4), ...rooms.slice(0, 4)])[0]).toEqual(told);
  });

  it("leaves those alone that were zoomed, and is not led astray by them", () => {
    const told = shareFocal([...zoomed, ...rooms]);
    const own = told.slice(0, zoomed.length);
    for (const [i, { isClear }] of zoomed.entries()) expect(own[i] === undefined).toBe(isClear);
    expect(zoomed.some(({ isClear }) => isClear)).toBe(true);
    expect(off(told.at(-1)?.byLongerEdge)).toBeLessThan(0.03);
  });

  it("gives nothing if fewer than two clear pictures agree", () => {
    const clear = rooms.filter(({ isClear }) => isClear);
    const dim = rooms.filter(({ isClear }) => !isClear);
    expect(shareFocal([clear[0], ...dim])).toEqual([clear[0], ...dim].map(() => undefined));
    const contrary = zoomed.find(({ isClear }) => isClear);
    expect(shareFocal([clear[0], contrary])).toEqual([undefined, undefined]);
    expect(shareFocal([])).toEqual([]);
  });

  it("gives nothing to pictures that could not be read", () => {
    expect(shareFocal([undefined, ...rooms])).toEqual([undefined, ...shareFocal(rooms)]);
  });

  it("finds the peak of any supports, also at the ends of what is tried", () => {
    const at = (peak: number): FocalReading => ({
      supports: Array.from({ length: 21 }, (_, i) => 9 - Math.abs(i - peak) / 2),
      isClear: true,
    });
    const [short] = shareFocal([at(0), at(0)]);
    const [long] = shareFocal([at(20), at(20)]);
    expect([short?.byLongerEdge, long?.byLongerEdge]).toEqual([0.5 * (28 / 36), 1.79 * (28 / 36)]);
    const between = shareFocal([at(10), at(11)])[0]?.byLongerEdge;
    expect(between).toBeGreaterThan(Math.sqrt(0.89) * (28 / 36) * 0.9);
    expect(between).toBeLessThan(Math.sqrt(1.14) * (28 / 36) * 1.1);
  });
});

describe("a shared focal length", () => {
  const shared = { byLongerEdge: truth, pictures: 5 };
  const straighten = (input: object, seed = 810_001) => {
    const { image } = takePicture("room", "hand", seed, focal35Mm);
    return perspective({ image, photo: emptyPhoto, is360: false, ...input }, {}, testContext());
  };

  it("stands in for one of the metadata, and never against it", async () => {
    const { facts } = await straighten({ sharedFocal: shared });
    expect(facts).toMatchObject({ focalSource: "shared", focalPictures: 5 });
    expect(facts.focalPx).toBeCloseTo(truth * 840, 6);
    const photo = { ...emptyPhoto, lens: { focal35Mm: 24 } };
    const told = await straighten({ sharedFocal: shared, photo });
    expect(told).toEqual(await straighten({ photo }));
    expect(told.facts.focalSource).toBe("exif");
  });

  it.each([["nothing"], [{ byLongerEdge: 0, pictures: 3 }], [{ byLongerEdge: 1, pictures: 0.5 }], [null], [{}]])(
    "is checked where callers give it: %j",
    (value) => {
      expect(() => checkSharedFocal(value)).toThrow(/house: expected focal as readHouse gives it/);
    },
  );

  it("is copied when it is sound", () => {
    expect(checkSharedFocal({ ...shared, more: 1 })).toEqual(shared);
  });
});
