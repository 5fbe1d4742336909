import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createScene, renderBracket } from "../../fixtures/scene/index.ts";
import { type Homography, type IntegerImage, identityHomography } from "../../src/image/index.ts";
import { createEngine } from "../../src/index.ts";
import type { DeghostResult } from "../../src/stages/deghost/index.ts";
import { ruined } from "../support/change-pixels.ts";
import { plain, TestFolder } from "../support/sample-shoot.ts";
import { meanLeanDeg } from "../support/upright-truth.ts";

const faulty = vi.hoisted(() => ({ deghost: false }));

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

const engine = createEngine({ workers: 1 });
const folder = new TestFolder();

afterAll(async () => {
  await engine.close();
  folder.remove();
});

beforeEach(() => {
  faulty.deghost = false;
});

const size = { width: 600, height: 400 };
const scene = createScene({ room: "kitchen" });
const camera = { ...scene.camera, pitchDeg: -4, rollDeg: 1.2 };
const evs = [-2, 0, 2];

async function write(frames: readonly { readonly image: IntegerImage }[]): Promise<string[]> {
  return Promise.all(
    frames.map(async ({ image: { data, width, height } }, i) => {
      const path = folder.fresh(`frame-${i}.jpg`);
      const picture = sharp(Buffer.from(data), { raw: { width, height, channels: 3 } });
      const focal = { FocalLengthIn35mmFilm: String(Math.round(camera.focal35Mm)) };
      await picture.withExif({ IFD2: focal }).jpeg({ quality: 95 }).toFile(path);
      return path;
    }),
  );
}

describe("the geometry of a leaning bracket", () => {
  const held = renderBracket(scene, { ...size, camera, evs, handShake: { turnDeg: 0.25, shiftM: 0 }, seed: 3 });
  const standing = renderBracket(scene, { ...size, camera, evs, seed: 3 });

  test("goes into the resampling that aligns its frames, where the hand moved them", async () => {
    const { report } = await engine.enhance(await write(held));
    const { align, perspective, rectify } = report.stages;
    expect(align).toMatchObject({ applied: true, rectified: true });
    expect(rectify).toMatchObject({ applied: true, withAlignment: true });
    const truth = held[align?.reference ?? 0].camera;
    const homography = perspective?.homography as Homography;
    expect(meanLeanDeg(identityHomography, truth, size)).toBeGreaterThan(1);
    expect(meanLeanDeg(homography, truth, size)).toBeLessThan(0.35);
    expect(report.result?.width).toBe(perspective?.crop?.width);
    expect(report.check).toMatchObject({ passed: true, rung: "full" });
    expect(report.check?.measures["tilt-left"]).toBeLessThan(0.6);
  });

  test("waits for the fused picture, where nothing moved", async () => {
    const { report } = await engine.enhance(await write(standing), plain);
    expect(report.stages.align).toMatchObject({ applied: false, rectified: false });
    expect(report.stages.perspective?.applied).toBe(true);
    expect(report.stages.rectify?.withAlignment).toBeUndefined();
  });

  test("stays as it was found, however often the set is fused", async () => {
    const files = await write(held);
    const usual = await engine.enhance(files, { maxCropLoss: 0.04 });
    faulty.deghost = true;
    const careful = await engine.enhance(files, { maxCropLoss: 0.04 });
    expect(careful.report.check?.rung).toBe("no-deghost");
    expect(careful.report.stages.perspective).toEqual(usual.report.stages.perspective);
    const sizeOf = ({ report: { result } }: typeof usual) => [result?.width, result?.height];
    expect(sizeOf(careful)).toEqual(sizeOf(usual));
    const told = usual.report.warnings.filter(({ code }) => code.startsWith("perspective/"));
    expect(told.map(({ code }) => code)).toEqual(["perspective/partial"]);
    expect(careful.report.warnings).toEqual(usual.report.warnings);
  });

  test("tells its steps one after the other", async () => {
    const steps: string[] = [];
    for await (const event of engine.enhanceBatch(await write(held), {
      ...plain,
      outputDir: folder.fresh("out"),
      bracketSize: 3,
    }))
      if (event.type === "progress") steps.push(event.step);
    const after = steps.slice(steps.indexOf("align"));
    expect(after.filter((step, i) => after.indexOf(step) === i)).toEqual(after);
    expect(after.slice(0, 6)).toEqual(["align", "deghost", "merge", "scene", "lens", "perspective"]);
  });

  test("is the lens's alone if verticals are not requested", async () => {
    const { report } = await engine.enhance(await write(held), { ...plain, perspective: "off" });
    expect(report.stages.perspective).toMatchObject({
      applied: false,
      reason: "perspective correction is switched off",
    });
    expect(report.stages.align).toMatchObject({ applied: true, rectified: false });
  });

  test("makes no preview that is not needed", async () => {
    const { report } = await engine.merge(await write(held));
    expect(report.stages.align).toMatchObject({ applied: true, rectified: false });
    expect(report.stages).not.toHaveProperty("perspective");
  });
});
