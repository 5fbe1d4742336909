import { describe, expect, it } from "vitest";
import { takeFacingPicture, takePicture } from "../../../bench/perspective/trial.ts";
import {
  type Camera,
  canon16to35,
  createScene,
  exposeFrame,
  type RoomName,
  renderScene,
} from "../../../fixtures/scene/index.ts";
import {
  applyHomography,
  emptyPhoto,
  type Homography,
  type IntegerImage,
  identityHomography,
  type Rect,
  type U16,
  unknownHistory,
} from "../../../src/image/index.ts";
import { distortPoint, type LensCorrection, shrinkBy } from "../../../src/ops/index.ts";
import { type PerspectiveInput, type PerspectiveResult, perspective } from "../../../src/stages/perspective/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { canonCorrection, meanLeanDeg, meanSlopeDeg } from "../../support/upright-truth.ts";

const plain = { photo: emptyPhoto, correction: undefined, is360: false };

interface Pose {
  readonly pitchDeg: number;
  readonly rollDeg: number;
}

const shots = new Map<string, ReturnType<typeof render>>();

/** Renders once what several tests look at. */
function photograph(...view: Parameters<typeof render>) {
  const key = JSON.stringify(view);
  const shot = shots.get(key) ?? render(...view);
  shots.set(key, shot);
  return shot;
}

function render(room: RoomName, pose: Pose, [width, height] = [600, 400], lens?: typeof canon16to35) {
  const scene = createScene({ room });
  const camera: Camera = { ...scene.camera, ...pose };
  const { radiance } = renderScene(scene, { width, height, camera, ...(lens && { lens }) });
  const photo = { ...emptyPhoto, lens: { focal35Mm: camera.focal35Mm } };
  return { image: exposeFrame(radiance, { noise: 1 }), camera, photo };
}

async function straighten(shot: ReturnType<typeof photograph>, input: Partial<PerspectiveInput> = {}, options = {}) {
  const { image, camera, photo } = shot;
  const result = await perspective({ image, ...plain, photo, ...input }, options, testContext());
  const lean = (homography: Homography) => meanLeanDeg(homography, camera, image, input.correction?.scale);
  return { result, before: lean(identityHomography), after: lean(result.homography ?? identityHomography) };
}

/** Whether all corners of the crop, and points along its sides, come from within `rect` of the uncorrected picture. */
function showsOnly(result: PerspectiveResult, rect: Rect, correction?: LensCorrection): boolean {
  const { crop, homography = identityHomography } = result;
  if (!crop) return false;
  const tolerance = 1e-6;
  for (let i = 0; i <= 20; i++) {
    const [x, y] = [crop.x + ((crop.width - 1) * i) / 20, crop.y + ((crop.height - 1) * i) / 20];
    const [right, bottom] = [crop.x + crop.width - 1, crop.y + crop.height - 1];
    for (const [tx, ty] of [
      [x, crop.y],
      [x, bottom],
      [crop.x, y],
      [right, y],
    ]) {
      const ideal = applyHomography(homography, tx, ty);
      const source = correction ? distortPoint(correction, ideal.x, ideal.y, 1) : ideal;
      if (source.x < rect.x - tolerance || source.x > rect.x + rect.width - 1 + tolerance) return false;
      if (source.y < rect.y - tolerance || source.y > rect.y + rect.height - 1 + tolerance) return false;
    }
  }
  return true;
}

const wholeOf = ({ width, height }: IntegerImage): Rect => ({ x: 0, y: 0, width, height });

describe("perspective", () => {
  it("finds in a copy what it finds in the picture, in the picture's pixels", async () => {
    const shot = photograph("kitchen", { pitchDeg: -5, rollDeg: 1.5 }, [1600, 1066]);
    const { width, height } = shot.image;
    const { result, after } = await straighten(shot);
    const { data, ...half } = await shrinkBy(shot.image, 2, testContext());
    const samples: U16 = new Uint16Array(new SharedArrayBuffer(2 * data.length));
    for (let i = 0; i < data.length; i++) samples[i] = 65535 * data[i];
    const image: IntegerImage = { ...half, data: samples };
    const copied = await straighten(shot, { image, copyOf: { width, height, factor: 2 } });
    expect(copied.after).toBeLessThan(Math.max(0.2, 2 * after));
    for (const side of ["x", "y", "width", "height"] as const)
      expect(Math.abs((copied.result.crop?.[side] ?? 0) - (result.crop?.[side] ?? 0))).toBeLessThan(8);
    expect(copied.result.facts.focalPx).toBe(result.facts.focalPx);
  });

  it.each([
    ["living", -8, 1.5],
    ["living", 3, -3],
    ["bedroom", -3, 0],
    ["bedroom", 6, -1],
    ["kitchen", 8, 3],
    ["kitchen", 0, 2],
  ] as const)("makes the verticals of a %s upright: pitch %f°, roll %f°", async (room, pitchDeg, rollDeg) => {
    const shot = photograph(room, { pitchDeg, rollDeg });
    const { result, before, after } = await straighten(shot);
    expect(result.applied).toBe(true);
    expect(after).toBeLessThan(Math.min(0.15, before));
    expect(result.facts.pitchDeg).toBeCloseTo(pitchDeg, 0);
    expect(result.facts.rollDeg).toBeCloseTo(rollDeg, 0);
    expect(result.facts.residualDeg?.after).toBeLessThan(result.facts.residualDeg?.before ?? 0);
    expect(showsOnly(result, wholeOf(shot.image))).toBe(true);
    expect(result.crop!.width / result.crop!.height).toBeCloseTo(1.5, 1);
  });

  it("leaves a level camera's picture alone, and does not warn", async () => {
    const context = testContext();
    const { image, photo } = photograph("bedroom", { pitchDeg: 0, rollDeg: 0 });
    const result = await perspective({ image, ...plain, photo }, {}, context);
    expect(result).toMatchObject({ applied: false, reason: "upright edges are upright already" });
    expect(context.warnings).toEqual([]);
  });

  it("leaves a tilt alone that roll and pitch together do not tell from none", async () => {
    const { image, photo } = takePicture("room", "level", 1005);
    const result = await perspective({ image, ...plain, photo }, {}, testContext());
    expect(result).toMatchObject({ applied: false, reason: "upright edges are upright already" });
  });

  it("corrects pictures in portrait format", async () => {
    const shot = photograph("kitchen", { pitchDeg: -5, rollDeg: 1 }, [400, 600]);
    const { result, after } = await straighten(shot);
    expect(after).toBeLessThan(0.15);
    expect(result.crop!.height / result.crop!.width).toBeCloseTo(1.5, 1);
    expect(showsOnly(result, wholeOf(shot.image))).toBe(true);
  });

  it("fits edges where the lens correction brings them", async () => {
    const shot = photograph("kitchen", { pitchDeg: -5, rollDeg: 1 }, [600, 400], canon16to35);
    const correction = canonCorrection(600, 400);
    const common = { x: 12, y: 0, width: 588, height: 390 };
    const { result, after } = await straighten(shot, { correction, common });
    expect(after).toBeLessThan(0.15);
    expect(showsOnly(result, common, correction)).toBe(true);
  });

  it("keeps to the common part when nothing else is done", async () => {
    const shot = photograph("bedroom", { pitchDeg: 0, rollDeg: 0 });
    const [correction, common] = [canonCorrection(600, 400), { x: 0, y: 20, width: 570, height: 380 }];
    const { result } = await straighten(shot, { correction, common }, { perspective: "off" });
    expect(result).toMatchObject({ applied: false, reason: "perspective correction is switched off" });
    expect(showsOnly(result, common, correction)).toBe(true);
  });

  it("estimates the focal length from right angles where the metadata have none", async () => {
    const shot = photograph("bedroom", { pitchDeg: 6, rollDeg: -1 });
    const { result, before, after } = await straighten(shot, plain);
    const { focalSource, focalPx, focalRangePx } = result.facts;
    const truth = (shot.camera.focal35Mm * shot.image.width) / 36;
    expect(focalSource).toBe("estimated");
    expect(Math.abs(Math.log(focalPx / truth))).toBeLessThan(0.15);
    expect(focalRangePx).toEqual([expect.any(Number), expect.any(Number)]);
    expect(after).toBeLessThan(before / 5);
  });

  it.each([
    ["level", 700009],
    ["hand", 700011],
  ] as const)("faces a wall that a camera (%s) nearly faces, if asked to", async (hold, seed) => {
    const { image, photo, camera, wallYawDeg, offDeg } = takeFacingPicture(hold, seed);
    const slopeWith = async (mode: "verticals" | "full") => {
      const { homography = identityHomography, facts } = await perspective(
        { image, ...plain, photo },
        { perspective: mode },
        testContext(),
      );
      const slope = meanSlopeDeg(wallYawDeg, homography, camera, image);
      return { slope, lean: meanLeanDeg(homography, camera, image), wallYawDeg: facts.wallYawDeg };
    };
    const [plainly, faced] = [await slopeWith("verticals"), await slopeWith("full")];
    expect(plainly.wallYawDeg).toBeUndefined();
    expect(faced.wallYawDeg! - offDeg).toBeCloseTo(0, 0);
    expect(plainly.slope).toBeGreaterThan(0.2);
    expect(faced.slope).toBeLessThan(0.1);
    expect(faced.lean).toBeLessThan(0.15);
  });

  it("does not turn to a wall that it looks past", async () => {
    const { image, photo } = takeFacingPicture("hand", 700002);
    const { facts } = await perspective({ image, ...plain, photo }, { perspective: "full" }, testContext());
    expect(facts.wallYawDeg).toBeUndefined();
  });

  it("corrects by part of the strength", async () => {
    const { before, after } = await straighten(
      photograph("kitchen", { pitchDeg: 0, rollDeg: 2 }),
      {},
      { perspectiveStrength: 0.5 },
    );
    expect(after / before).toBeCloseTo(0.5, 1);
  });

  it("refuses a view that is pitched or rolled by more than the limits, or would lose far too much", async () => {
    const shot = photograph("kitchen", { pitchDeg: 8, rollDeg: 3 });
    const reasonOf = async (options: object) => (await straighten(shot, {}, options)).result.reason;
    expect(await reasonOf({ maxPitchDeg: 7 })).toMatch(/^the view is pitched by 8\.\d°, more than 7°/);
    expect(await reasonOf({ maxRollDeg: 2 })).toMatch(/^the camera is rolled by [23]\.\d°, more than 2°/);
    expect(await reasonOf({ maxCropLoss: 0.01 })).toMatch(/^straightening would cost \d+ % of the picture/);
  });

  it("corrects as much of a tilt as the crop may cost, with a warning", async () => {
    const { image, photo } = photograph("kitchen", { pitchDeg: 8, rollDeg: 3 });
    const context = testContext();
    const { applied, facts } = await perspective({ image, ...plain, photo }, { maxCropLoss: 0.1 }, context);
    expect(applied).toBe(true);
    expect(facts.cropLoss).toBeGreaterThan(0.09);
    expect(facts.cropLoss).toBeLessThanOrEqual(0.1);
    expect(facts.corrected).toBeLessThan(1);
    expect(context.warnings).toMatchObject([{ code: "perspective/partial" }]);
  });

  it.each(["flat", "noise", "leaves"] as const)(
    "refuses a picture without verticals (%s), with a warning",
    async (kind) => {
      const context = testContext();
      const result = await perspective({ image: withoutVerticals(kind), ...plain }, {}, context);
      expect(result.applied).toBe(false);
      expect(result.homography).toBeUndefined();
      expect(context.warnings).toMatchObject([{ code: "perspective/skipped" }]);
    },
  );

  it.each([
    ["forest", 2],
    ["ladders", 1],
    ["boats", 14],
    ["leaning", 6],
    ["leaning", 200092],
    ["ladders", 200006],
    ["boats", 200097],
  ] as const)("does not take %s for upright edges", async (kind, seed) => {
    const { image, photo } = takePicture(kind, "hand", seed);
    expect((await perspective({ image, ...plain, photo }, {}, testContext())).applied).toBe(false);
  });

  it("refuses 360° pictures", async () => {
    const result = await perspective({ image: withoutVerticals("flat"), ...plain, is360: true }, {}, testContext());
    expect(result).toMatchObject({ applied: false, reason: "a 360° picture has no verticals to correct" });
  });

  it.each([
    [{ done: ["tilt"] }, /straightened before/],
    [{ reframed: "stitched" }, /stitched/],
  ] as const)("leaves alone what was done before: %j", async (told, reason) => {
    const history = { ...unknownHistory, ...told };
    const result = await perspective({ image: withoutVerticals("flat"), ...plain, history }, {}, testContext());
    expect(result).toMatchObject({ applied: false, reason: expect.stringMatching(reason) });
  });

  it.each([
    [1, 1],
    [2, 300],
    [300, 1],
  ])("takes a picture of %d × %d", async (width, height) => {
    const image = {
      ...withoutVerticals("flat"),
      width,
      height,
      data: new Uint8Array(new SharedArrayBuffer(width * height * 3)),
    };
    expect((await perspective({ image, ...plain }, {}, testContext())).applied).toBe(false);
  });

  it("gives the same result whatever the bands and kernels", async () => {
    const { image, photo } = photograph("kitchen", { pitchDeg: 8, rollDeg: 3 });
    const once = await perspective({ image, ...plain, photo }, {}, testContext());
    const again = await perspective({ image, ...plain, photo }, {}, testContext({ bandRows: 7, kernels: "reference" }));
    expect(again).toEqual(once);
  });

  it("refuses a correction of another size and unknown options", async () => {
    const image = withoutVerticals("flat");
    const mismatched = { ...plain, correction: canonCorrection(60, 40) };
    await expect(perspective({ image, ...mismatched }, {}, testContext())).rejects.toMatchObject({ code: "internal" });
    const options = { straighten: true } as object;
    await expect(perspective({ image, ...plain }, options, testContext())).rejects.toMatchObject({
      code: "options/unknown",
    });
  });
});

/** Grey, noise, or elongated blotches of all directions. */
function withoutVerticals(kind: "flat" | "noise" | "leaves"): IntegerImage {
  const [width, height] = [600, 400];
  const random = seededRandom(4);
  const light = new Float32Array(width * height).fill(128);
  if (kind === "noise") for (let i = 0; i < light.length; i++) light[i] += 120 * (random() - 0.5);
  for (let n = 0; kind === "leaves" && n < 900; n++) {
    const [x, y, angle, length] = [random() * width, random() * height, random() * Math.PI, 8 + 30 * random()];
    const [cos, sin, value] = [Math.cos(angle), Math.sin(angle), 20 + 200 * random()];
    for (let dy = -length; dy <= length; dy++) {
      for (let dx = -length; dx <= length; dx++) {
        const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
        const [px, py] = [Math.round(x + dx), Math.round(y + dy)];
        const isInside = (along / length) ** 2 + (across / (length / 4)) ** 2 < 1;
        if (isInside && px >= 0 && px < width && py >= 0 && py < height) light[py * width + px] = value;
      }
    }
  }
  const data = new Uint8Array(new SharedArrayBuffer(light.length * 3));
  for (let i = 0; i < data.length; i++) data[i] = light[Math.floor(i / 3)];
  return { width, height, channels: 3, data, space: "srgb" };
}
