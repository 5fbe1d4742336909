import { describe, expect, test } from "vitest";
import { createScene, renderBracket } from "../../../fixtures/scene/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { apparentStops } from "../../../src/stages/merge/apparent-stops.ts";
import { merge } from "../../../src/stages/merge/index.ts";
import { testContext } from "../../support/context.ts";
import { relateFrames } from "../../support/related-stages.ts";

type Frames = [IntegerImage, ...IntegerImage[]];

const evs = [-4, -2, 0, 2];
const size = { width: 390, height: 260 };
const frames = renderBracket(createScene({ room: "living", windowEv: 5 }), { ...size, evs, noise: 1 }).map(
  ({ image }) => image,
) as Frames;
const all = [0, 1, 2, 3];

/** A slope of 1.4 in the mid-tones. */
function contrasty({ data, ...frame }: IntegerImage): IntegerImage {
  const curve = Uint8Array.from({ length: 256 }, (_, i) => Math.round(255 * (i / 255) ** 1.4));
  return { ...frame, data: data.map((value) => curve[value]) as never };
}

describe("apparent stops", () => {
  test("are those of light where nothing bends it, whatever EXIF says", async () => {
    const { relation } = await relateFrames(frames, testContext(), [8, 8, 8, 8]);
    for (const [k, stops] of apparentStops(relation, all).entries()) expect(stops).toBeCloseTo(2 * k, 0.9);
  });

  test("are more by as much as a camera's curve adds contrast", async () => {
    const { relation } = await relateFrames(frames.map(contrasty) as Frames, testContext(), [12, 10, 8, 6]);
    expect(apparentStops(relation, all)[3]).toBeGreaterThan(7);
  });

  test("lead over frames that are left out", async () => {
    const { relation } = await relateFrames(frames, testContext());
    const [, ...others] = apparentStops(relation, [0, 2, 3]);
    expect(others.map(Math.round)).toEqual([4, 6]);
  });

  test("are known steps where frames share no tones", async () => {
    const even = (value: number) => ({
      ...frames[0],
      data: new Uint8Array(frames[0].data.length).fill(value) as never,
    });
    const { relation } = await relateFrames([even(2), even(253)], testContext(), [10, 5]);
    expect(apparentStops(relation, [0, 1])).toEqual([0, 5]);
  });

  test("merge refuses a relation of other frames", async () => {
    const { relation } = await relateFrames(frames, testContext());
    const failing = merge({ frames: [frames[0], frames[1]], relation }, {}, testContext());
    await expect(failing).rejects.toMatchObject({ code: "input/mismatch" });
  });
});
