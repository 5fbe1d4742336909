import { describe, expect, test } from "vitest";
import type { Image, SeriesHints } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

const evs = [0, -2, 2];

interface Facts {
  readonly scene?: number;
  readonly series?: (i: number) => SeriesHints;
  readonly change?: (image: Image, i: number) => Image;
  readonly evs?: readonly number[];
}

/** A bracket in half-second steps, with pictures of a room. */
function bracketAt(atS: number, { scene = 1, series = () => ({}), change = (image) => image, ...facts }: Facts = {}) {
  const room = lazyScene(scene, 288, 192);
  return (facts.evs ?? evs).map((ev, i) =>
    frameOf({
      name: `${atS}-${i}.jpg`,
      atS: atS + i * 0.6,
      timeS: 2 ** (ev - 6),
      photo: { series: series(i) },
      thumbnail: async () => change(photograph(room(), { ev, dx: 0, dy: 0, seed: i }), i),
    }),
  );
}

async function flagsOf(frames: readonly GroupFrame[], options = {}): Promise<string[]> {
  const { groups } = await group({ frames }, options, testContext());
  return groups.flatMap((set, i) =>
    set.flags.map(({ kind, frame }) => [i, kind, ...(frame === undefined ? [] : [frames[frame].name])].join(" ")),
  );
}

describe("flags of sets", () => {
  test("says nothing of whole, sharp brackets of different rooms", async () => {
    const frames = [1, 2, 3, 4].flatMap((scene) => bracketAt(scene * 20, { scene }));
    expect(await flagsOf(frames, { checkFrames: true })).toEqual([]);
  });

  test.each<[string, (i: number) => SeriesHints]>([
    ["counts frames", () => ({ bracketing: true, shotCount: 5 })],
    ["numbers shots", (i) => ({ bracketing: true, shotNumber: i + 3 })],
  ])("finds a bracket aborted where the camera %s", async (_, series) => {
    const whole = bracketAt(0, { series: (i) => ({ bracketing: true, shotNumber: i + 1, shotCount: 3 }) });
    expect(await flagsOf([...whole, ...bracketAt(30, { scene: 2, series })])).toEqual(["1 aborted"]);
  });

  test("finds a lone frame of a bracket", async () => {
    const series = () => ({ bracketing: true });
    expect(await flagsOf(bracketAt(0, { series, evs: [0] }))).toEqual(["0 aborted"]);
  });

  test("never takes a set that the caller listed for an aborted one", async () => {
    const frames = [
      ...bracketAt(0, { series: (i) => ({ bracketing: true, shotNumber: i + 1, shotCount: 5 }) }),
      ...bracketAt(9, { series: () => ({ bracketing: true }), evs: [0] }),
    ];
    expect(await flagsOf(frames, { bracketSize: 3 })).toEqual(["0 aborted", "1 aborted"]);
    const lists = [frames.slice(0, 3).map(({ name }) => name)];
    const { groups } = await group({ frames, lists }, {}, testContext());
    expect(groups.map((set) => [set.frames.length, set.flags])).toEqual([
      [3, []],
      [1, []],
    ]);
  });

  test("finds a set that breaks off the shoot's usual exposures", async () => {
    const frames = [
      ...[1, 2, 3, 4].flatMap((scene) => bracketAt(scene * 20, { scene })),
      ...bracketAt(100, { scene: 5, evs: evs.slice(0, 2) }),
    ];
    expect(await flagsOf(frames)).toEqual(["4 aborted"]);
  });

  test("finds the same room taken again", async () => {
    const frames = [...bracketAt(0), ...bracketAt(9), ...bracketAt(40, { scene: 2 })];
    expect(await flagsOf(frames, { checkFrames: true })).toEqual(["1 repeated 0-0.jpg"]);
  });

  test("finds the blurred frame of a set", async () => {
    const frames = bracketAt(0, { change: (image, i) => (i === 2 ? blurred(image) : image) });
    expect(await flagsOf(frames, { checkFrames: true })).toEqual(["0 blurred 0-2.jpg"]);
  });

  test("reads no picture to look for flags unless asked to", async () => {
    const frames = bracketAt(0, { change: blurred });
    expect(await group({ frames }, {}, testContext())).toMatchObject({ thumbnailsRead: 0, groups: [{ flags: [] }] });
  });

  test("finds the frame of a manual set that shows another room, and the double exposure", async () => {
    const frames = [...bracketAt(0), ...bracketAt(60, { scene: 7, evs: [1] }), ...bracketAt(80, { evs: [-2] })];
    const lists = [frames.map((frame) => frame.name)];
    const { groups } = await group({ frames, lists }, { checkFrames: true }, testContext());
    expect(groups[0].flags.map(({ kind, frame }) => [kind, frame])).toEqual([
      ["outlier", 4],
      ["outlier", 3],
    ]);
    expect(groups[0].flags[0].message).toBe("80-0.jpg has the exposure of 0-1.jpg");
  });

  test("does not take two frames at the camera's slowest time for a double exposure", async () => {
    const frames = [1, 8, 30, 30].map((timeS, i) => frameOf({ name: `${i}.jpg`, atS: i * 40, timeS }));
    const { groups } = await group({ frames, lists: [frames.map(({ name }) => name)] }, {}, testContext());
    expect(groups[0].flags).toEqual([]);
  });
});

/** A 5-pixel streak, as a hand leaves it. */
function blurred(image: Image): Image {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  const row = image.width * image.channels;
  for (let i = 0; i < data.length; i++) {
    let [sum, count] = [0, 0];
    for (let shift = -2; shift <= 2; shift++) {
      const [x, y] = [i + shift * image.channels, i + shift * row];
      for (const k of [x, y]) {
        if (k < 0 || k >= data.length) continue;
        sum += image.data[k];
        count++;
      }
    }
    data[i] = Math.round(sum / count);
  }
  return { ...image, data };
}
