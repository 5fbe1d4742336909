import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExifTool } from "../../src/exiftool/exiftool-command.ts";
import { createEngine, type Delivered } from "../../src/index.ts";
import { debugName } from "../../src/pipeline/making/debug-pictures.ts";
import { layerNames } from "../../src/stages/tone/index.ts";
import { plain, shootSet, TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
const debugDir = folder.fresh("lines");
const engine = createEngine({ workers: 2, debugDir });

/** A finished single shot, made once for all who look at it. */
const sofa = folder.fresh("sofa.jpg");
beforeAll(async () => {
  await engine.enhance([shootSet("living-room-sofa")[0]], { output: sofa });
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** Every tag of a file, by its name without the group. */
function tagsOf(path: string): Readonly<Record<string, unknown>> {
  const [program, ...args] = findExifTool();
  return JSON.parse(execFileSync(program, [...args, "-json", "-n", path], { encoding: "utf8" }))[0];
}

describe("a single shot with personal data", () => {
  const [source] = shootSet("living-room-sofa");
  const output = sofa;
  let before: Readonly<Record<string, unknown>>;
  let after: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    [before, after] = [tagsOf(source), tagsOf(output)];
  });

  test("leaves pictures of its lines, of its scene and of each layer of toning in the folder for that", async () => {
    const [name, overlay, classes, ...layers] = readdirSync(debugDir).sort();
    expect([name, overlay, classes]).toEqual(
      ["lines.jpg", "scene.jpg", "scene.png"].map((what) => debugName(source, what)),
    );
    const mask = sharp(join(debugDir, classes));
    expect((await mask.metadata()).channels).toBe(1);
    const values = await mask.toColourspace("b-w").raw().toBuffer();
    expect([...new Set(values)].every((value) => value >= 1 && value <= 10)).toBe(true);
    const twins = ["a/shoot/1.jpg", "b/shoot/1.jpg", "a/shoot/1.dng", "C:\\a\\1.jpg"];
    expect(twins.map((twin) => debugName(twin, "lines.jpg"))).toEqual(
      ["a-shoot-1.jpg", "b-shoot-1.jpg", "a-shoot-1.dng", "C_-a-1.jpg"].map((each) => `${each}.lines.jpg`),
    );
    expect((await sharp(join(debugDir, name)).metadata()).width).toBeGreaterThan(400);
    expect(layers).toEqual(
      layerNames.map((layer, i) => debugName(source, `tone-${String(i + 1).padStart(2, "0")}-${layer}.jpg`)),
    );
    const [first, last] = [layers[0], layers[layers.length - 1]].map((layer) => readFileSync(join(debugDir, layer)));
    expect(first.equals(last)).toBe(false);
  });

  test("keeps caption, author, copyright, camera, exposure and time", () => {
    const [was, is] = [before, after];
    for (const name of ["Make", "Model", "ExposureTime", "FNumber", "ISO", "DateTimeOriginal", "Artist", "Copyright"]) {
      expect(was[name], name).toBeDefined();
      expect(String(is[name]), name).toBe(String(was[name]));
    }
    const captions = Object.keys(was).filter((name) => /^(ImageDescription|Caption-Abstract|Description)$/.test(name));
    expect(captions.length).toBeGreaterThan(0);
    for (const name of captions) expect(is[name], name).toEqual(was[name]);
  });

  test("loses its place", async () => {
    const place = /GPS|^(City|Sub-?location|Location|Country|State|Province)/i;
    expect(Object.keys(before).some((name) => place.test(name))).toBe(true);
    expect(Object.keys(after).filter((name) => place.test(name))).toEqual([]);
    expect((await engine.inspect(source)).hasLocation).toBe(true);
    expect((await engine.inspect(output)).hasLocation).toBe(false);
  });

  test("says that it was enhanced, and stands upright", async () => {
    const tags = after;
    expect(String(tags["DigitalSourceType"])).toMatch(/digitalsourcetype\//);
    expect(String(tags["Software"])).toMatch(/lightwell/i);
    expect(Number(tags["Orientation"])).toBe(1);
    const { space, icc } = await sharp(output).metadata();
    expect([space, icc !== undefined]).toEqual(["srgb", true]);
  });
});

describe("a result that is enhanced again", () => {
  const again = folder.fresh("again.jpg");
  const onceMore = folder.fresh("once-more.jpg");
  const output = sofa;
  const pixelsOf = async (path: string) => (await sharp(path).raw().toBuffer()) as Buffer;

  test("keeps its tone and geometry, and its history states them", async () => {
    const { report } = await engine.enhance([output], { output: again });
    expect(report.stages.tone).toMatchObject({ applied: false, reason: "it was toned before" });
    expect(report.warnings.map(({ code }) => code)).toContain("enhance/again");
    expect(report.stages.lens).toMatchObject({ applied: false, reason: "it was corrected before" });
    const [first, second] = [await pixelsOf(output), await pixelsOf(again)];
    let far = 0;
    for (let i = 0; i < first.length; i++) if (Math.abs(first[i] - second[i]) > 12) far++;
    expect(far / first.length).toBeLessThan(0.001);
    expect(tagsOf(again)["HistoryParameters"]).toBe(tagsOf(output)["HistoryParameters"]);
  });

  test("is left as toned however often, and toned again on request", async () => {
    const third = await engine.enhance([again], { output: onceMore });
    expect(third.report.stages.tone).toMatchObject({ applied: false, reason: "it was toned before" });
    const asked = await engine.enhance([again], { output: onceMore, overwrite: true, again: true });
    expect(asked.report.stages.tone).toMatchObject({ applied: true });
  });
});

describe("a bracket taken with the camera on its side", () => {
  test("stands upright, with the camera data of its reference frame and how many frames it has", async () => {
    const output = folder.fresh("kitchen.jpg");
    const { report } = await engine.enhance(shootSet("kitchen"), { ...plain, output });
    const tags = tagsOf(output);
    const reference = tagsOf(report.set.reference);
    expect(Number(tags["Orientation"])).toBe(1);
    for (const name of ["Make", "Model", "ExposureTime", "DateTimeOriginal"])
      expect(tags[name]).toEqual(reference[name]);
    expect(report.operations).toContain("merged 3 exposures");
    const { width = 0, height = 0 } = await sharp(output).metadata();
    expect(height).toBeGreaterThan(width);
    expect([Number(tags["ExifImageWidth"]), Number(tags["ExifImageHeight"])]).toEqual([width, height]);
  });
});

describe("a photo sphere", () => {
  const [source] = shootSet("kitchen-360");
  const output = folder.fresh("sphere.jpg");
  let delivered: Delivered;
  beforeAll(async () => {
    delivered = await engine.enhance([source], { output, quality: 100 });
  });

  test("is known, keeps its projection and size, and is neither undistorted nor levelled", async () => {
    expect((await engine.inspect(source)).is360.is360).toBe(true);
    expect((await engine.inspect(output)).is360.is360).toBe(true);
    const tags = tagsOf(output);
    expect(tags).toMatchObject({ ProjectionType: "equirectangular" });
    expect([Number(tags["FullPanoWidthPixels"]), Number(tags["FullPanoHeightPixels"])]).toEqual([2000, 1000]);
    const { width, height } = await sharp(output).metadata();
    expect([width, height]).toEqual([2000, 1000]);
    expect(delivered.report.stages.lens).toMatchObject({ applied: false });
    expect(delivered.report.stages.rectify).toMatchObject({ applied: false });
    expect(delivered.report.operations.join()).not.toMatch(/lens|vertical|perspective/);
  });

  test("closes as well at its seam as before", async () => {
    const [was, is] = await Promise.all([source, output].map(seamJump));
    // The picture becomes brighter, and with it every step in it; what counts is the step at the seam against those
    // next to it.
    expect(is.seam - is.beside).toBeLessThan(was.seam - was.beside + 1);
  });

  /** Mean step, in levels, between the last and the first column, and between the columns next to them. */
  async function seamJump(path: string): Promise<{ seam: number; beside: number }> {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const step = (a: number, b: number) => {
      let sum = 0;
      for (let y = 0; y < height; y++)
        for (let c = 0; c < 3; c++) sum += Math.abs(data[(y * width + a) * 3 + c] - data[(y * width + b) * 3 + c]);
      return sum / (3 * height);
    };
    return { seam: step(width - 1, 0), beside: (step(0, 1) + step(width - 2, width - 1)) / 2 };
  }
});
