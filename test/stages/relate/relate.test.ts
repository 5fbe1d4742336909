import { describe, expect, test } from "vitest";
import type { Homography, IntegerImage } from "../../../src/image/index.ts";
import { cellSamples, copyFrame, type FrameCopy, lookUp, type Relation } from "../../../src/ops/index.ts";
import { relate } from "../../../src/stages/relate/index.ts";
import { relit } from "../../support/cell-copies.ts";
import { testContext } from "../../support/context.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";
import { relateFrames } from "../../support/related-stages.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
const size = { width: 390, height: 260 };
const evs = [-2, 0, 2];
const bracket = makeMovingBracket({ ...size, kind: "nothing", seed: 3, evs });

/** Frames with every display value of channel c changed. */
function changed(frames: Frames, change: (value: number, c: number, frame: number) => number): Frames {
  return frames.map((frame, i) => {
    const data = new Uint8Array(new SharedArrayBuffer(frame.data.length));
    for (let p = 0; p < data.length; p++) data[p] = Math.round(255 * change(frame.data[p] / 255, p % 3, i));
    return { ...frame, data };
  }) as unknown as Frames;
}

/**
 * Mean distance, in display values, of what darker frames predict from what brighter ones show, where both show
 * something.
 */
function misfit({ copies, links }: Relation): number {
  let [sum, count] = [0, 0];
  for (const [k, { up }] of links.entries()) {
    const [dark, bright] = [copies[k].data, copies[k + 1].data];
    for (let i = 0; i < dark.length; i++) {
      if (i % cellSamples > 2 || bright[i] > 0.95 * 65535 || dark[i] < 0.05 * 65535) continue;
      sum += Math.abs(lookUp(up[i % cellSamples], dark[i] / 65535) - bright[i] / 65535);
      count++;
    }
  }
  return sum / count;
}

/** Every cell moved to the right; what comes in is the first cell of the row. */
function shiftCells(copy: FrameCopy, by: number): FrameCopy {
  const row = copy.width * cellSamples;
  const data = copy.data.map((_, i) => {
    const x = Math.floor((i % row) / cellSamples) - by;
    return copy.data[i - (i % row) + Math.max(0, x) * cellSamples + (i % cellSamples)];
  });
  return { ...copy, data: Uint16Array.from(data) as unknown as FrameCopy["data"] };
}

const cameraCurve = (value: number) => value + 0.35 * value * (1 - value) * (2 * value - 0.7);

describe("relate", () => {
  test("orders frames by what they show and keeps their bytes", async () => {
    const before = bracket.frames.map(({ data }) => data.slice());
    const { relation } = await relateFrames([bracket.frames[2], bracket.frames[0], bracket.frames[1]], testContext());
    expect(relation.order).toEqual([1, 2, 0]);
    expect(
      bracket.frames.every(({ data }, i) => Buffer.compare(data as Uint8Array, before[i] as Uint8Array) === 0),
    ).toBe(true);
  });

  test.each([
    ["plain sRGB", (value: number) => value, bracket.exposuresEv],
    ["a camera's curve", cameraCurve, bracket.exposuresEv],
    ["a camera's curve and no EXIF", cameraCurve, [undefined, undefined, undefined]],
    ["a camera's curve and EXIF that states steps twice as long", cameraCurve, [12, 8, 4]],
    ["another curve in each channel", (v: number, c: number) => v ** (0.9 + 0.1 * c), bracket.exposuresEv],
    [
      "white balance that drifts from frame to frame",
      (v: number, c: number, i: number) => v * (1 - 0.05 * i * (c === 2 ? 1 : 0)),
      bracket.exposuresEv,
    ],
  ] as const)("predicts the brighter frame from the darker through %s", async (_, change, exposuresEv) => {
    const { relation, pairs } = await relateFrames(changed(bracket.frames, change), testContext(), exposuresEv);
    expect(misfit(relation)).toBeLessThan(0.012);
    expect(pairs.every(({ trusted, explained }) => trusted && explained > 0.97)).toBe(true);
  });

  test("measures the light between frames where EXIF fits", async () => {
    const { pairs } = await relateFrames(bracket.frames, testContext(), bracket.exposuresEv);
    for (const { stops } of pairs) expect(stops).toBeCloseTo(2, 1);
  });

  test("is not led astray by a person who owns most tones of a bright frame", async () => {
    const stops = [-4, -2, 0, 2, 4];
    const moving = makeMovingBracket({ ...size, kind: "people", seed: 6, evs: stops });
    const { pairs } = await relateFrames(moving.frames, testContext(), moving.exposuresEv);
    for (const pair of pairs) expect(pair.stops).toBeCloseTo(2, 0);
  });

  test("trusts no link to a frame of another scene, and says so", async () => {
    const other = makeMovingBracket({ ...size, kind: "garden", seed: 4, evs }).frames[2];
    const turned = { ...other, data: Uint8Array.from(other.data).reverse() as never };
    const context = testContext();
    const names = ["a.jpg", "b.jpg", "c.jpg"];
    const { pairs } = await relateFrames([bracket.frames[0], bracket.frames[1], turned], context, [], names);
    const withOther = pairs.filter(({ darker, brighter }) => darker === 2 || brighter === 2);
    expect(withOther.every(({ trusted, contradicts }) => !trusted && contradicts)).toBe(true);
    expect(context.warnings.length).toBe(withOther.length);
    for (const { code, message } of context.warnings)
      expect([code, message.includes("c.jpg")]).toEqual(["relate/uncertain", true]);
  });

  test("finds a step between two frames without EXIF, whatever share is white", async () => {
    const white = (value: number) => Math.min(1, value * 1.6);
    const pair = [bracket.frames[1], bracket.frames[2]] as const;
    const { pairs } = await relateFrames(changed(pair, white), testContext());
    expect(pairs[0]).toMatchObject({ trusted: true });
    expect(pairs[0].stops).toBeGreaterThan(0.5);
  });

  test("reads tones through a motion that is known to a cell", async () => {
    const context = testContext();
    const copies = await Promise.all(bracket.frames.map((frame) => copyFrame(frame, context)));
    const shifted = copies.map((copy, i) => (i === 1 ? copy : shiftCells(copy, 9)));
    const motions = [9, 0, 9].map((x): Homography => [1, 0, x, 0, 1, 0, 0, 0, 1]);
    const { pairs } = await relate({ copies: shifted, exposuresEv: bracket.exposuresEv, motions }, {}, context);
    for (const { stops } of pairs) expect(stops).toBeCloseTo(2, 1);
  });

  test("says where in the picture the model does not hold", async () => {
    const [dark, middle, bright] = bracket.frames;
    const lit = relit(middle, (value, x, y) => (x < 0.25 && y > 0.75 ? 0.6 * value : value));
    const [plain, { pairs }] = await Promise.all(
      [middle, lit].map((frame) => relateFrames([dark, frame, bright], testContext(), bracket.exposuresEv)),
    );
    const { columns, rows, shares } = pairs[1].areas;
    expect(shares.length).toBe(columns * rows);
    const corner = (all: readonly (number | null)[]) => all[(rows - 1) * columns] ?? 0;
    expect(corner(plain.pairs[1].areas.shares)).toBeGreaterThan(0.9);
    expect(corner(shares)).toBeLessThan(0.4);
    expect(shares[columns - 1] ?? 1).toBeGreaterThan(0.9);
  });

  test("reports each frame's noise, in the order given", async () => {
    const noisy = makeMovingBracket({ ...size, kind: "nothing", seed: 3, evs, noise: 6 });
    const frames = [bracket.frames[2], noisy.frames[0], bracket.frames[1]] as const;
    const { noise } = await relateFrames(frames, testContext(), []);
    expect(noise[1].shadowLevels).toBeGreaterThan(3);
    expect(Math.max(noise[0].middleLevels, noise[2].middleLevels)).toBeLessThan(1.5);
  });

  test("says that one frame has nothing to be related to", async () => {
    expect(await relateFrames([bracket.frames[0]], testContext())).toMatchObject({ applied: false, pairs: [] });
  });

  test("refuses frames of different sizes", async () => {
    const small = {
      ...bracket.frames[1],
      height: 100,
      data: bracket.frames[1].data.slice(0, size.width * 300) as never,
    };
    await expect(relateFrames([bracket.frames[0], small], testContext())).rejects.toMatchObject({
      code: "input/mismatch",
    });
  });
});
