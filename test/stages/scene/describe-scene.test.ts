import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { type SceneDescription, sceneClasses } from "../../../src/ops/index.ts";
import { describeScene, parseSceneModel } from "../../../src/stages/scene/index.ts";
import { testContext } from "../../support/context.ts";
import { hasNative } from "../../support/kernel-sets.ts";
import { seededRandom } from "../../support/random.ts";
import { tinyModel } from "../../support/scene-model.ts";

/** Blue above, green below: as simple as a landscape can be. */
function landscape(width: number, height: number, horizon = 0.5): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height));
  for (let i = 0; i < width * height; i++)
    data.set(i < horizon * width * height ? [80, 120, 250] : [60, 200, 50], 3 * i);
  return { width, height, channels: 3, data, space: "srgb" };
}

/** Rooms' worth of edges and colours at random places. */
function patches(width: number, height: number): IntegerImage {
  const random = seededRandom(3);
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height)).fill(200);
  for (let n = 0; n < 40; n++) {
    const [x0, y0] = [Math.floor(random() * width), Math.floor(random() * height)];
    const [w, h] = [random() * 0.3 * width, random() * 0.3 * height];
    const colour = [random() * 255, random() * 255, random() * 255];
    for (let y = y0; y < Math.min(height, y0 + h); y++) {
      for (let x = x0; x < Math.min(width, x0 + w); x++) data.set(colour, 3 * (y * width + x));
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const bluesAndGreens = parseSceneModel(
  tinyModel({ planes: { sky: [-8, 0, 8], ground: [0, 8, -8] }, kinds: { exterior_day: [0, 12, 0] } }),
);
const shipped = parseSceneModel(readFileSync(new URL("../../../data/scene-model.bin", import.meta.url)));

const at = ({ map }: SceneDescription, name: (typeof sceneClasses)[number], x: number, y: number) =>
  map.planes[name][Math.floor(y * map.height) * map.width + Math.floor(x * map.width)];

describe("describeScene", () => {
  test("says of every place what it most likely is", async () => {
    const found = await describeScene({ image: landscape(300, 200), model: bluesAndGreens }, testContext());
    expect(at(found, "sky", 0.5, 0.1)).toBeGreaterThan(0.9);
    expect(at(found, "ground", 0.5, 0.9)).toBeGreaterThan(0.9);
    expect(found.kind.is).toBe("exterior_day");
    expect(found.kind.confidence).toBeGreaterThan(0.9);
  });

  test("ends areas where the picture's colours change, not where the network's cells do", async () => {
    // The horizon lies in the middle of a cell of 1/22 of the height.
    const found = await describeScene({ image: landscape(480, 320, 0.48), model: bluesAndGreens }, testContext());
    expect(at(found, "sky", 0.5, 0.47)).toBeGreaterThan(0.8);
    expect(at(found, "ground", 0.5, 0.49)).toBeGreaterThan(0.8);
  });

  test("gives probabilities that sum up to 1 at every place", async () => {
    const { map, kinds } = await describeScene({ image: patches(333, 222), model: shipped }, testContext());
    for (let i = 0; i < map.width * map.height; i++) {
      const sum = sceneClasses.reduce((total, name) => total + map.planes[name][i], 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-4);
    }
    expect(Object.values(kinds).reduce((total, share) => total + share, 0)).toBeCloseTo(1, 6);
  });

  test("uses the light of the scene if it is known", async () => {
    const model = parseSceneModel(tinyModel({ planes: { window: [0, 0, 0, 0, 12], wall: [6, 0, 0] } }));
    const image = patches(64, 48);
    const stops = new Float32Array(64 * 48).map((_, i) => (i % 64 < 8 ? 5 : 0));
    const lit = { image, model, sceneLight: { width: 64, height: 48, factor: 1, stops } };
    const [known, unknown] = [
      await describeScene(lit, testContext()),
      await describeScene({ image, model }, testContext()),
    ];
    expect(at(known, "window", 0.05, 0.5)).toBeGreaterThan(at(unknown, "window", 0.05, 0.5) + 0.2);
  });

  test("meets itself where a full circle was cut", async () => {
    const image = patches(256, 128);
    const shift = 64;
    const turned = new Uint8Array(new SharedArrayBuffer(image.data.length));
    for (let i = 0; i < 256 * 128; i++) {
      const from = i - (i % 256) + (((i % 256) + shift) % 256);
      turned.set(image.data.subarray(3 * from, 3 * from + 3), 3 * i);
    }
    const [as, after] = [image, { ...image, data: turned }];
    const [first, second] = [as, after].map((each) =>
      describeScene({ image: each, model: shipped, wrapX: true }, testContext()),
    );
    const [a, b] = [(await first).map, (await second).map];
    let [apart, count] = [0, 0];
    for (let y = 0; y < a.height; y++) {
      for (let x = 0; x < a.width; x++) {
        const moved = (x + (shift * a.width) / 256) % a.width;
        apart += Math.abs(a.planes.wall[y * a.width + moved] - b.planes.wall[y * b.width + x]);
        count++;
      }
    }
    expect(apart / count).toBeLessThan(0.02);
  });

  test.skipIf(!hasNative)("is the same from native kernels and from WebAssembly", async () => {
    const input = { image: patches(200, 150), model: shipped };
    const [native, wasm] = await Promise.all(
      (["native", "wasm"] as const).map((kernels) => describeScene(input, testContext({ kernels }))),
    );
    expect(hashOf(wasm)).toBe(hashOf(native));
    // What the shipped network says on every machine; another model has another hash.
    expect(hashOf(native)).toBe("ce41ff49c8d6b2c0ecd474e867a6238480754e48caa5de9de5e098f00a97130c");
  });

  test("refuses a picture of another kind", async () => {
    const grey = { ...landscape(9, 9), channels: 1 as const, data: new Uint8Array(new SharedArrayBuffer(81)) };
    await expect(describeScene({ image: grey, model: bluesAndGreens }, testContext())).rejects.toThrow(
      /three channels/,
    );
  });
});

function hashOf({ map, kinds }: SceneDescription): string {
  const hash = createHash("sha256");
  for (const name of sceneClasses) hash.update(map.planes[name]);
  return hash.update(map.paint).update(JSON.stringify(kinds)).digest("hex");
}

describe("parseSceneModel", () => {
  const bytes = tinyModel({ planes: {} });

  test.each([
    ["is empty", new Uint8Array(0), /does not begin/],
    ["is something else", new Uint8Array(64).fill(7), /does not begin/],
    ["was cut within its header", bytes.subarray(0, 40), /header/],
    ["was cut within its weights", bytes.subarray(0, bytes.length - 5), /weights/],
  ])("refuses a file that %s", (_what, file, message) => {
    expect(() => parseSceneModel(file)).toThrow(message);
  });

  test("takes at most 1.5 MB of the package", () => {
    expect(readFileSync(new URL("../../../data/scene-model.bin", import.meta.url)).length).toBeLessThan(1.5e6);
  });
});
