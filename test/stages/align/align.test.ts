import { describe, expect, test } from "vitest";
import {
  composeHomographies,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
} from "../../../src/image/index.ts";
import type { AlignResult } from "../../../src/stages/align/index.ts";
import { alignBracket } from "../../support/align-bracket.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import {
  cornerError,
  makeRadiance,
  percentile,
  type RadianceMap,
  type SeededCase,
  seededCase,
  similarityAbout,
  takeShot,
} from "../../support/seeded-warps.ts";

const [width, height] = [600, 400];

async function errorOf(scene: RadianceMap, seeded: SeededCase): Promise<{ error: number; result: AlignResult }> {
  const frames = [takeShot(scene, seeded.reference), takeShot(scene, seeded.moved)] as const;
  const result = await alignBracket(frames, [undefined, undefined], {}, testContext());
  const found = result.reference === 0 ? result.transforms[1] : invertHomography(result.transforms[0]);
  return { error: cornerError(found, seeded.warp, scene.pictureWidth, scene.pictureHeight), result };
}

function filled(value: number): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3)).fill(value);
  return { width, height, channels: 3, data, space: "srgb" };
}

describe("align", () => {
  test("finds shifts, turns and scalings to a few hundredths of a pixel under noise, clipping and movers, 1 to 8 EV apart", async () => {
    const large = makeRadiance(1, 2100, 1400);
    const errors: number[] = [];
    for (const seed of [2, 3, 5, 6]) errors.push((await errorOf(large, seededCase(large, seed))).error);
    expect(percentile(errors, 0.5)).toBeLessThan(0.035);
    expect(Math.max(...errors)).toBeLessThan(0.06);
  });

  test("measures the planes again where the first curve of tones was far off", async () => {
    const board = makeRadiance(1003, 3000, 2000);
    expect((await errorOf(board, seededCase(board, 69))).error).toBeLessThan(0.06);
  });

  test("finds the motion of small pictures", async () => {
    const errors: number[] = [];
    for (let seed = 1; seed <= 12; seed++) errors.push((await errorOf(scene, seededCase(scene, seed))).error);
    expect(percentile(errors, 0.5)).toBeLessThan(0.2);
    expect(percentile(errors, 0.9)).toBeLessThan(0.6);
  });

  const scene = makeRadiance(5, width, height);
  const still = seededCase(scene, 5);
  const sharp = takeShot(scene, { ...still.reference, gain: 0.4 });

  test("passes equal frames through untouched", async () => {
    const context = testContext();
    const result = await alignBracket([sharp, sharp, sharp], [8, 8, 8], {}, context);
    expect(result.applied).toBe(false);
    expect(result.frames.every((frame) => frame === sharp)).toBe(true);
    expect(result.transforms).toEqual([identityHomography, identityHomography, identityHomography]);
    expect(result.common).toEqual({ x: 0, y: 0, width, height });
    expect(context.warnings).toEqual([]);
  });

  test("follows a camera that turns behind a wide lens, as far as its perspective", async () => {
    const room = makeRadiance(5, 1200, 800);
    for (const [yawDeg, pitchDeg] of [
      [0.1, -0.05],
      [0.8, 0.5],
    ]) {
      const warp = turnOfCamera(1200, 800, yawDeg, pitchDeg);
      const shots = [
        takeShot(room, { warp: identityHomography, gain: 0.6, noise: 1, noiseSeed: 5 }),
        takeShot(room, { warp, gain: 0.15, noise: 1, noiseSeed: 6 }),
      ] as const;
      const result = await alignBracket(shots, [8, 10], {}, testContext());
      const found = result.reference === 0 ? result.transforms[1] : invertHomography(result.transforms[0]);
      expect(cornerError(found, warp, 1200, 800)).toBeLessThan(0.15);
      expect(cornerError(identityHomography, warp, 1200, 800)).toBeGreaterThan(6);
    }
  });

  test("leaves frames from a tripod that hardly show anything where they are", async () => {
    const shots = [0.002, 0.05, 0.3, 1.6, 60].map((gain, i) =>
      takeShot(scene, { warp: identityHomography, gain, noise: 1, noiseSeed: 60 + i }),
    );
    const frames = shots as unknown as [IntegerImage, ...IntegerImage[]];
    const result = await alignBracket(frames, [16, 10, 8, 6, 1], {}, testContext());
    expect(result.applied).toBe(false);
    expect(result.kept).toHaveLength(5);
  });

  test("does not move a bracket from a tripod", async () => {
    const shots = [0.05, 0.3, 1.6].map((gain, i) =>
      takeShot(scene, { warp: identityHomography, gain, noise: 1, noiseSeed: 70 + i }),
    );
    const result = await alignBracket(shots as [IntegerImage, ...IntegerImage[]], [10, 8, 6], {}, testContext());
    expect(result.reference).toBe(1);
    expect(result.perFrame.map(({ aligned, applied }) => [aligned, applied])).toEqual(shots.map(() => [true, false]));
  });

  test("brings the frames of a bracket onto the reference, with no gap in the common area", async () => {
    const motions = [
      { dx: 7.3, dy: -4.1, angleDeg: 0.4, scale: 1 },
      { dx: 0, dy: 0, angleDeg: 0, scale: 1 },
      { dx: -5.2, dy: 8.6, angleDeg: -0.3, scale: 1.001 },
    ];
    const shots = motions.map((motion, i) =>
      takeShot(scene, {
        warp: similarityAbout(width, height, motion),
        gain: 0.1 * 4 ** i,
        noise: 1,
        noiseSeed: 80 + i,
      }),
    ) as [IntegerImage, ...IntegerImage[]];
    const copies = shots.map((shot) => shot.data.slice());
    const result = await alignBracket(shots, [10, 8, 6], { alignEdges: "crop" }, testContext());
    for (const i of [0, 2]) {
      const truth = similarityAbout(width, height, motions[i]);
      expect(cornerError(result.transforms[i], truth, width, height)).toBeLessThan(0.15);
      expect(result.frames[i]).not.toBe(shots[i]);
    }
    const upright = takeShot(scene, { warp: identityHomography, gain: 0.1, noise: 0, noiseSeed: 1 });
    expect(meanDifference(result.frames[0], upright, result.common)).toBeLessThan(2.5);
    expect(result.common.width).toBeGreaterThan(width - 32);
    expect(result.common.width).toBeLessThan(width - 10);
    for (const [i, shot] of shots.entries()) expect(Buffer.compare(bytes(shot.data), bytes(copies[i]))).toBe(0);
  });

  test.each([0, 2])("keeps the view of frame %i, if that is chosen", async (chosen) => {
    const motions = [
      { dx: 7.3, dy: -4.1, angleDeg: 0.4, scale: 1 },
      { dx: 0, dy: 0, angleDeg: 0, scale: 1 },
      { dx: -5.2, dy: 8.6, angleDeg: -0.3, scale: 1.001 },
      { dx: -9, dy: 1, angleDeg: 0.1, scale: 1 },
    ].map((motion) => similarityAbout(width, height, motion));
    const shots = motions.map((warp, i) => takeShot(scene, { warp, gain: 0.05 * 3 ** i, noise: 1, noiseSeed: 80 + i }));
    const context = testContext();
    const frames = shots as unknown as [IntegerImage, ...IntegerImage[]];
    const result = await alignBracket(frames, [10, 8.4, 6.8, 5.2], {}, context, { chosen });
    expect(result).toMatchObject({ reference: chosen, kept: [0, 1, 2, 3], applied: true });
    expect(result.frames[chosen]).toBe(shots[chosen]);
    expect(result.perFrame[chosen]).toMatchObject({ applied: false, reason: "it is the reference" });
    // Each frame's edges are filled from its neighbour in exposure on the side of the chosen one.
    const inwards = (frame: number) => (frame < chosen ? frame + 1 : frame - 1);
    for (const { frame, anchor } of result.moves) expect(anchor).toBe(inwards(frame));
    for (const [i, motion] of motions.entries()) {
      const truth = composeHomographies(motion, invertHomography(motions[chosen]));
      expect(cornerError(result.transforms[i], truth, width, height)).toBeLessThan(0.2);
    }
    expect(context.warnings).toEqual([]);
  });

  test("keeps the view of the middle exposure if the chosen frame shows nothing", async () => {
    const motion = similarityAbout(width, height, { dx: 6, dy: -3, angleDeg: 0.2, scale: 1 });
    const shots = [
      takeShot(scene, { warp: motion, gain: 0.1, noise: 1, noiseSeed: 1 }),
      takeShot(scene, { warp: identityHomography, gain: 0.4, noise: 1, noiseSeed: 2 }),
      filled(255),
    ] as const;
    const context = testContext();
    const result = await alignBracket(shots, [10, 8, 1], {}, context, { chosen: 2, names: ["a", "b", "c"] });
    expect(result.reference).toBe(1);
    expect(result.perFrame[0]).toMatchObject({ aligned: true, applied: true });
    expect(context.warnings.map(({ code }) => code)).toEqual(["align/failed", "align/reference"]);
    expect(context.warnings[1].message).toBe("c is not aligned with the other frames; the picture has the view of b");
  });

  test("does not depend on the order of the frames, on bands or on the kernels' implementation", async () => {
    const seeded = seededCase(scene, 9);
    const small = makeRadiance(9, 300, 200);
    const a = takeShot(small, seeded.reference);
    const warp = similarityAbout(300, 200, { dx: 3.3, dy: -2.2, angleDeg: 0.5, scale: 1 });
    const b = takeShot(small, { warp, gain: seeded.reference.gain * 0.3, noise: 1, noiseSeed: 4 });
    const forward = await alignBracket([a, b], [6, 8], {}, testContext());
    const backward = await alignBracket([b, a], [8, 6], {}, testContext({ bandRows: 5 }));
    expect(backward.reference).toBe(1 - forward.reference);
    expect(backward.transforms[0]).toEqual(forward.transforms[1]);
    expect(backward.transforms[1]).toEqual(forward.transforms[0]);
    const slow = await alignBracket([a, b], [6, 8], {}, testContext({ kernels: "reference" }));
    expect(
      cornerError(slow.transforms[1 - slow.reference], forward.transforms[1 - slow.reference], 300, 200),
    ).toBeLessThan(0.01);
  });

  test.each([
    ["black", filled(0), false],
    ["blown out", filled(255), false],
    ["grey", filled(128), false],
    ["noise", noise(), true],
  ])("leaves a frame that is %s as it is, and out where it contradicts the other", async (_, frame, dropped) => {
    for (const frames of [
      [sharp, frame],
      [frame, frame],
    ] as const) {
      const context = testContext();
      const result = await alignBracket(frames, [undefined, undefined], {}, context);
      for (const [i, same] of result.frames.entries()) expect(same).toBe(frames[i]);
      expect(result.transforms.flat().every(Number.isFinite)).toBe(true);
      expect(result.kept).toContain(result.reference);
      if (frames[0] === frame) continue;
      expect(result.perFrame[1 - result.reference]).toMatchObject({ aligned: false, applied: false, dropped });
      expect(result.kept).toHaveLength(dropped ? 1 : 2);
      expect(context.warnings.map(({ code }) => code)).toEqual(["align/failed"]);
    }
  });

  test("leaves another room out, and says which frame and why", async () => {
    const other = makeRadiance(77, width, height);
    const context = testContext();
    const result = await alignBracket([sharp, takeShot(other, { ...still.reference, gain: 0.2 })], [6, 8], {}, context);
    expect(result).toMatchObject({ applied: false, kept: [result.reference] });
    expect(context.warnings).toHaveLength(1);
    expect(context.warnings[0].message).toMatch(/^frame [12] was skipped: .+/);
  });

  test("calls the frames by their names, if it gets them", async () => {
    const context = testContext();
    const names = ["a.jpg", "b.jpg"];
    await alignBracket([sharp, filled(0)], [undefined, undefined], {}, context, { names });
    expect(context.warnings[0].message).toMatch(/^[ab]\.jpg was not moved: .+/);
    const small = { ...sharp, width: width / 2, height: height * 2 };
    await expect(alignBracket([sharp, small], [undefined, undefined], {}, context, { names })).rejects.toMatchObject({
      code: "input/mismatch",
      message:
        "align: expected frames of one size, or cropped by an editor by at most 2 % of a side, got a.jpg of 600 × 400 and b.jpg of 300 × 800",
    });
  });

  const shotAt = (gain: number, dx: number, noiseSeed: number) =>
    takeShot(scene, {
      warp: similarityAbout(width, height, { dx, dy: dx / 3, angleDeg: 0, scale: 1 }),
      gain,
      noise: 1,
      noiseSeed,
    });

  test("keeps a frame that shows nothing in a bracket from a tripod, and drops it where the camera moved", async () => {
    const black = filled(0);
    for (const dx of [0, 9]) {
      const context = testContext();
      const frames = [black, shotAt(0.1, dx, 1), shotAt(0.4, 0, 2), shotAt(1.6, 0, 3)] as const;
      const result = await alignBracket(frames, [14, 10, 8, 6], {}, context);
      const moved = dx > 0;
      expect(result.kept).toEqual(moved ? [1, 2, 3] : [0, 1, 2, 3]);
      expect(result.perFrame[0]).toMatchObject({ aligned: false, dropped: moved });
      expect(result.frames[0]).toBe(black);
      expect(context.warnings[0].message).toContain(moved ? "frame 1 was skipped" : "frame 1 was not moved");
    }
  });

  test("fills what a moved frame does not show from the frame next in exposure, at its exposure", async () => {
    const frames = [shotAt(0.1, -16, 1), shotAt(0.4, 0, 2), shotAt(1.2, 11, 3)] as const;
    const result = await alignBracket(frames, [10, 8, 6], {}, testContext());
    expect(result.common).toEqual({ x: 0, y: 0, width, height });
    const strips = [
      { x: 0, y: 0, width: 12, height },
      { x: width - 10, y: 0, width: 10, height },
      { x: 0, y: 0, width, height: 5 },
      { x: 0, y: height - 4, width, height: 4 },
    ];
    for (const [i, gain] of [0.1, 0.4, 1.2].entries()) {
      const truth = takeShot(scene, { warp: identityHomography, gain, noise: 0, noiseSeed: 1 });
      for (const strip of strips) expect(meanDifference(result.frames[i], truth, strip)).toBeLessThan(6);
    }
  });

  test.each([
    ["switched off", { align: false }],
    ["360°", {}, { is360: true }],
  ])("says why it does nothing: %s", async (reason, options, setting?: { is360: boolean }) => {
    const frames = [sharp, filled(9)] as const;
    const result = await alignBracket(frames, [6, 8], options, testContext(), setting);
    expect(result.reason).toContain(reason);
    expect(result.frames[1]).toBe(frames[1]);
  });

  test("does nothing with one frame or a few pixels", async () => {
    expect((await alignBracket([sharp], [undefined], {}, testContext())).reason).toContain("one frame");
    const dot: IntegerImage = {
      width: 1,
      height: 1,
      channels: 3,
      data: new Uint8Array(new SharedArrayBuffer(3)),
      space: "srgb",
    };
    expect((await alignBracket([dot, dot], [1, 2], {}, testContext())).applied).toBe(false);
  });

  test("leaves strips that are too narrow to tell a motion as they are", async () => {
    const strip = (value: number): IntegerImage => {
      const data = Uint8Array.from({ length: 3300 * 90 * 3 }, (_, i) => value * (1 + Math.sin(i * i)));
      const shared = new Uint8Array(new SharedArrayBuffer(data.length));
      shared.set(data);
      return { width: 3300, height: 90, channels: 3, data: shared, space: "srgb" };
    };
    const result = await alignBracket([strip(40), strip(90)], [8, 6], {}, testContext());
    expect(result).toMatchObject({ applied: false, kept: [0, 1] });
    expect(result.perFrame[1 - result.reference].reason).toContain("too narrow");
  });

  test("refuses frames of different sizes", async () => {
    const dot: IntegerImage = {
      width: 1,
      height: 1,
      channels: 3,
      data: new Uint8Array(new SharedArrayBuffer(3)),
      space: "srgb",
    };
    await expect(alignBracket([sharp, dot], [1, 2], {}, testContext())).rejects.toMatchObject({
      code: "input/mismatch",
    });
  });
});

/** Of a camera with a lens of 17 mm on full frame (focal length: half the width). */
function turnOfCamera(w: number, h: number, yawDeg: number, pitchDeg: number): Homography {
  const [yaw, pitch] = [yawDeg, pitchDeg].map((degrees) => (degrees * Math.PI) / 180);
  const aside: Homography = [Math.cos(yaw), 0, Math.sin(yaw), 0, 1, 0, -Math.sin(yaw), 0, Math.cos(yaw)];
  const up: Homography = [1, 0, 0, 0, Math.cos(pitch), -Math.sin(pitch), 0, Math.sin(pitch), Math.cos(pitch)];
  const lens: Homography = [w / 2, 0, (w - 1) / 2, 0, w / 2, (h - 1) / 2, 0, 0, 1];
  return composeHomographies(lens, composeHomographies(composeHomographies(up, aside), invertHomography(lens)));
}

function bytes(data: ArrayBufferView): Buffer {
  return Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
}

function noise(): IntegerImage {
  const image = filled(0);
  const random = seededRandom(3);
  for (let i = 0; i < image.data.length; i++) image.data[i] = 256 * random();
  return image;
}

function meanDifference(a: IntegerImage, b: IntegerImage, area: AlignResult["common"]): number {
  let sum = 0;
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      sum += Math.abs(a.data[(y * width + x) * 3] - b.data[(y * width + x) * 3]);
    }
  }
  return sum / (area.width * area.height);
}
