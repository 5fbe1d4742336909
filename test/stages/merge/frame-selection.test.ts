import { describe, expect, test } from "vitest";
import { createScene, exposeFrame, renderBracket } from "../../../fixtures/scene/index.ts";
import { decodeSrgb, type IntegerImage } from "../../../src/image/index.ts";
import { copyFrames } from "../../../src/stages/merge/frame-copies.ts";
import { gatherEvidence } from "../../../src/stages/merge/frame-evidence.ts";
import { selectFrames } from "../../../src/stages/merge/frame-selection.ts";
import { testContext } from "../../support/context.ts";
import { relateAndMerge } from "../../support/related-stages.ts";

type Frames = [IntegerImage, ...IntegerImage[]];

const [width, height] = [390, 260];

function bracket(
  evs: readonly number[],
  { room = "living" as "living" | "kitchen", windowEv = 5, noise = 1, scale = 1 } = {},
) {
  const options = { width: width * scale, height: height * scale, evs, noise };
  return renderBracket(createScene({ room, windowEv }), options).map(({ image }) => image) as Frames;
}

/** Stops of light of display values without a camera's curve. */
const decoded = Float32Array.from({ length: 1025 }, (_, i) => Math.log2(decodeSrgb(i / 1024) + 2e-4));

/** What is dropped of frames that are given darkest first, as `place reason`. */
async function dropped(frames: readonly IntegerImage[]): Promise<string[]> {
  const drops = selectFrames(gatherEvidence(frames, await copyFrames(frames, testContext())), decoded);
  return drops.map(({ frame, reason }) => `${frame} ${reason}`);
}

/** A room without light, exposed with much noise. */
function lensCap(seed: number, noise: number): IntegerImage {
  const data = new Float32Array(new SharedArrayBuffer(12 * width * height));
  return exposeFrame({ width, height, channels: 3, data, space: "linear-srgb" }, { noise, seed });
}

function even(value: number): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height)).fill(value);
  return { width, height, channels: 3, data, space: "srgb" };
}

/** Shaken along a line of so many pixels. */
function shaken({ data, ...frame }: IntegerImage, pixels: number): IntegerImage {
  const blurred = new Uint8Array(new SharedArrayBuffer(data.length));
  const row = 3 * frame.width;
  for (let i = 0; i < data.length; i++) {
    const start = i - (i % row);
    let sum = 0;
    for (let k = 0; k < pixels; k++) {
      const at = i + 3 * (k - (pixels >> 1));
      sum += data[Math.min(start + row - 3 + (i % 3), Math.max(start + (i % 3), at))];
    }
    blurred[i] = Math.round(sum / pixels);
  }
  return { ...frame, data: blurred };
}

describe("frames that add nothing", () => {
  const clean = [
    [-1, 0, 1],
    [-2, 0, 2],
    [-3, 0, 3],
    [-6, -3, 0],
    [-4, -2, 0, 2, 4],
    [-6, -4, -2, 0, 2],
    [-3, -2, -1, 0, 1, 2, 3],
    [-6, -5, -4, -3, -2, -1, 0],
  ].flatMap((evs) => [
    { evs, room: "living" as const, windowEv: 4, noise: 1 },
    { evs, room: "kitchen" as const, windowEv: 6, noise: 4 },
  ]);

  test.each(clean)("are not found in a clean bracket: $evs, $room, noise × $noise", async ({ evs, ...scene }) => {
    expect(await dropped(bracket(evs, scene))).toEqual([]);
  });

  test("are black frames, also where noise lifts the black", async () => {
    const [dark, middle, bright] = bracket([-2, 0, 2]);
    expect(await dropped([even(2), dark, middle, bright])).toEqual(["0 black"]);
    expect(await dropped([lensCap(1, 150), dark, middle, bright])).toEqual(["0 black"]);
  });

  test.each([
    [1, 1],
    [3, 2],
    [8, 8],
    [16, 5],
  ])("are not all black where they are of %i × %i pixels", async (width, height) => {
    const frame = (value: number): IntegerImage => {
      const data = new Uint8Array(new SharedArrayBuffer(3 * width * height));
      for (let i = 0; i < data.length; i++) data[i] = value * (0.7 + (0.3 * ((i * 7) % 5)) / 4);
      return { width, height, channels: 3, data, space: "srgb" };
    };
    expect(await dropped([40, 90, 190].map(frame))).toEqual([]);
    expect(await dropped([0, 90, 190].map(frame))).toEqual(["0 black"]);
  });

  test("are blown-out frames", async () => {
    expect(await dropped([...bracket([-2, 0, 2]), even(254)])).toEqual(["3 blown out"]);
  });

  test("are copies, not other shots at the same exposure, whose noise is another", async () => {
    const [dark, middle, bright] = bracket([-2, 0, 2]);
    const again = { ...middle, data: new Uint8Array(new SharedArrayBuffer(middle.data.length)) };
    for (const [i, value] of middle.data.entries()) again.data[i] = i % 9 === 0 ? value ^ 1 : value;
    expect(await dropped([dark, middle, again, bright])).toEqual(["2 copy"]);
    expect(await dropped(bracket([-2, 0, 0, 2], { noise: 2 }))).toEqual([]);
  });

  test("never leave nothing", async () => {
    expect(await dropped([even(0), even(3), even(5)])).toHaveLength(2);
    expect(await dropped([even(252), even(255), even(255)])).toHaveLength(2);
  });
});

describe("blurred frames", () => {
  const evs = [-2, -1, 0, 1, 2];

  test.each([2, 3])("are left out where others show the same: place %i of −2…+2 EV", async (place) => {
    const frames = bracket(evs, { scale: 2 });
    frames[place] = shaken(frames[place], 13);
    expect(await dropped(frames)).toEqual([`${place} blurred`]);
  });

  test("stay where they alone show the window", async () => {
    const frames = bracket([-6, -2, 0, 2], { windowEv: 6, scale: 2 });
    frames[0] = shaken(frames[0], 13);
    expect(await dropped(frames)).toEqual([]);
  });

  test("stay where all are equally blurred", async () => {
    expect(await dropped(bracket(evs, { scale: 2 }).map((frame) => shaken(frame, 13)))).toEqual([]);
  });

  test("are not taken for blurred because a darker neighbour is grainy", async () => {
    const grainy = bracket([-2, -1], { scale: 2, noise: 8 });
    expect(await dropped([...grainy, ...bracket([0, 1, 2], { scale: 2, noise: 1 })])).toEqual([]);
  });
});

describe("merge", () => {
  test("leaves frames out, says which and why, and gives what the others alone give", async () => {
    const [dark, middle, bright] = bracket([-2, 0, 2]);
    const context = testContext();
    const names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"];
    const frames: Frames = [bright, even(1), dark, middle, dark];
    const result = await relateAndMerge(frames, {}, context, { names });
    expect(result.dropped).toEqual([
      { frame: 1, name: "b.jpg", reason: "black" },
      { frame: 4, name: "e.jpg", reason: "copy", instead: "c.jpg" },
    ]);
    expect(result.framesUsed).toBe(3);
    expect(context.warnings.filter(({ code }) => code.startsWith("merge/"))).toEqual([
      { code: "merge/frame-dropped", message: "b.jpg: left out, it is black" },
      { code: "merge/frame-dropped", message: "e.jpg: left out, it is a copy of c.jpg" },
    ]);
    const alone = await relateAndMerge([dark, middle, bright], {}, testContext());
    // The copy had its say in the response; less than half a level of eight bits comes of it.
    const apart = Array.from(alone.image.data, (value, i) => Math.abs(value - result.image.data[i]));
    expect(apart.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(128);
    expect(alone.dropped).toEqual([]);
  });

  test("takes every frame on request, and in the method of the paper", async () => {
    const [dark, middle, bright] = bracket([-2, 0, 2]);
    const frames: Frames = [dark, middle, bright, even(255)];
    const used = async (options: Parameters<typeof relateAndMerge>[1]) =>
      (await relateAndMerge(frames, options, testContext())).framesUsed;
    expect(await used({})).toBe(3);
    expect(await used({ dropFrames: "never" })).toBe(4);
    expect(await used({ method: "mertens" })).toBe(4);
    expect(await used({ method: "mertens", dropFrames: "always" })).toBe(3);
  });

  test("gives the one frame that adds anything as it is", async () => {
    const [frame] = bracket([0]);
    const result = await relateAndMerge([even(0), frame], {}, testContext());
    expect(result).toMatchObject({ applied: false, framesUsed: 1, reason: "only one frame adds anything" });
    expect(result.image).toBe(frame);
  });
});
