import { describe, expect, test } from "vitest";
import { type IntegerImage, share } from "../../../src/image/index.ts";
import { leased, testContext } from "../../support/context.ts";
import { scoreGhosts } from "../../support/ghost-score.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";
import { relateAndDeghost } from "../../support/related-stages.ts";
import { asJpeg, flared, saturated, vignetted } from "../../support/still-frames.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
const size = { width: 390, height: 260 };
const evs = [-2, 0, 2];
/** A screen that changes, drawn once for all tests; it is never written to. */
const screen = makeMovingBracket({ ...size, kind: "screen", seed: 6, evs });
let made: ReturnType<typeof relateAndDeghost> | undefined;
/** What becomes of it, made once for all who compare with it. */
const madeOfScreen = () => {
  made ??= relateAndDeghost(screen.frames, {}, testContext());
  return made;
};
/** Quicker than a deep comparison of arrays. */
const sameBytes = (a: Uint8Array | Uint16Array, b: Uint8Array | Uint16Array) =>
  Buffer.compare(
    Buffer.from(a.buffer, a.byteOffset, a.byteLength),
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  ) === 0;

describe("deghost", () => {
  test("leaves the frames of a still scene as they are, the very objects", async () => {
    for (const seed of [3, 6, 9]) {
      const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed, evs, noise: 2, misalignedPx: 0.3 });
      const result = await relateAndDeghost(frames, {}, testContext());
      expect(result).toMatchObject({ applied: false, reason: "nothing moved", areaCount: 0, share: 0 });
      expect(result.frames.every((frame, i) => frame === frames[i])).toBe(true);
    }
  });

  test.each([
    ["JPEG of quality 75", asJpeg(75)],
    ["vignetting that changes with the aperture", vignetted(0.12)],
    ["veiling flare", flared(0.006)],
    ["saturation that changes with the exposure", saturated(0.12)],
  ])("takes no %s for movement", async (_, disturb) => {
    for (const [seed, stops] of [
      [3, evs],
      [8, [-4, -2, 0, 2, 4]],
      [10, [-3, 0, 3]],
    ] as const) {
      const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed, evs: stops, misalignedPx: 0.2 });
      const taken = await Promise.all(frames.map(disturb));
      const result = await relateAndDeghost(taken as unknown as Frames, {}, testContext());
      expect(result.areas).toEqual([]);
    }
  });

  test("shows a screen that changes as one frame saw it", async () => {
    const score = await scoreGhosts(screen);
    expect(score.coveredShare).toBeGreaterThan(0.97);
    expect(score.psnr).toBeGreaterThan(38);
    expect(score.psnr - score.plainPsnr).toBeGreaterThan(12);
  });

  test.each([
    ["people", 3, 39],
    ["curtain", 6, 40],
  ] as const)("shows moving %s as one frame saw them", async (kind, seed, minPsnr) => {
    const score = await scoreGhosts(makeMovingBracket({ ...size, kind, seed, evs }));
    expect(score.coveredShare).toBeGreaterThan(0.8);
    expect(score.psnr).toBeGreaterThan(minPsnr);
    expect(score.psnr - score.plainPsnr).toBeGreaterThan(12);
    // Tones are planned by what the frames show: what moved changes them a little around it.
    expect(score.stillPsnr).toBeGreaterThan(35);
  });

  test("shows a person as one frame saw him where he hides most of what a bright frame does not clip", async () => {
    const score = await scoreGhosts(makeMovingBracket({ ...size, kind: "people", seed: 6, evs: [-4, -2, 0, 2, 4] }));
    expect(score.psnr).toBeGreaterThan(42);
  });

  test("keeps the highlights round someone who walks before a window and a sunlit floor", async () => {
    const score = await scoreGhosts(makeMovingBracket({ ...size, kind: "people", seed: 1, evs: [-4, -2, 0, 2, 4] }));
    expect(score.psnr).toBeGreaterThan(42);
  });

  test("keeps clouds that move and that only dark frames hold", async () => {
    const score = await scoreGhosts(makeMovingBracket({ ...size, kind: "clouds", seed: 3, evs: [-4, -2, 0] }));
    expect(score.keptHighlights).toBeGreaterThan(0.99);
  });

  test("restores what would be further from every frame than a plain fusion", async () => {
    const bracket = makeMovingBracket({ kind: "leaves", seed: 10, width: 600, height: 400, evs, misalignedPx: 0.02 });
    const { exposuresEv } = bracket;
    const result = await relateAndDeghost(bracket.frames, {}, testContext(), { exposuresEv });
    expect(result).toMatchObject({ applied: false, areaCount: 0, areas: [] });
  });

  test("finds what moved over the edge of a 360° picture as one area", async () => {
    const { frames } = screen;
    const { width, height } = size;
    const still = await relateAndDeghost(frames, {}, testContext(), { wrapX: true });
    const by = width - still.areas[0].x - Math.round(still.areas[0].width / 2);
    const turned = frames.map((frame) => {
      const data = new Uint8Array(new SharedArrayBuffer(frame.data.length));
      for (let y = 0; y < height; y++) {
        const row = frame.data.subarray(y * width * 3, (y + 1) * width * 3);
        data.set(row.subarray(0, (width - by) * 3), (y * width + by) * 3);
        data.set(row.subarray((width - by) * 3), y * width * 3);
      }
      return { ...frame, data };
    }) as unknown as Frames;
    const result = await relateAndDeghost(turned, {}, testContext(), { wrapX: true });
    expect(still.areaCount).toBe(1);
    expect(result.areaCount).toBe(1);
    expect(result.share).toBeCloseTo(still.share, 2);
    const columns = new Set<number>();
    result.shownBy?.frames.forEach((frame, cell) => {
      if (frame !== 255) columns.add(cell % (result.shownBy?.width ?? 1));
    });
    expect([columns.has(0), columns.has((result.shownBy?.width ?? 0) - 1)]).toEqual([true, true]);
  });

  test("gives the same bytes by the reference kernels and in other bands", async () => {
    const { frames } = screen;
    const one = await madeOfScreen();
    for (const options of [{ kernels: "reference" as const }, { bandRows: 7 }]) {
      const other = await relateAndDeghost(frames, {}, testContext(options));
      for (const [i, { data }] of other.frames.entries()) expect(sameBytes(data, one.frames[i].data)).toBe(true);
    }
  });

  test("takes frames of 16 bits", async () => {
    const { frames } = screen;
    const wide = frames.map((frame) => {
      const data = new Uint16Array(new SharedArrayBuffer(frame.data.length * 2));
      for (let i = 0; i < data.length; i++) data[i] = frame.data[i] * 257;
      return { ...frame, data };
    }) as unknown as Frames;
    const [narrow, result] = [await madeOfScreen(), await relateAndDeghost(wide, {}, testContext())];
    expect(result.areaCount).toBe(narrow.areaCount);
    expect(result.frames.every(({ data }) => data instanceof Uint16Array)).toBe(true);
  });

  test("writes to no frame that others read, and changes its own where they are", async () => {
    const { frames } = screen;
    const before = frames.map(({ data }) => data.slice());
    const lent = await relateAndDeghost(frames, {}, testContext());
    expect(lent.applied).toBe(true);
    for (const [i, { data }] of frames.entries()) expect(sameBytes(data, before[i])).toBe(true);
    for (const isShared of [true, false]) {
      const context = testContext();
      const given = frames.map((frame) => leased(frame, context.memory)) as unknown as Frames;
      if (isShared) for (const frame of given) share(frame, context.memory);
      const result = await relateAndDeghost(given, {}, context);
      for (const [i, frame] of result.frames.entries()) {
        if (!isShared) expect(frame).toBe(given[i]);
        expect(sameBytes(given[i].data, isShared ? before[i] : lent.frames[i].data)).toBe(true);
        expect(sameBytes(frame.data, lent.frames[i].data)).toBe(true);
      }
    }
  });

  test("does not depend on the order of the frames", async () => {
    const { frames } = screen;
    const turned = [frames[2], frames[0], frames[1]] as Frames;
    const [a, b] = [await madeOfScreen(), await relateAndDeghost(turned, {}, testContext())];
    for (const [i, j] of [1, 2, 0].entries()) expect(sameBytes(a.frames[i].data, b.frames[j].data)).toBe(true);
    expect(b.areas.map(({ frame }) => [2, 0, 1][frame])).toEqual(a.areas.map(({ frame }) => frame));
  });

  test("says why it does nothing", async () => {
    const { frames } = screen;
    const off = await relateAndDeghost(frames, { deghost: "off" }, testContext());
    expect(off).toMatchObject({ applied: false, reason: "it is switched off", frames });
    const one = await relateAndDeghost([frames[0]], {}, testContext());
    expect(one).toMatchObject({ applied: false, reason: "there is one frame" });
  });

  test("refuses frames of different sizes", async () => {
    const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed: 3, evs });
    const small: IntegerImage = { ...frames[1], height: 100, data: frames[1].data.slice(0, size.width * 300) as never };
    await expect(relateAndDeghost([frames[0], small], {}, testContext())).rejects.toMatchObject({
      code: "input/mismatch",
    });
  });
});
