import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { deghost } from "../../../src/stages/deghost/index.ts";
import { testContext } from "../../support/context.ts";
import { scoreGhosts } from "../../support/ghost-score.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
const size = { width: 390, height: 260 };
const evs = [-2, 0, 2];

describe("deghost", () => {
  test("leaves the frames of a still scene as they are, the very objects", async () => {
    for (const seed of [3, 6, 9]) {
      const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed, evs, noise: 2, misalignedPx: 0.3 });
      const result = await deghost(frames, {}, testContext());
      expect(result).toMatchObject({ applied: false, reason: "nothing moved", areaCount: 0, share: 0 });
      expect(result.frames.every((frame, i) => frame === frames[i])).toBe(true);
    }
  });

  test("shows a screen that changes as one frame saw it", async () => {
    const bracket = makeMovingBracket({ ...size, kind: "screen", seed: 6, evs });
    const score = await scoreGhosts(bracket);
    expect(score.coveredShare).toBeGreaterThan(0.97);
    expect(score.psnr).toBeGreaterThan(38);
    expect(score.psnr - score.plainPsnr).toBeGreaterThan(12);
  });

  test("writes to no frame unless told that it may, and then changes frames where they are", async () => {
    const { frames } = makeMovingBracket({ ...size, kind: "screen", seed: 6, evs });
    const before = frames.map(({ data }) => data.slice());
    const kept = await deghost(frames, {}, testContext());
    expect(kept.applied).toBe(true);
    for (const [i, { data }] of frames.entries()) expect(data).toEqual(before[i]);
    const consumed = await deghost(frames, {}, testContext(), { consume: true });
    for (const [i, frame] of consumed.frames.entries()) {
      expect(frame).toBe(frames[i]);
      expect(frame.data).toEqual(kept.frames[i].data);
    }
  });

  test("does not depend on the order of the frames", async () => {
    const { frames } = makeMovingBracket({ ...size, kind: "screen", seed: 6, evs });
    const turned = [frames[2], frames[0], frames[1]] as Frames;
    const [a, b] = [await deghost(frames, {}, testContext()), await deghost(turned, {}, testContext())];
    expect([b.frames[1].data, b.frames[2].data, b.frames[0].data]).toEqual(a.frames.map(({ data }) => data));
    expect(b.areas.map(({ frame }) => [2, 0, 1][frame])).toEqual(a.areas.map(({ frame }) => frame));
  });

  test("says why it does nothing", async () => {
    const { frames } = makeMovingBracket({ ...size, kind: "screen", seed: 6, evs });
    const off = await deghost(frames, { deghost: "off" }, testContext());
    expect(off).toMatchObject({ applied: false, reason: "it is switched off", frames });
    const one = await deghost([frames[0]], {}, testContext());
    expect(one).toMatchObject({ applied: false, reason: "there is one frame" });
  });

  test("refuses frames of different sizes", async () => {
    const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed: 3, evs });
    const small: IntegerImage = { ...frames[1], height: 100, data: frames[1].data.slice(0, size.width * 300) as never };
    await expect(deghost([frames[0], small], {}, testContext())).rejects.toMatchObject({ code: "input/mismatch" });
  });
});
