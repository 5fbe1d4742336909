import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { type BatchOptions, createEngine, type EnhanceOptions, type HouseSetting } from "../../src/index.ts";
import { room } from "../stages/tone/scenes.ts";

const engine = createEngine({ workers: 2 });
afterAll(() => engine.close());

async function file(name: string, exposure: number, cast: readonly [number, number, number] = [1, 1, 1]) {
  const { data, width, height } = room(240, 180, { exposure, cast });
  const pixels = Buffer.from(Uint8Array.from(data));
  return {
    name,
    bytes: new Uint8Array(
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    ),
  };
}

type File = Awaited<ReturnType<typeof file>>;

/** Bytes and reports of a run, by the name of the file; every file is a set where no groups are given. */
async function runOf(files: readonly File[], options: EnhanceOptions & BatchOptions = {}) {
  const made = new Map<string, { readonly bytes: string; readonly house: unknown }>();
  const sets = options.groups ? {} : { bracketSize: 1 };
  for await (const event of engine.enhanceBatch(files, { format: "png", ...sets, ...options })) {
    if (event.type !== "finished" || !event.bytes) continue;
    const bytes = Buffer.from(event.bytes).toString("base64");
    made.set(event.set.files[0], { bytes, house: event.report?.stages.tone?.facts?.house });
  }
  return made;
}

describe("one house", () => {
  let whole: ReturnType<typeof runOf> | undefined;
  /** The run of all files, made once for all who compare with it. */
  const wholeRun = async () => {
    whole ??= runOf(await files);
    return whole;
  };
  const files = Promise.all([file("a.png", 0.45), file("b.png", 0.9), file("c.png", 0.6, [1.12, 1, 0.85])]);

  test("gives the same bytes in any order, and reports it", async () => {
    const [there, back] = [await wholeRun(), await runOf((await files).toReversed())];
    expect(there.size).toBe(3);
    for (const [name, made] of there) expect(back.get(name)).toEqual(made);
    expect(there.get("a.png")?.house).toMatchObject({ rooms: 3 });
    const alone = await runOf(await files, { oneHouse: false });
    expect(alone.get("a.png")?.house).toBeUndefined();
    expect(alone.get("a.png")?.bytes).not.toBe(there.get("a.png")?.bytes);
  });

  test("of one room is the same as a single call", async () => {
    const [first] = await files;
    const made = await runOf([first]);
    const { bytes } = await engine.enhance([first], { format: "png" });
    expect(made.get("a.png")?.bytes).toBe(Buffer.from(bytes ?? []).toString("base64"));
  });

  test("continues without a file that cannot be read", async () => {
    const all = await files;
    const cut = { name: "d.png", bytes: all[0].bytes.subarray(0, 900) };
    const [whole, some] = [await wholeRun(), await runOf([...all, cut])];
    for (const [name, made] of whole) expect(some.get(name)).toEqual(made);
  });

  test("is passed to separate calls, which then give the same as a run", async () => {
    const all = await files;
    const cut = { name: "d.png", bytes: all[0].bytes.subarray(0, 900) };
    const settings = await engine.readHouse([[all[0]], [cut], [all[1]], [], [all[2]]]);
    expect(settings.map((house) => house !== undefined)).toEqual([true, false, true, false, true]);
    const kept: HouseSetting[] = JSON.parse(JSON.stringify(settings.filter((house) => house !== undefined)));
    const run = await wholeRun();
    for (const [i, one] of all.entries()) {
      const { bytes } = await engine.enhance([one], { format: "png", house: kept[i] });
      expect(Buffer.from(bytes ?? []).toString("base64")).toBe(run.get(one.name)?.bytes);
    }
    const off = { format: "png", oneHouse: false } as const;
    const [{ bytes }, alone] = [await engine.enhance([all[0]], { ...off, house: kept[0] }), await runOf([all[0]], off)];
    expect(Buffer.from(bytes ?? []).toString("base64")).toBe(alone.get("a.png")?.bytes);
  });

  test("is read of brackets too, by the frame that gives the picture its light", async () => {
    const [a, b, c] = await files;
    const [bracket, single] = await engine.readHouse([[a, b], [c]]);
    const run = await runOf([a, b, c], { groups: [["a.png", "b.png"], ["c.png"]] });
    for (const [sources, house] of [[[a, b], bracket] as const, [[c], single] as const]) {
      const { bytes } = await engine.enhance(sources, { format: "png", ...(house ? { house } : {}) });
      expect(Buffer.from(bytes ?? []).toString("base64")).toBe(run.get(sources[0].name)?.bytes);
      expect(house).toMatchObject({ rooms: 2 });
    }
  });

  test("is read of several rooms, where it is asked for", async () => {
    const [a, b] = await files;
    expect(await engine.readHouse([])).toEqual([]);
    expect(await engine.readHouse([[a]])).toEqual([undefined]);
    expect(await engine.readHouse([[a], [b]], { oneHouse: false })).toEqual([undefined, undefined]);
    const [given] = await engine.readHouse([[a], [b]]);
    const [darker] = await engine.readHouse([[a], [b]], { targetLightness: 45 });
    expect(darker?.level).toBeLessThan(given?.level ?? 0);
    await expect(engine.readHouse([a] as never)).rejects.toMatchObject({ code: "options/invalid" });
    await expect(engine.readHouse([[a], [a]])).rejects.toMatchObject({ code: "input/groups" });
  });

  test.each([
    ["no setting", "bright", /house as readHouse gives it, got string/],
    ["a level that is no number", { level: "0.7" }, /level from 0 to 1, got string/],
    ["a level out of range", { level: 7 }, /level from 0 to 1, got 7/],
    ["a level that is NaN", { level: Number.NaN }, /level/],
    ["whites that are no list", { whites: {} }, /whites to be a list/],
    ["more paints than a room has", { paints: Array(9).fill({}) }, /paints to be a list of 8 at most, got a list/],
    ["a paint without an edge", { paints: [{ red: 0, blue: 0, elsewhere: 1 }] }, /edge from 0/],
    ["a colour of another kind", { whites: [{ red: 0, blue: 40 }] }, /blue from -2 to 2, got 40/],
  ])("refuses %s", async (_what, change, message) => {
    const plain = { rooms: 2, level: 0.7, room: 0, whites: [], paints: [] };
    const house = (typeof change === "string" ? change : { ...plain, ...change }) as HouseSetting;
    const call = (async () => engine.enhance([(await files)[0]], { house }))();
    await expect(call).rejects.toMatchObject({ code: "options/invalid", message: expect.stringMatching(message) });
  });
});
