import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine, type EnhanceInput } from "../../src/index.ts";
import { room } from "../stages/tone/scenes.ts";

const engine = createEngine({ workers: 2 });
afterAll(() => engine.close());

async function file(name: string, exposure: number, cast: readonly [number, number, number] = [1, 1, 1]) {
  const { data, width, height } = room(480, 360, { exposure, cast });
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

/** Bytes and reports of a run, by the name of the file; every file is a set. */
async function runOf(files: readonly File[], options: EnhanceInput = {}) {
  const made = new Map<string, { readonly bytes: string; readonly house: unknown }>();
  for await (const event of engine.enhanceBatch(files, { format: "png", bracketSize: 1, ...options })) {
    if (event.type !== "finished" || !event.bytes) continue;
    const bytes = Buffer.from(event.bytes).toString("base64");
    made.set(event.set.files[0], { bytes, house: event.report?.stages.tone?.facts?.house });
  }
  return made;
}

describe("one house", () => {
  const files = Promise.all([file("a.png", 0.45), file("b.png", 0.9), file("c.png", 0.6, [1.12, 1, 0.85])]);

  test("gives the same bytes whatever the order, and tells of it", async () => {
    const [there, back] = [await runOf(await files), await runOf((await files).toReversed())];
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

  test("goes on without a file that cannot be read", async () => {
    const all = await files;
    const cut = { name: "d.png", bytes: all[0].bytes.subarray(0, 900) };
    const [whole, some] = [await runOf(all), await runOf([...all, cut])];
    for (const [name, made] of whole) expect(some.get(name)).toEqual(made);
  });
});
