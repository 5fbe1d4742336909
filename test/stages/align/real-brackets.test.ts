import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { composeHomographies, type Homography, type IntegerImage, invertHomography } from "../../../src/image/index.ts";
import { warpImage } from "../../../src/ops/index.ts";
import { alignBracket } from "../../support/align-bracket.ts";
import { testContext } from "../../support/context.ts";
import { gridFromHomography } from "../../support/homography-grid.ts";
import { cornerError, similarityAbout } from "../../support/seeded-warps.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

async function read(name: string): Promise<IntegerImage> {
  const path = sharedFixture(`brackets/${name}`);
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const shared = new Uint8Array(new SharedArrayBuffer(data.length));
  shared.set(data);
  return { width: info.width, height: info.height, channels: 3, data: shared, space: "srgb" };
}

async function alignAll(names: readonly string[]) {
  const frames = (await Promise.all(names.map(read))) as [IntegerImage, ...IntegerImage[]];
  const context = testContext();
  const result = await alignBracket(
    frames,
    names.map(() => undefined),
    {},
    context,
  );
  return { ...result, warnings: context.warnings };
}

describe.skipIf(!hasPhotographs("brackets/kitchen"))("align, on real brackets", () => {
  test("leaves frames from a tripod where they are, blown out and nearly black ones too", async () => {
    const kitchen = await alignAll([1, 2, 3, 4, 5].map((i) => `kitchen/bracket-${i}.JPG`));
    const corridor = await alignAll([1, 2, 3, 4].map((i) => `corridor/0${i}.jpg`));
    for (const { perFrame, applied, warnings } of [kitchen, corridor]) {
      expect(perFrame.every(({ aligned }) => aligned)).toBe(true);
      expect(applied).toBe(false);
      expect(warnings).toEqual([]);
    }
  });

  test.each([
    ["people who walk through", ["arch/3.jpg", "arch/4.jpg", "arch/5.jpg"], 0.4],
    ["waves", ["mer_SeaRock/1.jpg", "mer_SeaRock/2.jpg", "mer_SeaRock/3.jpg"], 0.9],
  ])("is not drawn along by %s", async (_, names, maxPx) => {
    const { perFrame, warnings } = await alignAll(names);
    for (const { aligned, shiftPx, rotationDeg } of perFrame) {
      expect(aligned).toBe(true);
      expect(shiftPx).toBeLessThan(maxPx);
      expect(Math.abs(rotationDeg)).toBeLessThan(0.02);
    }
    expect(warnings).toEqual([]);
  });

  test("brings hand-held frames together", async () => {
    const canon = await alignAll([
      "library_canon/IMG_0319.JPG",
      "library_canon/IMG_0321.JPG",
      "library_canon/IMG_0322.JPG",
    ]);
    expect(canon.perFrame.map(({ applied }) => applied)).toEqual([true, false, true]);
    // OpenCV's findTransformECC on equalised planes finds 1.6 px here.
    expect(canon.perFrame[2].shiftPx).toBeGreaterThan(1.2);
    expect(canon.perFrame[2].shiftPx).toBeLessThan(2);
  });

  test.each([
    ["corridor/03.jpg", "corridor/01.jpg", 0.12],
    // Unwarped, these two count as standing still, which hides a tenth of a pixel between them.
    ["kitchen/bracket-1.JPG", "kitchen/bracket-2.JPG", 0.25],
    ["lighthouse/B.jpg", "lighthouse/A.jpg", 0.6],
  ])("finds a known warp between %s and %s", async (still, moving, maxPx) => {
    const [reference, frame] = await Promise.all([read(still), read(moving)]);
    const { width, height } = reference;
    const motion = { dx: 0.011 * width, dy: -0.007 * width, angleDeg: 0.5, scale: 1.001 };
    const warp = similarityAbout(width, height, motion);
    const context = testContext();
    const grid = gridFromHomography(width, height, invertHomography(warp), context.memory);
    const warped = await warpImage(frame, grid, context);
    const before = await alignBracket([reference, frame], [undefined, undefined], {}, context);
    const after = await alignBracket([reference, warped], [undefined, undefined], {}, context);
    const motionOf = ({ reference: fixed, transforms }: typeof after): Homography =>
      fixed === 0 ? transforms[1] : invertHomography(transforms[0]);
    const truth = composeHomographies(warp, motionOf(before));
    expect(cornerError(motionOf(after), truth, width, height)).toBeLessThan(maxPx);
  });
});
