import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takePicture } from "../../bench/perspective/trial.ts";
import { createEngine, type EnhanceOptions, type HouseReading } from "../../src/index.ts";
import type { PerspectiveFacts } from "../../src/stages/perspective/index.ts";
import { plain } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
afterAll(() => engine.close());

const focal35Mm = 19;
const truth = (focal35Mm / Math.hypot(36, 24)) * Math.hypot(1, 2 / 3);

/** A drawn room as a camera writes it that tells no focal length, or this one. */
async function shoot(seed: number, toldMm?: number) {
  const { image } = takePicture("room", "hand", seed, focal35Mm);
  const { width, height, data } = image;
  const picture = sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 3 },
  });
  const camera = { IFD0: { Make: "Canon", Model: "Canon EOS R" } };
  const told = toldMm === undefined ? {} : { IFD2: { FocalLengthIn35mmFilm: String(toldMm) } };
  const bytes = await picture
    .withExif({ ...camera, ...told })
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name: `${seed}${toldMm === undefined ? "" : "-told"}.jpg`, bytes: new Uint8Array(bytes) };
}

type File = Awaited<ReturnType<typeof shoot>>;

interface Made {
  readonly bytes: string;
  readonly facts: PerspectiveFacts;
  readonly house: HouseReading | undefined;
}

async function runOf(files: readonly File[], options: EnhanceOptions = {}): Promise<Map<string, Made>> {
  const made = new Map<string, Made>();
  for await (const event of engine.enhanceBatch(files, { ...plain, format: "png", bracketSize: 1, ...options })) {
    if (event.type !== "finished" || !event.bytes || !event.report) continue;
    const { facts } = event.report.stages.perspective as unknown as { facts: PerspectiveFacts };
    const bytes = Buffer.from(event.bytes).toString("base64");
    made.set(event.set.files[0], { bytes, facts, house: event.report.house });
  }
  return made;
}

describe("one focal length of a camera that tells none", () => {
  let files: File[];
  let run: Map<string, Made>;
  beforeAll(async () => {
    files = await Promise.all([810_001, 810_002, 810_003, 810_004, 810_005].map((seed) => shoot(seed)));
    files.push(await shoot(810_006, 24));
    run = await runOf(files);
  }, 120_000);

  test("is shared by the sets of a run, whichever way up they are", () => {
    expect(run.size).toBe(6);
    for (const { name } of files.slice(0, 5)) {
      const { focalSource, focalPx } = run.get(name)?.facts ?? {};
      expect(focalSource).toBe("shared");
      expect(Math.abs(Math.log((focalPx ?? 0) / (truth * 840)))).toBeLessThan(0.05);
    }
    expect(run.get(files[5].name)?.facts.focalSource).toBe("exif");
    expect(run.get(files[5].name)?.house?.focal).toBeUndefined();
  });

  test("gives the same bytes in any order, and reports it", async () => {
    const back = await runOf(files.toReversed());
    for (const [name, made] of run) expect(back.get(name)).toEqual(made);
    const [first] = run.values();
    expect(first.house?.focal).toEqual({ byLongerEdge: expect.any(Number), pictures: first.facts.focalPictures });
  });

  test("is passed to separate calls, rooms or not", async () => {
    const settings = await engine.readHouse(files.map((file) => [file]));
    const kept: (HouseReading | null)[] = JSON.parse(JSON.stringify(settings));
    for (const i of [0, 5]) {
      const house = kept[i] ?? undefined;
      const { bytes } = await engine.enhance([files[i]], { ...plain, format: "png", ...(house ? { house } : {}) });
      expect(Buffer.from(bytes ?? []).toString("base64")).toBe(run.get(files[i].name)?.bytes);
    }
    const focal = kept[0]?.focal;
    const { report } = await engine.enhance([files[0]], { ...plain, format: "png", house: focal ? { focal } : {} });
    expect(report.stages.perspective).toMatchObject({ facts: { focalSource: "shared" } });
    expect(report.house).toEqual({ focal });
  });

  test("is not shared if sets are made separately", async () => {
    const alone = await runOf(files.slice(0, 2), { oneHouse: false });
    const { bytes, report } = await engine.enhance([files[0]], { ...plain, format: "png" });
    expect(Buffer.from(bytes ?? []).toString("base64")).toBe(alone.get(files[0].name)?.bytes);
    expect(report.stages.perspective).toMatchObject({
      facts: { focalSource: expect.stringMatching(/estimated|assumed/) },
    });
  });

  test.each([[{}], [{ focal: 0.8 }], [{ focal: { byLongerEdge: 0.8, pictures: 2 }, rooms: 2 }]])(
    "refuses %j as told",
    async (house) => {
      const call = engine.enhance([files[0]], { house: house as HouseReading });
      await expect(call).rejects.toMatchObject({ code: "options/invalid" });
    },
  );
});
