import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTrialEngine, type EnhanceOptions, type OpenTrial, type TrialEngine } from "../../src/index.ts";

/** A room from a tripod, the camera on its side: its uprights converge. */
const room = [6, 7, 8].map((i) => fileURLToPath(new URL(`../../fixtures/shoot/IMG_000${i}.JPG`, import.meta.url)));

describe("an open trial", () => {
  let engine: TrialEngine;
  let trial: OpenTrial;
  let folder: string;
  let files: string[];

  beforeAll(async () => {
    engine = createTrialEngine({ workers: 1 });
    folder = mkdtempSync(join(tmpdir(), "lightwell-trial-"));
    files = room.map((_, i) => join(folder, `${i}.jpg`));
    for (const [i, path] of room.entries()) await sharp(path).keepMetadata().toFile(files[i]);
    trial = await engine.openTrial(files, { check: "off", windowPull: "natural" });
    // From here on only the open set can give pictures.
    for (const path of files) rmSync(path);
  }, 60_000);

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await engine.close();
  });

  const render = async (options: EnhanceOptions) => Buffer.from(await trial.render(options)).toString("base64");

  test("renders other tone, window pulls and perspectives without its files, and the first again", async () => {
    const first = await render({});
    const tried: EnhanceOptions[] = [
      ...[{ style: "warm" }, { targetLightness: 75 }, { windowPull: "strong" }],
      ...[{ perspective: "off" }, { perspective: "off", windowPull: "none" }],
    ] as EnhanceOptions[];
    const others = [];
    for (const options of tried) others.push(await render(options));
    expect(new Set([first, ...others]).size).toBe(tried.length + 1);
    expect(await render({ perspective: "full" })).not.toBe(others[3]);
    expect(await render({})).toBe(first);
  }, 60_000);

  test("has the geometry of the picture that the options make", async () => {
    const output = join(folder, "made.jpg");
    for (const options of [{}, { perspective: "off" }] as const) {
      const made = await engine.enhance(room, { ...options, check: "off", output, overwrite: true });
      const { width, height } = made.report.result;
      const shown = await sharp(await trial.render(options)).metadata();
      expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(768);
      expect(shown.width / shown.height).toBeCloseTo(width / height, 2);
      const [a, b] = [await small(output), await small(Buffer.from(await trial.render(options)))];
      const difference = a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
      // In steps of 8 bits: pictures of the two perspectives differ by 19.
      expect(difference).toBeLessThan(3);
    }
  }, 60_000);

  test("refuses options that do not exist", async () => {
    await expect(trial.render({ style: "loud" } as never)).rejects.toMatchObject({ kind: "options" });
  });

  async function small(picture: string | Buffer): Promise<Buffer> {
    return sharp(picture).resize(64, 64, { fit: "fill" }).removeAlpha().raw().toBuffer();
  }
});
