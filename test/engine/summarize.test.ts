import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takePicture } from "../../bench/perspective/trial.ts";
import { createEngine, type EngineError, type Summarized } from "../../src/index.ts";
import { hasPhotographs, sharedFixtures } from "../support/shared-fixtures.ts";

const engine = createEngine({ workers: 2 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lightwell-summaries-"));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** A drawn room by a camera that states no focal length, at a time, in seconds. */
async function shootRoom(seed: number, second: number): Promise<Buffer> {
  const { image } = takePicture("room", "hand", seed, 19);
  const { width, height, data } = image;
  const raw = { width, height, channels: 3 } as const;
  const taken = `2026:03:01 12:00:${String(second).padStart(2, "0")}`;
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw })
    .withExif({ IFD0: { Make: "Canon", Model: "Canon EOS R" }, IFD2: { DateTimeOriginal: taken } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function drawPanorama(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 1200, height: 600, channels: 3, background: "black", noise } })
    .jpeg()
    .toBuffer();
}

/** Sources without their files: the names alone would open nothing. */
async function summariesOf(paths: readonly string[]) {
  const found = (await engine.summarize(paths)) as Summarized[];
  return paths.map((name, i) => {
    const { summary } = found[i];
    if (!summary) throw new Error(`no summary of ${name}`);
    return { name, summary };
  });
}

describe("summaries of a drawn shoot", () => {
  let paths: string[];
  let summaries: { readonly name: string; readonly summary: Uint8Array }[];
  beforeAll(async () => {
    const rooms = [810_001, 810_002, 810_003];
    const files: [string, Buffer][] = [];
    for (const [i, seed] of rooms.entries()) files.push([`IMG_${i}.jpg`, await shootRoom(seed, 20 * i)]);
    files.push(["IMG_0 copy.jpg", files[0][1]], ["pano.jpg", await drawPanorama()]);
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    paths = files.map(([name]) => join(folder, name));
    summaries = await summariesOf(paths);
  }, 120_000);

  test("group as the files do, alone and among files", async () => {
    const expected = await engine.group(paths);
    expect(await engine.group(summaries)).toEqual(expected);
    expect(await engine.group(paths.map((path, i) => (i % 2 === 0 ? path : summaries[i])))).toEqual(expected);
    expect(expected.groups.some(({ twins, files }) => twins.length > 0 || files.length > 1)).toBe(true);
  });

  test("give the house reading that the files give, with the focal length that the rooms share", async () => {
    const expected = await engine.readHouse(paths.slice(0, 3).map((path) => [path]));
    expect(expected.some((reading) => reading?.focal !== undefined)).toBe(true);
    expect(await engine.readHouse(summaries.slice(0, 3).map((summary) => [summary]))).toEqual(expected);
  });

  test("have 1 MB at most, and come with what inspect reports", async () => {
    const found = (await engine.summarize(paths)) as Summarized[];
    expect(found.map(({ inspection }) => inspection)).toEqual(await engine.inspectAll(paths));
    for (const { summary } of summaries) expect(summary.length).toBeLessThan(2 ** 20);
  });

  test("are refused where an option needs more of the file, and by calls that make pictures", async () => {
    const house = engine.readHouse(
      summaries.slice(0, 3).map((summary) => [summary]),
      { lensCorrection: false },
    );
    expect(await codeOf(house)).toBe("input/summary");
    expect(await codeOf(engine.enhance([summaries[0] as never]))).toBe("options/invalid");
  });

  test("are refused if they are damaged, or of an engine with other limits", async () => {
    const [{ name, summary }] = summaries;
    expect(
      await codeOf(engine.group([{ name, summary: summary.map((byte, i) => (i === 99 ? byte ^ 1 : byte)) }])),
    ).toBe("input/summary");
    expect(await codeOf(engine.group([{ name, summary: summary.subarray(0, 10) }]))).toBe("input/summary");
    await using other = createEngine({ workers: 1, maxPixels: 1e7 });
    expect(await codeOf(other.group([{ name, summary }]))).toBe("input/summary");
  });
});

test("a file that cannot be decoded has no summary, and one that is not a picture gives its error", async () => {
  const whole = await shootRoom(810_004, 0);
  const [cut, text] = [join(folder, "cut.jpg"), join(folder, "text.jpg")];
  await writeFile(cut, whole.subarray(0, 3000));
  await writeFile(text, "no picture");
  const [first, second] = await engine.summarize([cut, text]);
  expect("summary" in first).toBe(false);
  expect(second).toMatchObject({ file: text, error: { code: "input/not-an-image" } });
});

test.skipIf(!hasPhotographs("cases/flambient"))(
  "real views with flash frames are grouped alike by their summaries",
  async () => {
    const paths = sharedFixtures("cases/flambient").slice(0, 9);
    const summaries = await summariesOf(paths);
    const expected = await engine.group(paths);
    expect(await engine.group(summaries)).toEqual(expected);
    const sets = expected.groups.map(({ files }) => files);
    const byName = new Map(summaries.map((source) => [source.name, source]));
    const summarized = sets.map((files) => files.flatMap((file) => byName.get(file) ?? []));
    expect(await engine.readHouse(summarized)).toEqual(await engine.readHouse(sets));
  },
  60_000,
);

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "",
    (error: EngineError) => error.code,
  );
}
