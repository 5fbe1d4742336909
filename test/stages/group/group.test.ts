import { describe, expect, test } from "vitest";
import { emptyPhoto } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf, shuffled } from "./frames.ts";
import { lazyScene, type PaintedScene, photograph } from "./painted-scene.ts";

/** Brackets of −2, 0, +2 EV in half-second steps, one every 12 s. */
function brackets(count: number, name = (i: number) => `DSC_${1000 + i}.NEF`): GroupFrame[] {
  return Array.from({ length: count * 3 }, (_, i) =>
    frameOf({ name: name(i), atS: Math.floor(i / 3) * 12 + (i % 3) * 0.5, timeS: [1 / 240, 1 / 60, 1 / 15][i % 3] }),
  );
}

function flashed(frame: GroupFrame, flashFired: boolean): GroupFrame {
  return { ...frame, photo: { ...frame.photo, exposure: { ...frame.photo.exposure, flashFired } } };
}

const find = (frames: readonly GroupFrame[], options = {}) => group({ frames }, options, testContext());

/** Brackets of three rooms, each followed 4 s later by a darker frame by hand, of its own room or of another. */
function withDarkFrames(rooms: readonly number[], { fNumber = 8, timeS = 1 / 500 } = {}): GroupFrame[] {
  const scenes = [101, 102, 103].map((seed) => lazyScene(seed));
  return rooms.flatMap((room, set) => {
    const shot = (scene: number, ev: number, afterS: number, exposure: { timeS: number; fNumber?: number }) =>
      frameOf({
        name: `DSC_${1000 + 100 * set + 10 * afterS}.JPG`,
        atS: 15 * set + afterS,
        ...exposure,
        thumbnail: async () => photograph(scenes[scene](), { ev, dx: 0, dy: 0, seed: set + ev }),
      });
    const bracket = [-2, 0, 2].map((ev, i) => shot(set, ev, i / 2, { timeS: 2 ** ev / 60 }));
    return [...bracket, shot(room, -3.3, 5, { timeS, fNumber })];
  });
}

describe("group", () => {
  test.each([
    ["time", { timeS: 1 / 590 }],
    ["aperture", { timeS: 1 / 240, fNumber: 12.5 }],
    ["a third of a stop", { timeS: 1 / 302 }],
  ])("has the darker frame by hand for the window in the bracket before it, by %s", async (_, dial) => {
    const { groups } = await find(withDarkFrames([0, 1, 2], dial));
    expect(groups.map(({ frames }) => frames.length)).toEqual([4, 4, 4]);
    for (const { confidence } of groups) expect(confidence).toBeGreaterThan(0.9);
  });

  test("has a darker frame of another room alone, and is not sure of one that it cannot see", async () => {
    const { groups } = await find(withDarkFrames([0, 2, 2]));
    expect(groups.map(({ frames }) => frames.length)).toEqual([4, 3, 1, 4]);
    const unseen = withDarkFrames([0, 1, 2]).map((frame) => ({ ...frame, thumbnail: async () => undefined }));
    for (const { confidence } of (await find(unseen)).groups) expect(confidence).toBeLessThanOrEqual(0.9);
  });

  test("finds brackets by their headers and asks for no thumbnail", async () => {
    let asked = 0;
    const frames = brackets(4).map((frame) => ({ ...frame, thumbnail: async () => void asked++ as undefined }));
    const result = await find(frames);
    expect(result.groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
    ]);
    expect(result.groups.map((set) => set.reference)).toEqual([1, 4, 7, 10]);
    expect(result).toMatchObject({ applied: true, thumbnailsRead: 0 });
    expect(asked).toBe(0);
  });

  test("gives the same sets and reasons whatever the order of the input", async () => {
    const frames = brackets(5);
    const first = await find(frames);
    for (const seed of [1, 2, 3]) {
      const other = shuffled(frames, seed);
      const result = await find(other);
      expect(namesOf(other, result)).toEqual(namesOf(frames, first));
      expect(result.groups.map((set) => set.reasons)).toEqual(first.groups.map((set) => set.reasons));
    }
  });

  test("does not look at names where there are times", async () => {
    const random = [83, 12, 55, 3, 41, 9, 77, 60, 31];
    const frames = brackets(3, (i) => `${random[i]}.jpg`);
    expect((await find(frames)).groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
  });

  test("puts every file into exactly one group and folds the JPEG of a RAW into its shot", async () => {
    const raws = brackets(3);
    const frames = [...raws, ...raws.map((frame) => ({ ...frame, name: frame.name.replace("NEF", "JPG") }))];
    const { groups } = await find(frames);
    const all = groups.flatMap((set) => [...set.frames, ...set.twins.map((twin) => twin.frame)]);
    expect(all.sort((a, b) => a - b)).toEqual(frames.map((_, i) => i));
    expect(groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
    expect(groups[0].twins[0]).toEqual({ frame: 9, of: 0, kind: "jpeg-of-raw" });
    expect(groups[0].reasons.at(-1)).toContain("JPEG next to a RAW");
  });

  test("takes the JPEG instead of the RAW with preferJpeg", async () => {
    const raws = brackets(2);
    const frames = [...raws, ...raws.map((frame) => ({ ...frame, name: frame.name.replace("NEF", "JPG") }))];
    const { groups } = await find(frames, { preferJpeg: true });
    expect(groups.map((set) => set.frames)).toEqual([
      [6, 7, 8],
      [9, 10, 11],
    ]);
    expect(groups[0].twins[0]).toEqual({ frame: 0, of: 6, kind: "raw-of-jpeg" });
    expect(groups[0].reasons.at(-1)).toContain("RAW next to a JPEG");
  });

  test("knows RAW and JPEG of one shot under different names and with a stripped JPEG", async () => {
    const raws = brackets(2);
    const renamed = raws.map((frame, i) => ({ ...frame, name: `export-${i * 31}.jpg` }));
    const stripped = raws.map((frame) => ({ ...frame, name: frame.name.replace("NEF", "jpg"), photo: emptyPhoto }));
    for (const jpegs of [renamed, stripped]) {
      const { groups } = await find([...raws, ...jpegs]);
      expect(groups.map((set) => set.frames)).toEqual([
        [0, 1, 2],
        [3, 4, 5],
      ]);
      expect(groups.flatMap((set) => set.twins).every(({ frame, of }) => frame === of + 6)).toBe(true);
    }
  });

  test("does not take numbered photographs for copies of one another", async () => {
    const frames = [1, 2, 3, 4].map((i) => frameOf({ name: `room (${i}).jpg`, atS: i * 60, timeS: 1 / 60 }));
    expect((await find(frames)).groups.flatMap((set) => set.twins)).toEqual([]);
  });

  test("compares clocks of one camera where some files lost the time zone", async () => {
    const frames = brackets(2).map((frame, i) => {
      if (i % 2 === 0) return frame;
      const { capturedAt } = frame.photo;
      const zoned = { ...capturedAt!, iso: capturedAt!.iso.replace("Z", "+02:00"), hasZone: true };
      return { ...frame, photo: { ...frame.photo, capturedAt: { ...zoned, epochMs: zoned.epochMs - 7_200_000 } } };
    });
    expect((await find(frames)).groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  test("keeps the flash frames of a view in its set, but out of its bracket", async () => {
    const ambient = brackets(1).map((frame) => flashed(frame, false));
    const lit = [0, 1].map((i) => flashed(frameOf({ name: `f${i}.NEF`, atS: 3 + i * 2, timeS: 1 / 120 }), true));
    const next = brackets(2)
      .slice(3)
      .map((frame) => flashed(frame, false));
    const { groups } = await find([...ambient, ...lit, ...next]);
    expect(groups.map((set) => set.frames)).toEqual([
      [0, 1, 2],
      [5, 6, 7],
    ]);
    expect(groups[0].flash).toEqual([3, 4]);
    expect(groups[0].reasons.at(-1)).toContain("the flash fired (EXIF Flash) in f0.NEF, f1.NEF");
  });

  /** Views of other rooms, each by its own light (unless `ambient` is false) and twice by a flash that moves. */
  const flambient = (views: number, { order = "AFF", pauseS = 8, nextS = 30 } = {}) => {
    let atS = 0;
    return Array.from({ length: views }, (_, view) => {
      const scene = lazyScene(300 + view);
      const frames = [...order].map((kind, i) => {
        atS += pauseS;
        const isLit = kind === "F";
        const exposure = isLit ? { timeS: 1 / 1000, iso: 1000 } : { timeS: 1 / (40 + 10 * view), iso: 400 };
        const frame = frameOf({
          name: `DSC_${1000 + 10 * view + i}.JPG`,
          atS,
          ...exposure,
          thumbnail: async () =>
            photograph(isLit ? litScene(scene(), i) : scene(), { ev: 0.5, dx: 0, dy: 0, seed: 9 * view + i }),
        });
        return flashed(frame, isLit);
      });
      atS += nextS;
      return frames;
    }).flat();
  };

  /** The scene under a flash from one side: what is dark gets most of its light, what is bright hardly any. */
  const litScene = (scene: PaintedScene, side: number): PaintedScene => ({
    ...scene,
    light: scene.light.map((light, i) => {
      const x = (i % scene.width) / scene.width;
      return 0.15 * light + 0.3 * Math.sqrt(light) * (side % 2 === 0 ? 1.3 - 0.6 * x : 0.7 + 0.6 * x);
    }),
  });

  test.each([
    ["after it", "AFF", {}],
    ["after it in a hurry", "AFF", { pauseS: 2, nextS: 4 }],
    ["after long pauses", "AFF", { pauseS: 25, nextS: 40 }],
    ["before it", "FFA", {}],
    ["around it", "FAF", {}],
    ["once", "AF", {}],
  ])("joins flash frames to the ambient frame of their view, taken %s", async (_, order, pauses) => {
    const { groups } = await find(flambient(4, { order, ...pauses }));
    const place = order.indexOf("A");
    expect(groups.map(({ frames, flash }) => [frames, flash.length])).toEqual(
      [0, 1, 2, 3].map((view) => [[view * order.length + place], order.length - 1]),
    );
    for (const { kind, reasons } of groups) {
      expect(kind).toBe("bracket");
      expect(reasons.join()).toContain("the flash fired (EXIF Flash) in");
    }
  });

  test("makes one set of the flash frames of a view without an ambient frame, by the best of them", async () => {
    const { groups } = await find(flambient(3, { order: "FFF" }));
    expect(groups.map(({ frames, flash }) => [frames.length, flash.length])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(groups[0].reasons.join()).toContain("so they are one view");
  });

  test("merges the flash frames of a room that is dark without them", async () => {
    const scene = lazyScene(4);
    const seen = (offEv: number) =>
      [...brackets(1), frameOf({ name: "lit.NEF", atS: 3, timeS: 1 / 120 })].map((frame, i) => ({
        ...flashed(frame, i === 3),
        thumbnail: async () => photograph(scene(), { ev: [-2, 0, 2, 1][i] + offEv, dx: 0, dy: 0, seed: i }),
      }));
    expect((await find(seen(0))).groups).toMatchObject([{ frames: [0, 1, 2], flash: [3] }]);
    const dark = await find(seen(-5));
    expect(dark.groups).toMatchObject([{ frames: [0, 1, 2, 3], twins: [], reference: 1 }]);
    expect(dark.groups[0].reasons.at(-1)).toContain("without them the room is dark");
  });

  test("takes a numbered file without metadata for a copy only where the picture is the same", async () => {
    const take = (scene: number) => async () => photograph(lazyScene(scene)(), { ev: 0, dx: 0, dy: 0, seed: 1 });
    const frames = [
      frameOf({ name: "a.jpg", thumbnail: take(1) }),
      frameOf({ name: "a (1).jpg", thumbnail: take(1) }),
      frameOf({ name: "a (2).jpg", thumbnail: take(2) }),
    ];
    const { groups } = await find(frames);
    expect(groups.map((set) => [set.frames, set.twins])).toEqual([
      [[0], [{ frame: 1, of: 0, kind: "copy" }]],
      [[2], []],
    ]);
  });

  test("distinguishes two cameras of one model by their counters", async () => {
    const first = brackets(4);
    const second = brackets(4).map((frame, i) => ({
      ...frame,
      name: `DSC_${4000 + i}.NEF`,
      photo: {
        ...frame.photo,
        capturedAt: { ...frame.photo.capturedAt!, epochMs: frame.photo.capturedAt!.epochMs + 250 },
      },
    }));
    const mixed = [...first, ...second];
    expect((await find(mixed)).groups.map((set) => set.frames)).toEqual(
      [0, 12, 3, 15, 6, 18, 9, 21].map((i) => [i, i + 1, i + 2]),
    );
  });

  test("distinguishes them by their counters where these meet", async () => {
    const first = brackets(6);
    // The second body begins six numbers behind and works without a pause, so that it comes past the first one's
    // numbers.
    const second = Array.from({ length: 18 }, (_, i) =>
      frameOf({
        name: `DSC_${994 + i}${i < 6 ? "" : " (1)"}.NEF`,
        atS: Math.floor(i / 3) * 7 + 5 + (i % 3) * 0.5,
        timeS: [1 / 60, 1 / 240, 1 / 15][i % 3],
      }),
    );
    const { groups } = await find([...first, ...second]);
    expect(groups.map((set) => [...set.frames].sort((a, b) => a - b)).sort((a, b) => a[0] - b[0])).toEqual(
      Array.from({ length: 12 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
    );
  });

  test("follows the counter where the clock was set back within the shoot", async () => {
    const frames = brackets(6).map((frame, i) => {
      const { capturedAt } = frame.photo;
      const setBackMs = i < 9 ? 0 : 40_000;
      return {
        ...frame,
        photo: { ...frame.photo, capturedAt: { ...capturedAt!, epochMs: capturedAt!.epochMs - setBackMs } },
      };
    });
    expect((await find(frames)).groups.map((set) => set.frames.length)).toEqual(new Array(6).fill(3));
  });

  test("cuts where the camera's shot number begins again and where its bracket is full", async () => {
    const take = (hints: (i: number) => object) =>
      brackets(2).map((frame, i) => ({
        ...frame,
        // Six exposures that would make one even bracket, with no pause between them.
        photo: {
          ...frameOf({ name: "x", atS: i * 0.5, timeS: 2 ** (i - 8) }).photo,
          series: { bracketing: true, ...hints(i) },
        },
      }));
    for (const hints of [
      (i: number) => ({ shotNumber: (i % 3) + 1 }),
      (i: number) => ({ shotNumber: (i % 3) + 1, shotCount: 3 }),
      (i: number) => ({ shotCount: 3, bracketValueEv: (i % 3) - 1 }),
    ]) {
      expect((await find(take(hints))).groups.map((set) => set.frames)).toEqual([
        [0, 1, 2],
        [3, 4, 5],
      ]);
    }
    // A camera that numbers every frame 1 does not count.
    expect((await find(take(() => ({ shotNumber: 1 })))).groups).toHaveLength(1);
  });

  test("keeps a bracket that the camera counted whole where its last exposure could go no further", async () => {
    const frames = [800, 200, 400, 1600, 1600].map((iso, i) => {
      const frame = frameOf({ name: `P503000${i}.ORF`, atS: i * 0.1, timeS: 1 / 60, iso });
      // A compensation that stood on a third for one frame is not a bracket's value.
      const exposure = { ...frame.photo.exposure, biasEv: i === 1 ? 1 / 3 : 0 };
      return { ...frame, photo: { ...frame.photo, exposure, series: { bracketing: true, shotNumber: i + 1 } } };
    });
    expect((await find(frames)).groups.map((set) => set.frames)).toEqual([[0, 1, 2, 3, 4]]);
  });

  test("uses the pictures' steps if the camera metered every frame again", async () => {
    const changes = [0.7, -0.7, -1.3, 0.3, 1.3, 0.6, -1, 1, 0.3, -0.7, 1.3, -0.3, 0.7, -1, 0];
    const frames = changes.map((change, i) => {
      const [room, ev] = [Math.floor(i / 3), [0, -2, 2][i % 3]];
      return frameOf({
        name: `${i}.jpg`,
        atS: room * 40 + (i % 3) * 5,
        timeS: 2 ** (ev - 5 - change),
        thumbnail: async () => photograph(lazyScene(room + 20)(), { ev, dx: 0, dy: 0, seed: i }),
      });
    });
    expect((await find(frames)).groups.map((set) => set.frames.length)).toEqual([3, 3, 3, 3, 3]);
  });

  test("says pauses and exposures in words", async () => {
    const { groups } = await find(brackets(2));
    const reasons = groups.flatMap((set) => set.reasons).join("\n");
    expect(reasons).toMatch(/(the same exposure as|EV (brighter|darker) than) \S+/);
    expect(reasons).not.toMatch(/pause of 0 s|exposure 0 EV|EV from/);
  });

  test("takes the same file under any other name for a copy, and says so", async () => {
    const whole = brackets(2).map((frame, i) => ({ ...frame, contentKey: `${i}` }));
    const copies = [1, 4].map((i) => ({ ...whole[i], name: `copy of ${whole[i].name}` }));
    for (const options of [{}, { bracketSize: 3 }]) {
      const { groups } = await find([...copies, ...whole], options);
      expect(groups.map((set) => [set.frames, set.twins])).toEqual([
        [[2, 3, 4], [{ frame: 0, of: 3, kind: "copy" }]],
        [[5, 6, 7], [{ frame: 1, of: 6, kind: "copy" }]],
      ]);
      expect(groups[0].reasons).toContain("of the set but not merged: 1 copy of a photograph that is in the set");
      expect(groups.flatMap((set) => set.flags)).toEqual([]);
    }
  });

  test("folds copies of a RAW and of its JPEG into the one shot", async () => {
    const raw = { ...brackets(1)[0], contentKey: "r" };
    const jpeg = { ...raw, name: raw.name.replace("NEF", "JPG"), contentKey: "j" };
    const frames = [raw, jpeg, { ...raw, name: "Other.NEF" }, { ...jpeg, name: "Another.JPG" }];
    const { groups } = await find(frames);
    expect(groups).toHaveLength(1);
    expect(groups[0].twins.map(({ frame, of }) => [frame, of]).sort()).toHaveLength(3);
  });

  test("takes a copied file for the shot it is a copy of", async () => {
    const frames = brackets(1);
    const result = await find([...frames, { ...frames[1], name: "DSC_1001 (1).NEF" }]);
    expect(result.groups).toHaveLength(1);
    expect(result.groups[0].twins).toEqual([{ frame: 3, of: 1, kind: "copy" }]);
  });

  test.each(["white-balance", "focus", "pixel-shift"] as const)("leaves a %s bracket as singles", async (kind) => {
    const frames = brackets(1).map((frame) => ({
      ...frame,
      photo: { ...frame.photo, series: { otherBracketing: kind } },
    }));
    const result = await find(frames);
    expect(result).toMatchObject({ applied: false, reason: "no photographs form an exposure bracket" });
    expect(result.groups.every((set) => set.kind === "single" && set.reasons[0].includes(kind))).toBe(true);
  });

  test("never joins frames of different size, lens or focal length", async () => {
    const [a, b, c] = brackets(1);
    for (const photo of [
      { ...b.photo, widthPx: 4000, heightPx: 6000 },
      { ...b.photo, lens: { model: "16-35", focalMm: 24 } },
      { ...b.photo, lens: { model: "50", focalMm: 17 } },
    ]) {
      expect((await find([a, { ...b, photo }, c])).groups).toHaveLength(3);
    }
  });

  test("says that names decided the order where times are missing, and still finds sets", async () => {
    const context = testContext();
    const frames = brackets(3).map(({ photo: { capturedAt, ...photo }, ...frame }) => ({ ...frame, photo }));
    const result = await group({ frames }, {}, context);
    expect(result.groups.map((set) => set.frames.length)).toEqual([3, 3, 3]);
    expect(context.warnings.map((warning) => warning.code)).toEqual(["group/order-uncertain"]);
  });

  test("does not take copies with one time stamp and no exposure for a bracket", async () => {
    const picture = photograph(lazyScene(5)(), { ev: 0, dx: 0, dy: 0, seed: 1 });
    for (const thumbnail of [async () => picture, async () => undefined]) {
      const frames = ["a.jpg", "b.jpg", "c.jpg"].map((name) => frameOf({ name, atS: 4, thumbnail }));
      expect((await find(frames)).applied).toBe(false);
    }
  });

  test("keeps near-black and near-white ends of brackets without EXIF", async () => {
    const scene = lazyScene(12);
    const frames = [-9, -3, 0, 3, 9].map((ev, i) =>
      frameOf({ name: `IMG_${i + 1}.jpg`, thumbnail: async () => photograph(scene(), { ev, dx: 0, dy: 0, seed: i }) }),
    );
    expect((await find(frames)).groups.map((set) => set.frames)).toEqual([[0, 1, 2, 3, 4]]);
  });

  test("reads exposures from the pictures only if EXIF is missing", async () => {
    const scene = lazyScene(3);
    const frames = [-2, 0, 2].map((ev, i) =>
      frameOf({ name: `IMG_${i + 1}.jpg`, thumbnail: async () => photograph(scene(), { ev, dx: 0, dy: 0, seed: i }) }),
    );
    const { groups } = await find(frames);
    const { frames: found, reference, pictureEvs = [] } = groups[0];
    expect([found, reference, pictureEvs[1]]).toEqual([[0, 1, 2], 1, 0]);
    expect(pictureEvs[0]).toBeLessThan(-1);
    expect(pictureEvs[2]).toBeGreaterThan(1);
    expect((await find(brackets(1))).groups[0].pictureEvs).toBeUndefined();
  });

  test("cuts a bracket taken again of one scene where the exposures begin again", async () => {
    const scene = lazyScene(3);
    const frames = [0, -2, 2, 0, -2, 2].map((ev, i) =>
      frameOf({
        name: `${i}.jpg`,
        atS: i * 0.7,
        timeS: 2 ** (ev - 5),
        thumbnail: async () => photograph(scene(), { ev, dx: 0, dy: 0, seed: i }),
      }),
    );
    const bare = frames.map((frame) => ({ ...frame, photo: emptyPhoto }));
    for (const list of [frames, bare]) {
      expect((await find(list)).groups.map((set) => set.frames)).toEqual([
        [0, 1, 2],
        [3, 4, 5],
      ]);
    }
  });

  test("has nothing to say of nothing and of one", async () => {
    expect(await find([])).toMatchObject({ applied: false, groups: [] });
    expect((await find(brackets(1).slice(0, 1))).groups).toMatchObject([{ frames: [0], kind: "single", reference: 0 }]);
  });

  test("refuses a name that comes twice, and unknown options", async () => {
    const frames = [...brackets(1), ...brackets(1)];
    await expect(find(frames)).rejects.toMatchObject({ code: "input/groups", kind: "input" });
    await expect(find([], { size: 3 })).rejects.toMatchObject({ code: "options/unknown" });
  });

  test("stops when cancelled and passes on what a thumbnail rejects with", async () => {
    const aborted = testContext({ signal: AbortSignal.abort() });
    await expect(group({ frames: brackets(1) }, {}, aborted)).rejects.toMatchObject({ code: "cancelled" });
    const broken = ["a.jpg", "b.jpg"].map((name) =>
      frameOf({ name, thumbnail: () => Promise.reject(new Error("gone")) }),
    );
    await expect(find(broken)).rejects.toThrow("gone");
  });
});

describe("group with a fixed bracket size", () => {
  test("cuts by capture time and reports the remainder", async () => {
    const context = testContext();
    const frames = shuffled(brackets(3).slice(0, 8), 4);
    const result = await group({ frames }, { bracketSize: 3 }, context);
    expect(result.groups.map((set) => set.frames.map((i) => frames[i].name))).toEqual([
      ["DSC_1000.NEF", "DSC_1001.NEF", "DSC_1002.NEF"],
      ["DSC_1003.NEF", "DSC_1004.NEF", "DSC_1005.NEF"],
      ["DSC_1006.NEF", "DSC_1007.NEF"],
    ]);
    expect(context.warnings.map((warning) => warning.code)).toEqual(["group/remainder"]);
    expect(result.groups[0].confidence).toBe(1);
  });

  test("falls back to file numbers across the turn of the counter, then to natural name order", async () => {
    const numbered = [9998, 9999, 1, 2].map((fileNumber) =>
      frameOf({ name: `x${(fileNumber * 7) % 10}.jpg`, photo: { series: { fileNumber } } }),
    );
    const byNumber = await group({ frames: shuffled(numbered, 1) }, { bracketSize: 2 }, testContext());
    expect(namesOf(shuffled(numbered, 1), byNumber)).toEqual(["x4.jpg x7.jpg", "x3.jpg x6.jpg"].sort());
    const context = testContext();
    const named = ["a10.jpg", "a9.jpg", "a2.jpg", "a1.jpg"].map((name) => frameOf({ name }));
    const byName = await group({ frames: named }, { bracketSize: 2 }, context);
    expect(byName.groups.map((set) => set.frames)).toEqual([
      [3, 2],
      [1, 0],
    ]);
    expect(context.warnings.map((warning) => warning.code)).toEqual(["group/order-uncertain"]);
  });
});

describe("groupManually", () => {
  test("takes more brackets than any shoot has, and refuses a list that must be a mistake", async () => {
    const frames = Array.from({ length: 1803 }, (_, i) => frameOf({ name: `${i}.jpg` }));
    const names = frames.map(({ name }) => name);
    const lists = Array.from({ length: 601 }, (_, i) => names.slice(2 * i, 2 * i + 2));
    const singles = names.slice(1202).map((name) => [name]);
    const most = [...lists.slice(1), ...singles];
    expect((await group({ frames, lists: most }, {}, testContext())).groups).toHaveLength(600 + singles.length + 2);
    const endless = Array.from({ length: 10_001 }, (_, i) => [`${i}`, `b${i}`]);
    await expect(group({ frames, lists: endless }, {}, testContext())).rejects.toMatchObject({
      code: "limits/groups",
      message: "group: at most 10000 sets of several frames can be listed, got 10001",
    });
  });

  test("keeps second files of what is listed with it, and takes those that are listed themselves", async () => {
    const frames = ["A_1.NEF", "A_1.JPG", "A_2.NEF", "A_2.JPG"].map((name, i) =>
      frameOf({ name, atS: i >> 1, timeS: 1 / 60 }),
    );
    const members = async (lists: string[][]) => {
      const { groups } = await group({ frames, lists }, {}, testContext());
      return groups.map((set) => [set.frames, set.twins.map(({ frame, of, kind }) => [frame, of, kind])]);
    };
    const twin = [1, 0, "jpeg-of-raw"];
    expect(await members([["A_1.NEF", "A_2.NEF"]])).toEqual([
      [
        [0, 2],
        [twin, [3, 2, "jpeg-of-raw"]],
      ],
    ]);
    expect(await members([["A_1.JPG", "A_2.JPG"]])).toEqual([
      [
        [1, 3],
        [
          [0, 1, "raw-of-jpeg"],
          [2, 3, "raw-of-jpeg"],
        ],
      ],
    ]);
    expect(await members([["A_2.NEF", "A_2.JPG"]])).toEqual([
      [[0], [twin]],
      [[3, 2], []],
    ]);
    expect(await members([])).toEqual([
      [[0], [twin]],
      [[2], [[3, 2, "jpeg-of-raw"]]],
    ]);
  });

  test("groups as listed, in capture order; what no list names stands alone and says so", async () => {
    const frames = brackets(2);
    const lists = [["DSC_1002.NEF", "DSC_1000.NEF"], ["DSC_1004.NEF"]];
    const { groups } = await group({ frames, lists }, {}, testContext());
    expect(groups.map((set) => set.frames)).toEqual([[0, 2], [1], [3], [4], [5]]);
    expect(groups[1].reasons[0]).toContain("not in any of the caller's lists");
  });

  test.each([
    [[["DSC_1000.NEF", "gone.NEF"]], "gone.NEF"],
    [[["DSC_1000.NEF"], ["DSC_1000.NEF"]], "listed twice: DSC_1000.NEF"],
    [[[]], "a group without any name"],
  ])("refuses %j", async (lists, words) => {
    await expect(group({ frames: brackets(1), lists }, {}, testContext())).rejects.toMatchObject({
      code: "input/groups",
      message: expect.stringContaining(words),
    });
  });
});
