import { describe, expect, test } from "vitest";
import { createScene, type Render, renderBracket } from "../../../fixtures/scene/index.ts";
import { encodeSrgb, type IntegerImage } from "../../../src/image/index.ts";
import { lightOver, percentile } from "../../../src/ops/index.ts";
import { testContext } from "../../support/context.ts";
import { relateAndMerge } from "../../support/related-stages.ts";

type Frames = [IntegerImage, ...IntegerImage[]];
type Merged = Awaited<ReturnType<typeof relateAndMerge>> & { readonly render: Render; readonly frames: Frames };

const [width, height] = [390, 260];
/** Several tests look at the same one, each at something else. */
const known = new Map<string, Promise<Merged>>();

/** The merged picture of a room whose reference wall is exactly middle grey: sRGB 118 where it is exposed correctly. */
function merged(name: "living" | "bedroom", windowEv: number, evs: readonly number[]): Promise<Merged> {
  const key = JSON.stringify([name, windowEv, evs]);
  const found = known.get(key) ?? render();
  known.set(key, found);
  return found;

  async function render(): Promise<Merged> {
    const scene = createScene({ room: name, windowEv, evenWall: true });
    const frames = renderBracket(scene, { width, height, evs, noise: 1 });
    const images = frames.map(({ image }) => image) as Frames;
    return { ...(await relateAndMerge(images, {}, testContext())), render: frames[0].render, frames: images };
  }
}

/** 8-bit luma of the merged picture where a mask is set and `also` holds. */
function lumas({ data }: IntegerImage, mask: Uint8Array, also: (i: number) => boolean = () => true): number[] {
  const found: number[] = [];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] && also(i)) found.push((0.299 * data[3 * i] + 0.587 * data[3 * i + 1] + 0.114 * data[3 * i + 2]) / 257);
  }
  return found.sort((a, b) => a - b);
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)];
const isEven =
  ({ radiance }: Render) =>
  (i: number) =>
    Math.abs(radiance.data[3 * i] - 0.18) < 0.002;

describe("the method natural", () => {
  const cases = [
    ["living", 4, [-2, 0, 2]],
    ["living", 4, [-4, -2, 0, 2]],
    ["living", 6, [-6, -4, -2, 0, 2]],
    ["bedroom", 4, [-6, -4, -2, 0, 2]],
  ] as const;

  test.each(cases)(
    "keeps the wall and pulls the window: %s, window at +%i EV, frames %j",
    async (name, windowEv, evs) => {
      const { image, natural, render } = await merged(name, windowEv, evs);
      const wall = lumas(image, render.masks.wall, isEven(render));
      expect(quantile(wall, 0.5)).toBeGreaterThan(112);
      expect(quantile(wall, 0.5)).toBeLessThan(123);
      const window = lumas(image, render.masks.window);
      const mean = window.reduce((sum, value) => sum + value, 0) / window.length;
      const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / window.length);
      expect(mean).toBeGreaterThan(170);
      expect(mean).toBeLessThan(235);
      expect(deviation).toBeGreaterThan(20);
      expect(natural?.stops).toHaveLength(evs.length);
    },
  );

  test("tells how much more light stands in the window than on the wall", async () => {
    const { light, render } = await merged("living", 4, [-4, -2, 0, 2]);
    if (!light) throw new Error("no light");
    const over = lightOver(light, { width, height, factor: 1 });
    const median = (mask: Uint8Array) =>
      percentile(
        over.filter((_, i) => mask[i] > 0),
        0.5,
      );
    const above = median(render.masks.window) - median(render.masks.wall);
    expect(above).toBeGreaterThan(2.5);
    expect(above).toBeLessThan(5.5);
  });

  test("does not darken the room with every dark frame that is added, as averaging does", async () => {
    const medians: number[] = [];
    for (const evs of [
      [-2, 0, 2],
      [-6, -4, -2, 0, 2],
    ]) {
      const { image, render } = await merged("living", 6, evs);
      medians.push(quantile(lumas(image, render.masks.wall, isEven(render)), 0.5));
    }
    expect(Math.abs(medians[0] - medians[1])).toBeLessThan(4);
  });

  test("keeps grey grey", async () => {
    const { image, render } = await merged("living", 4, [-4, -2, 0, 2]);
    const even = isEven(render);
    const spreads: number[] = [];
    for (let i = 0; i < width * height; i++) {
      if (!render.masks.wall[i] || !even(i)) continue;
      const rgb = [0, 1, 2].map((c) => image.data[3 * i + c] / 257);
      spreads.push(Math.max(...rgb) - Math.min(...rgb));
    }
    expect(
      quantile(
        spreads.sort((a, b) => a - b),
        0.5,
      ),
    ).toBeLessThan(4);
  });

  test("gives a lit colour no grey patches where a frame clips", async () => {
    // An orange wall under light that rises from left to right by seven stops, above grey cloth.
    const orange = [0.8, 0.32, 0.12];
    const frames = [-4, -2, 0, 2].map((ev): IntegerImage => {
      const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
      for (let i = 0; i < width * height; i++) {
        const [x, y] = [i % width, Math.floor(i / width)];
        const light = y < height / 2 ? 2 ** (-4 + (7 * x) / width) : 0.1 + 0.06 * ((x + y) % 3);
        for (let c = 0; c < 3; c++) {
          const linear = light * (y < height / 2 ? orange[c] : 1) * 2 ** ev;
          data[3 * i + c] = Math.round(255 * Math.min(1, encodeSrgb(Math.min(1, linear))));
        }
      }
      return { width, height, channels: 3, data, space: "srgb" };
    }) as unknown as Frames;
    const { image } = await relateAndMerge(frames, {}, testContext());
    const colourAt = (x: number) => [0, 1, 2].map((c) => image.data[3 * (60 * width + x) + c] / 65535);
    const vividness = Array.from({ length: width }, (_, x) => {
      const [r, g, b] = colourAt(x);
      expect(r).toBeGreaterThan(g);
      expect(g).toBeGreaterThan(b);
      return (r - b) / r;
    });
    // The darkest frame holds all of it: light makes it paler, slowly.
    for (let x = 40; x < width; x++) expect(vividness[x] - vividness[x - 20]).toBeLessThan(0.05);
    expect(Math.min(...vividness)).toBeGreaterThan(0.45);
  });

  test("shows neither black nor white of what a frame holds", async () => {
    for (const evs of [
      [-2, 0, 2],
      [-6, -4, -2, 0, 2],
    ]) {
      const { image, frames } = await merged("living", 6, evs);
      const [darkest, brightest] = [frames[0].data, frames[evs.length - 1].data];
      let lost = 0;
      for (const [i, value] of image.data.entries())
        if ((value >= 254 * 257 && darkest[i] < 254) || (value === 0 && brightest[i] > 0)) lost++;
      expect(lost).toBe(0);
    }
  });

  test("leaves white what every frame clips, and shows nothing darker than the darkest frame does", async () => {
    const { image, frames } = await merged("living", 6, [-2, 0, 2]);
    const darkest = frames[0].data;
    let [white, dulled] = [0, 0];
    for (const [i, value] of image.data.entries()) {
      if (darkest[i] === 255) white++;
      if (value < (darkest[i] - 4) * 257) dulled++;
    }
    expect(white).toBeGreaterThan(1000);
    expect(dulled).toBe(0);
  });

  test("puts no ring around an edge", async () => {
    // A dark thing before a bright, plain background, as frames of four exposures show it.
    const [columnCount, rows, edge] = [1200, 90, 600];
    const at = (x: number) => (x < edge - 1 ? 0.02 : x < edge + 1 ? 0.2 : 0.7);
    const frames = [-4, -2, 0, 2].map((ev): IntegerImage => {
      const data = new Uint8Array(new SharedArrayBuffer(columnCount * rows * 3));
      for (let i = 0; i < data.length; i++) {
        // A little grain, as no surface is without.
        const light = at(Math.floor(i / 3) % columnCount) * 2 ** ev * (1 + 0.01 * Math.sin(i * 12.9898));
        data[i] = Math.round(255 * encodeSrgb(Math.min(1, light)));
      }
      return { width: columnCount, height: rows, channels: 3, data, space: "srgb" };
    });
    const { image } = await relateAndMerge(frames as unknown as Frames, {}, testContext());
    const column = (x: number) => {
      let sum = 0;
      for (let y = 0; y < rows; y++) sum += image.data[3 * (y * columnCount + x)] / 257;
      return sum / rows;
    };
    const columns = Array.from({ length: columnCount }, (_, x) => column(x));
    const [dark, bright] = [columns[edge - 40], columns[edge + 40]];
    expect(bright - dark).toBeGreaterThan(50);
    // Levels of 255: a ring of 3 L*, which is seen, has 8.
    for (let x = edge - 24; x < edge - 1; x++) expect(Math.abs(columns[x] - dark)).toBeLessThan(4);
    for (let x = edge + 1; x < edge + 24; x++) expect(Math.abs(columns[x] - bright)).toBeLessThan(4);
  });
});
