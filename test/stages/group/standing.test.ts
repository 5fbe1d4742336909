import { describe, expect, test } from "vitest";
import { type Image, type Orientation, swapsAxes, turnInto } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

interface Shown {
  readonly scene: number;
  readonly ev: number;
  /** The flag that the camera wrote. */
  readonly flag?: Orientation;
  /** How the camera was really held, by the flag that would be right. */
  readonly held?: Orientation;
  readonly size?: readonly [number, number];
}

const times = { 0: 1 / 60, [-2]: 1 / 250, 2: 1 / 15 } as Record<number, number>;

/** One frame of a bracket; its thumbnail is what the flag makes of what the sensor saw. */
function frame(index: number, atS: number, { scene, ev, flag = 1, held = 1, size = [6000, 4000] }: Shown): GroupFrame {
  const base = frameOf({
    name: `IMG_${index}.jpg`,
    atS,
    timeS: times[ev],
    photo: { orientation: flag, widthPx: size[0], heightPx: size[1], series: { bracketing: true } },
  });
  return {
    ...base,
    thumbnail: async () => displayed(photograph(lazyScene(scene)(), { ev, dx: 0, dy: 0, seed: index }), flag, held),
  };
}

function displayed(upright: Image, flag: Orientation, held: Orientation): Image {
  // The sensor saw the scene turned back by how the camera was held; quarter turns undo one another.
  const back = ({ 6: 8, 8: 6 } as Record<number, Orientation>)[held] ?? held;
  return turn(turn(upright, back), flag);
}

function turn(image: Image, orientation: Orientation): Image {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  turnInto({ ...image, data: image.data as Uint8Array }, orientation, data);
  const { width, height } = image;
  return { ...image, data, ...(swapsAxes(orientation) ? { width: height, height: width } : {}) };
}

function bracket(first: number, atS: number, shown: readonly Shown[]): GroupFrame[] {
  return shown.map((each, i) => frame(first + i, atS + 0.5 * i, each));
}

const exposures = [0, -2, 2];

describe("orientation flags that differ within one bracket", () => {
  test.each([
    [2, 6],
    [1, 8],
    [0, 6],
    [2, 3],
    [1, 3],
  ] as const)("frame %i with flag %i is turned to stand as the others", async (odd, flag) => {
    const frames = bracket(
      1,
      0,
      exposures.map((ev, i) => ({ scene: 3, ev, flag: i === odd ? flag : 1 })),
    );
    const result = await group({ frames }, {}, testContext());
    expect(namesOf(frames, result)).toEqual(["IMG_1.jpg IMG_2.jpg IMG_3.jpg"]);
    const back = { 3: 3, 6: 8, 8: 6 }[flag];
    expect(result.groups[0].turns).toEqual(exposures.map((_, i) => (i === odd ? back : 1)));
    expect(result.groups[0].reasons.join()).toContain(`IMG_${odd + 1}.jpg is turned`);
  });

  test("a flash frame is turned to stand as its set does", async () => {
    const fires = (each: GroupFrame, flashFired: boolean): GroupFrame => ({
      ...each,
      photo: { ...each.photo, exposure: { ...each.photo.exposure, flashFired } },
    });
    const frames = [
      ...bracket(
        1,
        0,
        exposures.map((ev) => ({ scene: 3, ev })),
      ).map((each) => fires(each, false)),
      fires(frame(4, 3, { scene: 3, ev: 0, flag: 6 }), true),
      fires(frame(5, 5, { scene: 3, ev: 0 }), true),
    ];
    const { groups } = await group({ frames }, {}, testContext());
    expect(groups[0].flash).toEqual([3, 4]);
    expect(groups[0].flashTurns).toEqual([8, 1]);
    expect(groups[0].turns).toBeUndefined();
  });

  test("of a tie, frames stand as most of the shoot do", async () => {
    const frames = [
      ...bracket(
        1,
        0,
        [0, -2].map((ev, i) => ({ scene: 3, ev, flag: i === 0 ? (6 as const) : (1 as const) })),
      ),
      ...bracket(
        3,
        60,
        exposures.map((ev) => ({ scene: 4, ev })),
      ),
    ];
    const { groups } = await group({ frames }, {}, testContext());
    expect(groups[0].turns).toEqual([8, 1]);
  });

  test("the same with sets of a fixed size and with lists", async () => {
    const frames = bracket(
      1,
      0,
      exposures.map((ev, i) => ({ scene: 3, ev, flag: i === 1 ? (6 as const) : (1 as const) })),
    );
    const lists = [frames.map(({ name }) => name)];
    const context = testContext();
    const results = [await group({ frames }, { bracketSize: 3 }, context), await group({ frames, lists }, {}, context)];
    for (const { groups } of results) expect(groups.map(({ turns }) => turns)).toEqual([[1, 8, 1]]);
    expect(context.warnings).toEqual([]);
  });

  test("a camera that was really turned begins another set, and nothing is turned", async () => {
    const frames = [
      ...bracket(
        1,
        0,
        exposures.map((ev) => ({ scene: 3, ev })),
      ),
      ...bracket(
        4,
        3,
        exposures.map((ev) => ({ scene: 3, ev, flag: 6 as const, held: 6 as const })),
      ),
    ];
    const turnedRoom = frames.map((each, i) => (i < 3 ? each : { ...each, thumbnail: portrait(i) }));
    const { groups } = await group({ frames: turnedRoom }, {}, testContext());
    expect(groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(groups.every(({ turns }) => turns === undefined)).toBe(true);
  });
});

/** The room as an upright camera shows it: another picture than the turned one of the sensor. */
function portrait(i: number): GroupFrame["thumbnail"] {
  return async () => photograph(lazyScene(3, 64, 96)(), { ev: exposures[i - 3], dx: 0, dy: 0, seed: i });
}

test("frames that an editor cropped by a few pixels are one set; beyond 2 % they are none", async () => {
  const sizes = (cut: number) => exposures.map((ev, i) => ({ scene: 3, ev, size: [6000 - cut * i, 4000] as const }));
  const near = bracket(1, 0, sizes(12));
  const found = await group({ frames: near }, {}, testContext());
  expect(namesOf(near, found)).toEqual(["IMG_1.jpg IMG_2.jpg IMG_3.jpg"]);
  expect(found.groups[0].reasons.join()).toContain("sizes differ by a few pixels");
  const far = bracket(1, 0, sizes(300));
  expect((await group({ frames: far }, {}, testContext())).groups).toHaveLength(3);
});
