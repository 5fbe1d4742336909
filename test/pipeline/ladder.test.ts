import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { IntegerImage } from "../../src/image/index.ts";
import { createEngine } from "../../src/index.ts";
import { planMemory } from "../../src/pipeline/making/run-set.ts";
import { idleBytesOf } from "../../src/pipeline/memory-budget.ts";
import type { DeghostResult } from "../../src/stages/deghost/index.ts";
import type { MergeResult } from "../../src/stages/merge/index.ts";
import { changePixels, movePixels, ruined } from "../support/change-pixels.ts";
import { makeMovingBracket } from "../support/moving-brackets.ts";
import { TestFolder } from "../support/sample-shoot.ts";
import { hasPhotographs, sharedFixture } from "../support/shared-fixtures.ts";

/** What the tests have stages do wrong. */
const faulty = vi.hoisted(() => ({ deghost: false, natural: false, mertens: false, byHowMuch: 0.2 }));

vi.mock("../../src/stages/deghost/index.ts", async (original) => {
  const real = await original<typeof import("../../src/stages/deghost/index.ts")>();
  return {
    ...real,
    deghost: async (...args: Parameters<typeof real.deghost>): Promise<DeghostResult> => {
      const result = await real.deghost(...args);
      if (!faulty.deghost || args[1].deghost === "off") return result;
      const [first, ...others] = result.frames.map((frame) => ruined(frame));
      return { ...result, frames: [first, ...others], applied: true, share: 0.3 };
    },
  };
});

vi.mock("../../src/stages/merge/index.ts", async (original) => {
  const real = await original<typeof import("../../src/stages/merge/index.ts")>();
  return {
    ...real,
    merge: async (...args: Parameters<typeof real.merge>): Promise<MergeResult> => {
      const result = await real.merge(...args);
      const isWrong = faulty[args[1].method ?? "natural"] && args[0].frames.length > 1;
      if (!isWrong) return result;
      return { ...result, image: ruined(result.image, result.method === "natural" ? faulty.byHowMuch : 0.2) };
    },
  };
});

const engine = createEngine({ workers: 1 });
const folder = new TestFolder();

afterAll(async () => {
  await engine.close();
  folder.remove();
});

beforeEach(() => {
  Object.assign(faulty, { deghost: false, natural: false, mertens: false, byHowMuch: 0.2 });
});

const size = { width: 390, height: 260 };
const bracket = makeMovingBracket({ ...size, kind: "nothing", seed: 6, evs: [-2, 0, 2] }).frames;

async function write(pictures: readonly IntegerImage[]): Promise<string[]> {
  return Promise.all(
    pictures.map(async ({ data, width, height }, i) => {
      const path = folder.fresh(`frame-${i}.png`);
      await sharp(Buffer.from(data), { raw: { width, height, channels: 3 } })
        .png()
        .toFile(path);
      return path;
    }),
  );
}

describe("the ladder", () => {
  test("delivers what stands up, with every number", async () => {
    const { report } = await engine.merge(await write(bracket));
    expect(report.check).toMatchObject({ passed: true, rung: "full", findings: [], tried: [] });
    expect(report.check?.measures).toMatchObject({
      "damaged-frame": 0,
      seams: expect.any(Number),
      "replaced-share": 0,
    });
    expect(report.warnings.filter(({ code }) => code.startsWith("check/"))).toEqual([]);
  });

  test("goes without de-ghosting where that ruins the picture, and says so", async () => {
    faulty.deghost = true;
    const files = await write(bracket);
    const ruinedOne = await engine.merge(files, { format: "png", check: "off" });
    const { report, bytes } = await engine.merge(files, { format: "png" });
    expect(report.check).toMatchObject({ passed: true, rung: "no-deghost", tried: [{ rung: "full" }] });
    expect(report.check?.reason).toMatch(/colour/);
    expect(report.operations.join()).toMatch(/because otherwise/);
    expect(report.stages.deghost?.applied).toBe(false);
    faulty.deghost = false;
    const right = await engine.merge(files, { format: "png", deghost: "off" });
    expect(Buffer.compare(await pixels(bytes), await pixels(right.bytes))).toBe(0);
    expect(Buffer.compare(await pixels(bytes), await pixels(ruinedOne.bytes))).not.toBe(0);
  });

  test("continues to the plainest fusion, and to a single frame", async () => {
    const files = await write(bracket);
    faulty.natural = true;
    const plain = await engine.merge(files);
    expect(plain.report.check).toMatchObject({ passed: true, rung: "mertens" });
    expect(plain.report.stages.merge?.method).toBe("mertens");
    faulty.mertens = true;
    const single = await engine.enhance(files);
    expect(single.report.check?.tried.map(({ rung }) => rung)).toContain("mertens");
    expect(single.report.check?.rung).toBe("single-frame");
    expect(single.report.stages.merge?.framesUsed).toBe(1);
  });

  test("delivers the least bad with warnings where nothing stands up", async () => {
    Object.assign(faulty, { natural: true });
    const files = await write(bracket);
    const { report } = await engine.merge(files, { method: "mertens" });
    expect(report.check).toMatchObject({ passed: true, rung: "full" });
  });

  test("makes the best picture once more where there was no memory to keep it", async () => {
    Object.assign(faulty, { natural: true, mertens: true, byHowMuch: 0.04 });
    const large = { width: 780, height: 520 };
    const files = await write(makeMovingBracket({ ...large, kind: "nothing", seed: 6, evs: [-2, 0, 2] }).frames);
    const each = { ...large, bitDepth: 8, format: "png" } as const;
    const sizes = files.map((path) => ({ ...each, file: { name: path, path, sizeBytes: 1 } }));
    const making = { format: "png", bits: 16, threads: 1 } as const;
    const { bytes, keepsBest } = planMemory(sizes, making, 0);
    const memoryBudgetMb = Math.ceil((bytes + idleBytesOf(1)) / 2 ** 20);
    expect(planMemory(sizes, making, memoryBudgetMb * 2 ** 20 - idleBytesOf(1)).keepsBest).toBe(keepsBest);
    const tight = createEngine({ workers: 1, memoryBudgetMb });
    const [kept, again] = await Promise.all([engine, tight].map((each) => each.enhance(files, { format: "png" })));
    await tight.close();
    expect(kept.report.check).toMatchObject({ rung: "full", passed: false });
    expect(kept.report.check?.tried.map(({ rung }) => rung)).toContain("mertens");
    expect(again.report.warnings).toEqual(kept.report.warnings);
    expect(again.report.check).toEqual(kept.report.check);
    expect(Buffer.compare(await pixels(again.bytes), await pixels(kept.bytes))).toBe(0);
  });

  test("with strict, throws instead and writes nothing", async () => {
    const files = await write(bracket);
    faulty.deghost = true;
    const output = folder.fresh("strict.jpg");
    await expect(engine.enhance(files, { strict: true, output })).rejects.toMatchObject({
      code: "check/failed",
      kind: "input",
      message: expect.stringMatching(/colour/),
    });
    expect(existsSync(output)).toBe(false);
    const target = folder.fresh("batch");
    const events = [];
    for await (const event of engine.enhanceBatch(files, { strict: true, outputDir: target, bracketSize: 3 }))
      events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "failed", error: { code: "check/failed" } });
    expect(readdirSync(target)).toEqual([]);
    faulty.deghost = false;
    expect((await engine.enhance(files, { strict: true, output })).path).toBe(output);
  });

  test("checks nothing where it is off", async () => {
    faulty.deghost = true;
    const { report } = await engine.merge(await write(bracket), { check: "off" });
    expect(report.check).toBeUndefined();
    expect(report.stages.deghost?.applied).toBe(true);
  });

  test("leaves out a frame that stands on its head, one that lies, and one that is half grey", async () => {
    const turned = movePixels(bracket[2], (x, y, width, height) => [width - 1 - x, height - 1 - y]);
    const lying = { ...bracket[2], width: size.height, height: size.width };
    const half = changePixels(bracket[2], (rgb, _, v) => (v > 0.5 ? [0.5, 0.5, 0.5] : rgb));
    for (const [odd, code] of [
      [turned, "check/turned-frame"],
      [lying, "check/turned-frame"],
      [half, "check/damaged-frame"],
    ] as const) {
      const { report } = await engine.merge(await write([bracket[0], bracket[1], odd]));
      expect(report.warnings.map((warning) => warning.code)).toContain(code);
      expect(report.check).toMatchObject({ passed: false, rung: "full" });
      expect(report.stages.merge?.framesUsed).toBe(2);
    }
  });

  test("refuses frames that show nothing at all", async () => {
    const black = bracket.map((frame) => changePixels(frame, () => [0, 0, 0]));
    await expect(engine.merge(await write(black))).rejects.toMatchObject({ code: "check/no-picture", kind: "input" });
  });

  test("reports a single photograph too", async () => {
    const [, middle] = await write(bracket);
    const { report } = await engine.enhance([middle]);
    expect(report.check).toMatchObject({ passed: true, rung: "unmerged", findings: [] });
    expect(report.check?.measures).toHaveProperty("tone-colour");
  });
});

async function pixels(bytes: Uint8Array | undefined): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

describe.skipIf(!hasPhotographs("brackets/lighthouse"))("real brackets", () => {
  test("of ruined pictures none is delivered", async () => {
    const names = readdirSync(sharedFixture("brackets/lighthouse")).sort();
    const small = await Promise.all(
      names.map(async (name) => {
        const path = folder.fresh("lighthouse.jpg");
        await sharp(join(sharedFixture("brackets/lighthouse"), name))
          .rotate()
          .resize(1200)
          .keepExif()
          .jpeg({ quality: 97 })
          .toFile(path);
        return path;
      }),
    );
    const { report } = await engine.merge(small);
    // Waves that are fused show each frame's.
    expect(report.check?.findings.filter(({ measure }) => measure !== "ghosts")).toEqual([]);
  });
});
