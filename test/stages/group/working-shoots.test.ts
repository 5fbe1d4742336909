import { describe, expect, test } from "vitest";
import type { Image } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { describePhoto } from "../../../src/stages/metadata/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

type Facts = Parameters<typeof frameOf>[0];

/** Brackets of three, 30 s apart; `facts` says what is special about a frame. */
function brackets(count: number, facts: (set: number, i: number) => Partial<Facts>): GroupFrame[] {
  return Array.from({ length: 3 * count }, (_, k) => {
    const [set, i] = [Math.floor(k / 3), k % 3];
    const plain = { name: `IMG_${101 + k}.jpg`, atS: 30 * set + i, timeS: (1 / 60) * 4 ** [0, -1, 1][i] };
    return frameOf({ ...plain, resolutionMs: 1000, ...facts(set, i) });
  });
}

const sizesOf = async (frames: GroupFrame[]) =>
  (await group({ frames }, {}, testContext())).groups.map((set) => set.frames.length);

test("brackets whose exposures take seconds, with short pauses", async () => {
  const times = [2, 0.5, 8];
  const starts = [0, 2.5, 3.5];
  expect(await sizesOf(brackets(3, (set, i) => ({ timeS: times[i], atS: 60 * set + starts[i] })))).toEqual([3, 3, 3]);
});

test("two frames at the camera's fastest time, where a step is cut short", async () => {
  const times = [1 / 8000, 1 / 8000, 1 / 2000];
  const bracketing = { photo: { series: { bracketing: true } } };
  expect(await sizesOf(brackets(3, (_, i) => ({ timeS: times[i], ...bracketing })))).toEqual([3, 3, 3]);
});

test("a lens without aperture data", async () => {
  const frames = brackets(3, () => ({})).map((frame) => {
    const { fNumber: _, ...exposure } = frame.photo.exposure;
    return { ...frame, photo: { ...frame.photo, exposure } };
  });
  expect(await sizesOf(frames)).toEqual([3, 3, 3]);
});

test.each([
  ["100CANON/IMG_9996.JPG", "100CANON/IMG_9999.JPG", "101CANON/IMG_0001.JPG"],
  ["100_9996.JPG", "100_9999.JPG", "101_0001.JPG"],
  ["DCIM/100MSDCF/DSC09996.JPG", "DCIM/100MSDCF/DSC09999.JPG", "DCIM/101MSDCF/DSC00001.JPG"],
])("a bracket over two folders, where numbers begin again: %s, %s, %s", async (first, last, next) => {
  const name = (k: number) => (k < 4 ? first.replace("9996", String(9996 + k)) : next.replace("0001", `000${k - 3}`));
  const frames = brackets(3, (set, i) => ({ name: name(3 * set + i) }));
  const result = await group({ frames }, {}, testContext());
  expect(namesOf(frames, result)).toContain([last, next, next.replace("0001", "0002")].join(" "));
  expect(result.groups).toHaveLength(3);
});

describe("white balance that drifts inside a bracket", () => {
  // A warm, a neutral and a cool rendering, as automatic white balance gives frames of other brightness.
  const casts = [
    [1, 1, 1],
    [0.85, 1, 1.2],
    [1.2, 1, 0.8],
  ];
  const drifting = brackets(3, () => ({})).map((frame, k) => {
    const [set, i] = [Math.floor(k / 3), k % 3];
    const shown = () => photograph(lazyScene(50 + set)(), { ev: [0, -2, 2][i], dx: 0, dy: 0, seed: k });
    return { ...frame, thumbnail: async () => withCast(shown(), casts[i]) };
  });

  test("leaves it one set", async () => {
    expect(await sizesOf(drifting)).toEqual([3, 3, 3]);
  });

  test("also where no file has metadata", async () => {
    const bare = drifting.map(({ name, thumbnail }) => ({ ...frameOf({ name }), thumbnail }));
    expect(await sizesOf(bare)).toEqual([3, 3, 3]);
  });
});

/** The picture with its channels multiplied, in display values. */
function withCast(image: Image, cast: readonly number[]): Image {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, image.data[i] * cast[i % 3]);
  return { ...image, data };
}

test("single photographs and bursts between brackets, by a camera that marks its brackets", async () => {
  const marked = brackets(2, (_, i) => ({ photo: { series: { bracketing: true, shotNumber: i + 1 } } }));
  const single = frameOf({ name: "IMG_201.jpg", atS: 15, timeS: 1 / 60 });
  const burst = [0, 1, 2].map((i) => frameOf({ name: `IMG_${202 + i}.jpg`, atS: 20 + 0.3 * i, timeS: 1 / 60 }));
  expect((await sizesOf([...marked, single, ...burst])).sort()).toEqual([1, 1, 1, 1, 3, 3]);
});

test.each([0, 3])("single photographs and a burst between Sony's brackets (SequenceLength %i)", async (length) => {
  const seriesOf = (tags: Record<string, string>) =>
    describePhoto({ "IFD0:Make": "SONY", ...tags, "Sony:SequenceLength": String(length) }).photo.series;
  const bracketed = brackets(3, (set, i) => ({
    name: `DSC0${100 + 10 * set + i}.ARW`,
    photo: { series: seriesOf({ "Sony:ReleaseMode": "5", "Sony:SequenceNumber": String(i + 1) }) },
  }));
  const single = (k: number) =>
    frameOf({
      name: `DSC0${103 + 10 * k}.ARW`,
      atS: 30 * k + 6,
      timeS: 1 / 60,
      resolutionMs: 1000,
      photo: { series: seriesOf({ "Sony:ReleaseMode": "0", "Sony:SequenceNumber": "0" }) },
    });
  const burst = [0, 1, 2, 3].map((i) =>
    frameOf({
      name: `DSC0${114 + i}.ARW`,
      atS: 45 + 0.25 * i,
      timeS: 1 / 60,
      resolutionMs: 1000,
      photo: { series: seriesOf({ "Sony:ReleaseMode": "2", "Sony:SequenceNumber": String(i + 1) }) },
    }),
  );
  const frames = [...bracketed, single(0), single(1), ...burst];
  const names = namesOf(frames, await group({ frames }, {}, testContext()));
  const sets = [0, 1, 2].map((set) => [0, 1, 2].map((i) => `DSC0${100 + 10 * set + i}.ARW`).join(" "));
  expect(names.filter((each) => each.includes(" "))).toEqual(sets);
});
