import { expect, test } from "vitest";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf } from "./frames.ts";

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

test("a bracket over two folders, where the camera began a new one and its numbers began again", async () => {
  const name = (k: number) => (k < 4 ? `100CANON/IMG_${9996 + k}.JPG` : `101CANON/IMG_000${k - 3}.JPG`);
  const frames = brackets(3, (set, i) => ({ name: name(3 * set + i) }));
  const result = await group({ frames }, {}, testContext());
  expect(namesOf(frames, result)).toContain("100CANON/IMG_9999.JPG 101CANON/IMG_0001.JPG 101CANON/IMG_0002.JPG");
  expect(result.groups).toHaveLength(3);
});

test("single photographs and bursts between brackets, by a camera that marks its brackets", async () => {
  const marked = brackets(2, (_, i) => ({ photo: { series: { bracketing: true, shotNumber: i + 1 } } }));
  const single = frameOf({ name: "IMG_201.jpg", atS: 15, timeS: 1 / 60 });
  const burst = [0, 1, 2].map((i) => frameOf({ name: `IMG_${202 + i}.jpg`, atS: 20 + 0.3 * i, timeS: 1 / 60 }));
  expect((await sizesOf([...marked, single, ...burst])).sort()).toEqual([1, 1, 1, 1, 3, 3]);
});
