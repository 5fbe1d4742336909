import { describe, expect, test } from "vitest";
import { decodeSrgb, encodeSrgb, type IntegerImage } from "../../../src/image/index.ts";
import { checkFrames, releaseView, viewPicture } from "../../../src/stages/check/index.ts";
import { blur, changePixels, copySamples, movePixels } from "../../support/change-pixels.ts";
import { testContext } from "../../support/context.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";

const size = { width: 390, height: 260 };
const evs = [-2, 0, 2];
const { frames } = makeMovingBracket({ ...size, kind: "nothing", seed: 3, evs, noise: 1 });
const others = makeMovingBracket({ ...size, kind: "nothing", seed: 10, evs, noise: 1 }).frames;

async function check(pictures: readonly IntegerImage[]) {
  const context = testContext();
  const views = await Promise.all(pictures.map((picture) => viewPicture(picture, context)));
  const names = pictures.map((_, i) => `frame ${i + 1}`);
  const result = checkFrames({ views, names }, {}, context);
  for (const view of views) releaseView(view, context);
  return result;
}

/** The frames with one of them changed. */
function changed(frame: number, change: (image: IntegerImage) => IntegerImage): IntegerImage[] {
  return frames.map((image, i) => (i === frame ? change(image) : image));
}

const grey = (share: number) => (image: IntegerImage) =>
  changePixels(image, (rgb, _, v) => (v >= 1 - share ? [0.5, 0.5, 0.5] : rgb));
const upsideDown = (image: IntegerImage) => movePixels(image, (x, y, w, h) => [w - 1 - x, h - 1 - y]);
const mirrored = (image: IntegerImage) => movePixels(image, (x, y, w) => [w - 1 - x, y]);
const colourless = (image: IntegerImage) =>
  changePixels(image, ([r, g, b]) => {
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return [luma, luma, luma];
  });
const amber = (image: IntegerImage) => changePixels(image, ([r, g, b]) => [r * 1.18, g, b * 0.75]);

describe("checkFrames", () => {
  test("finds nothing in the frames of one scene", async () => {
    for (const seed of [3, 6, 8, 10]) {
      const bracket = makeMovingBracket({ ...size, kind: "nothing", seed, evs, noise: 1, misalignedPx: 6 });
      expect(await check(bracket.frames)).toMatchObject({ findings: [], leftOut: [], showsNothing: false });
    }
  });

  test.each([
    ["half a frame grey, as decoders fill up what is missing", changed(1, grey(0.5)), "damaged-frame", 1],
    ["the last twentieth of a frame grey", changed(2, grey(0.05)), "damaged-frame", 2],
    ["a frame that stands on its head", changed(2, upsideDown), "turned-frame", 2],
    ["a mirrored frame", changed(0, mirrored), "turned-frame", 0],
    ["a frame of another scene", changed(1, () => others[1]), "other-scene", 1],
  ] as const)("leaves out %s", async (_, pictures, measure, frame) => {
    const result = await check(pictures);
    expect(result.findings.map((finding) => finding.measure)).toContain(measure);
    expect(result.leftOut).toEqual([{ frame, measure }]);
    expect(result.findings[0].sentence).toContain(`frame ${frame + 1}`);
  });

  test("takes no dark, night or burnt-out frame for a file that was cut short", async () => {
    // A bright window above a dark room, by a camera whose black is grey, as JPEG engines lift it.
    const lifted = (ev: number) => (image: IntegerImage) =>
      changePixels(image, ([r, g, b], _, v) => {
        const gain = (v < 0.4 ? 1 : 1e-4) * 2 ** ev;
        const show = (value: number) => 0.07 + 0.92 * encodeSrgb(Math.min(1, gain * decodeSrgb(value)));
        return [show(r), show(g), show(b)];
      });
    for (const evs of [
      [-6, -4, -2, 0],
      [-10, -8, -6, -4],
      [0, 2, 4, 6, 8],
    ]) {
      const result = await check(evs.map((ev) => lifted(ev)(frames[1])));
      expect(result.leftOut).toEqual([]);
      expect(result.measured["damaged-frame"]).toBe(0);
    }
  });

  test("does not call a single frame cut short: nothing says what its flat part should show", async () => {
    expect((await check([grey(0.5)(frames[1])])).leftOut).toEqual([]);
  });

  test.each([
    ["a blurred frame", changed(1, (image) => blur(image, 5)), "blurred-frame"],
    ["a white balance that differs", changed(1, amber), "balance-differs"],
    ["a frame without colour among others of colour", changed(1, colourless), "balance-differs"],
    ["a scene that is white in every frame", frames.map((image) => lit(image, 6)), "over-exposed"],
    ["a scene that is black in every frame", frames.map((image) => lit(image, 0.02)), "under-exposed"],
  ] as const)("finds %s and leaves no frame out", async (_, pictures, measure) => {
    const result = await check(pictures);
    expect(result.findings.map((finding) => finding.measure)).toContain(measure);
    expect(result.leftOut).toEqual([]);
  });

  test("finds a blurred frame also where most of the light is soft", async () => {
    const glow = (image: IntegerImage) =>
      changePixels(image, ([r, g, b], u, v) => {
        const light = 0.7 + 0.3 * Math.sin(90 * u) * Math.sin(60 * v);
        return [r * light, g * light, b * light];
      });
    const soft = frames.map(glow);
    expect((await check(soft)).findings).toEqual([]);
    const { findings } = await check(soft.map((image, i) => (i === 1 ? blur(image, 5) : image)));
    expect(findings.map(({ measure }) => measure)).toEqual(["blurred-frame"]);
  });

  test("takes a scene without colour as it is", async () => {
    expect((await check(frames.map(colourless))).findings).toEqual([]);
  });

  test.each([
    [1, 2000],
    [2000, 1],
    [1, 1],
  ])("sees a strip of %i × %i as cells", async (width, height) => {
    const context = testContext();
    const data = copySamples(frames[0].data, 3 * width * height);
    const view = await viewPicture({ ...frames[0], width, height, data } as IntegerImage, context);
    expect(view.cells.luma.length).toBeGreaterThan(0);
    releaseView(view, context);
  });

  test("leaves no frame out where none would remain", async () => {
    expect((await check(frames.map(grey(0.3)))).leftOut).toEqual([]);
  });

  test.each([0, 1, 0.5])("says that frames of one colour, %f, show nothing", async (value) => {
    const flat = frames.map((image) => changePixels(image, () => [value, value, value]));
    expect((await check(flat)).showsNothing).toBe(true);
  });

  test("says nothing of pictures that are too small", async () => {
    const tiny = { ...frames[0], width: 8, height: 8, data: copySamples(frames[0].data, 192) };
    expect(await check([tiny, tiny])).toEqual({ findings: [], measured: {}, leftOut: [], showsNothing: false });
  });
});

/** More or less light. */
function lit(image: IntegerImage, gain: number): IntegerImage {
  return changePixels(image, ([r, g, b]) => [r * gain, g * gain, b * gain]);
}
