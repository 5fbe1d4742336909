import { expect, test } from "vitest";
import { emptyPhoto, encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { type SceneMap, sceneClasses, shrinkFrame } from "../../src/ops/index.ts";
import type { InspectedFile, PhotoSet } from "../../src/pipeline/finding/index.ts";
import { blendFlash, unusedFlash } from "../../src/pipeline/making/blend-flash.ts";
import type { SetRun } from "../../src/pipeline/making/set-run.ts";
import { enhanceTables, resolveEnhanceOptions } from "../../src/pipeline/options.ts";
import { runTask, type TaskInput, type TaskName } from "../../src/pipeline/tasks.ts";
import { leased, testContext } from "../support/context.ts";
import { seededRandom } from "../support/random.ts";

const [width, height] = [240, 160];

type Rgb = readonly [number, number, number];

/** A wall with cupboards in light whose colour may vary from left (0) to right (1), display sRGB of 8 bits. */
function wall(light: Rgb | ((x: number) => Rgb), seed: number): IntegerImage {
  const random = seededRandom(seed);
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / (3 * width))];
    const paint = Math.floor(x / 40) % 2 === Math.floor(y / 40) % 2 ? 0.5 : 0.3;
    const color = typeof light === "function" ? light(x / width) : light;
    data[i] = Math.round(255 * encodeSrgb(Math.min(1, paint * color[i % 3])) + random() - 0.5);
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const cells = (width / 4) * (height / 4);
const scene = {
  ...{ width: width / 4, height: height / 4, factor: 4, paint: new Float32Array(cells) },
  planes: Object.fromEntries(sceneClasses.map((name) => [name, new Float32Array(cells).fill(name === "wall" ? 1 : 0)])),
} as unknown as SceneMap;

const file = (name: string, flashFired: boolean) =>
  ({
    file: { name, path: name, sizeBytes: 1 },
    photo: { ...emptyPhoto, exposure: { timeS: flashFired ? 1 / 160 : 1 / 10, flashFired } },
    inspection: { width, height, is360: { is360: false } },
  }) as unknown as InspectedFile;

const set = {
  frames: [file("a.jpg", false)],
  flash: [file("b.jpg", true)],
  normal: 0,
  reference: 0,
} as unknown as PhotoSet;

/** Blends a warm room with its flash frame. The check measures the result, or finds what is given. */
async function blended(measured?: object, flashLight: Rgb | ((x: number) => Rgb) = [0.9, 0.9, 0.9]) {
  const context = testContext();
  const image = leased(wall([1.2, 1, 0.7], 1), context.memory);
  const lit = leased(wall(flashLight, 2), context.memory);
  const copy = await shrinkFrame(image, context);
  const run = {
    set,
    decoding: { frames: async () => [{ image: lit }] },
    options: resolveEnhanceOptions(enhanceTables, {}),
    job: {
      context,
      run: async <Name extends TaskName>(task: Name, input: TaskInput<Name>) => {
        if (measured === undefined) return runTask(task, input, context.kernels);
        return task === "checkShape" ? { view: {} } : { measured };
      },
    },
  } as unknown as SetRun;
  const before = image.data.slice();
  return { image, before, warnings: context.warnings, result: await blendFlash({ image, scene, copy }, run) };
}

test("a picture takes the colours of its flash frames where the check finds no fault", async () => {
  const { image, result, warnings } = await blended({ "tone-tint": 0 });
  expect(result.applied).toBe(true);
  expect(result.image).not.toBe(image);
  expect(warnings).toEqual([]);
  expect(unusedFlash(set, result)).toEqual([]);
});

test("the picture by ambient light is delivered with a note where the check finds a fault", async () => {
  const { image, before, result, warnings } = await blended({ "tone-tint": 0.5 });
  expect(result.applied).toBe(false);
  expect(result.image).toBe(image);
  expect(image.data).toEqual(before);
  expect(warnings.map(({ code }) => code)).toEqual(["flash/not-used"]);
  expect(warnings[0].message).toContain("magenta or green");
  expect(unusedFlash(set, result)).toEqual([{ file: "b.jpg", reason: expect.stringContaining("magenta or green") }]);
});

test("a good flash passes the real check, and a light that tints a third of the room magenta does not", async () => {
  const good = await blended();
  expect(good.result.applied).toBe(true);
  expect(good.warnings).toEqual([]);
  const magenta = (x: number): Rgb => (x > 0.3 && x < 0.6 ? [1.15, 0.8, 1.15] : [0.9, 0.9, 0.9]);
  const { image, before, result, warnings } = await blended(undefined, magenta);
  expect(result.applied).toBe(false);
  expect(result.image).toBe(image);
  expect(image.data).toEqual(before);
  expect(warnings).toEqual([{ code: "flash/not-used", message: expect.stringContaining("magenta or green") }]);
});
