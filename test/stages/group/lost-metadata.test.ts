import { describe, expect, test } from "vitest";
import { emptyPhoto } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

interface Plan {
  readonly sets: number;
  readonly evs: readonly number[];
  /** From the start of one set to that of the next. */
  readonly everyS: number;
  readonly firstNumber?: number;
  readonly beginS?: number;
  readonly serial?: string;
}

/** Brackets of painted scenes, half a second from frame to frame. */
function shoot({ sets, evs, everyS, firstNumber = 1000, beginS = 0, serial = "1" }: Plan): GroupFrame[] {
  const size = evs.length;
  return Array.from({ length: sets * size }, (_, i) => {
    const [set, shot] = [Math.floor(i / size), i % size];
    const scene = lazyScene(firstNumber + set);
    return frameOf({
      name: `DSC${String(((firstNumber + i - 1) % 9999) + 1).padStart(5, "0")}.JPG`,
      atS: beginS + set * everyS + shot * 0.5,
      timeS: 2 ** (evs[shot] - 6),
      photo: { camera: { make: "Maker", model: "A", serial } },
      thumbnail: async () => photograph(scene(), { ev: evs[shot], dx: 0, dy: 0, seed: i }),
    });
  });
}

function lose(frames: readonly GroupFrame[], lost: readonly number[]): GroupFrame[] {
  const bare = { ...emptyPhoto, widthPx: 6000, heightPx: 4000 };
  return frames.map((frame, i) => (lost.includes(i) ? { ...frame, photo: bare } : frame));
}

const find = (frames: readonly GroupFrame[]) => group({ frames }, {}, testContext());

const three = [-2, 0, 2];
const cases = [
  { what: "any place of a bracket", plan: { sets: 8, evs: three, everyS: 12 }, lost: [0, 4, 8, 15, 16] },
  { what: "the ends of long brackets", plan: { sets: 6, evs: [-3, -2, -1, 0, 1, 2, 3], everyS: 9 }, lost: [6, 14, 30] },
  { what: "brackets in quick succession", plan: { sets: 8, evs: three, everyS: 2.6 }, lost: [2, 3, 10, 18] },
  { what: "the turn of the counter", plan: { sets: 8, evs: three, everyS: 12, firstNumber: 9990 }, lost: [7, 10, 13] },
] as const;

describe("files that lost their metadata", () => {
  test.each(cases)("find their sets at $what", async ({ plan, lost }) => {
    const frames = shoot(plan);
    const damaged = lose(frames, lost);
    expect(namesOf(damaged, await find(damaged))).toEqual(namesOf(frames, await find(frames)));
  });

  test("go to the camera whose numbers they continue, of two that name their files alike", async () => {
    const first = shoot({ sets: 6, evs: three, everyS: 14, firstNumber: 300, serial: "1" });
    const second = shoot({ sets: 6, evs: three, everyS: 14, firstNumber: 4980, beginS: 6, serial: "2" });
    const frames = [...first, ...second];
    const damaged = lose(frames, [4, 9, 20, 24, 35]);
    expect(namesOf(damaged, await find(damaged))).toEqual(namesOf(frames, await find(frames)));
  });

  test("are read once, however often they are asked for", async () => {
    const asked = new Map<string, number>();
    const frames = lose(shoot({ sets: 5, evs: three, everyS: 12 }), [1, 6]).map((frame, i) => ({
      ...frame,
      name: `${"qwertyuiopasdfg"[i]}.jpg`,
      thumbnail: () => {
        asked.set(frame.name, (asked.get(frame.name) ?? 0) + 1);
        return frame.thumbnail();
      },
    }));
    await find(frames);
    expect(asked.size).toBeGreaterThan(2);
    expect(Math.max(...asked.values())).toBe(1);
  });

  test("are counted in where the camera numbered the frames around them", async () => {
    const frames = shoot({ sets: 4, evs: three, everyS: 6 }).map((frame, i) => ({
      ...frame,
      thumbnail: async () => undefined,
      photo: { ...frame.photo, series: { bracketing: true, shotNumber: (i % 3) + 1, shotCount: 3 } },
    }));
    const damaged = lose(frames, [1, 7]);
    expect((await find(damaged)).groups.map((set) => set.frames)).toEqual([0, 3, 6, 9].map((i) => [i, i + 1, i + 2]));
  });

  test("come in the order of taking, whole sets and first frames of sets too", async () => {
    const frames = lose(shoot({ sets: 6, evs: three, everyS: 12, firstNumber: 9990 }), [3, 9, 10, 11]);
    const { groups } = await find(frames);
    expect(groups.map((set) => Math.min(...set.frames))).toEqual([0, 3, 6, 9, 12, 15]);
    const bare = lose(frames, [...frames.keys()]);
    expect((await find(bare)).groups.map((set) => Math.min(...set.frames))).toEqual([0, 3, 6, 9, 12, 15]);
  });
});
