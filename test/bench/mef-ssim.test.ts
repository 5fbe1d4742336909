import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { mefSsim } from "../../bench/fusion/mef-ssim.ts";
import { lumaPlane } from "../../bench/fusion/planes.ts";
import type { Plane } from "../../src/ops/index.ts";
import { runTask } from "../../src/pipeline/tasks.ts";
import { testContext } from "../support/context.ts";
import { seededRandom } from "../support/random.ts";
import { hasPhotographs, sharedFixtures } from "../support/shared-fixtures.ts";

const shoot = new URL("../../fixtures/shoot/", import.meta.url);
const width = 96;
const height = 80;

describe("MEF-SSIM", () => {
  const frames = [texture(1, 0.2, 0.1), texture(1, 0.5, 0.3), texture(2, 0.8, 0.1)];

  it("gives 1 to the picture fused from equal frames", () => {
    const [frame] = frames;
    expect(mefSsim(frame, [frame, frame, frame]).score).toBeCloseTo(1, 9);
  });

  it("gives 1 to the only frame that shows any structure", () => {
    expect(mefSsim(frames[1], [flat(0), frames[1], flat(1)]).score).toBeCloseTo(1, 9);
  });

  it("gives 1 to a picture that differs from the desired one in brightness alone", () => {
    const shifted = { ...frames[1], data: frames[1].data.map((value) => value + 0.1) };
    expect(mefSsim(shifted, [frames[1]]).score).toBeCloseTo(1, 5);
  });

  it("gives 1 where nothing has structure", () => {
    expect(mefSsim(flat(0.5), [flat(0), flat(1)]).score).toBe(1);
  });

  it("does not depend on the order of the frames", () => {
    const fused = mean(frames);
    const score = mefSsim(fused, frames).score;
    expect(mefSsim(fused, [frames[2], frames[0], frames[1]]).score).toBeCloseTo(score, 12);
  });

  it("sees rows and columns alike", () => {
    const score = mefSsim(mean(frames), frames).score;
    expect(mefSsim(transposed(mean(frames)), frames.map(transposed)).score).toBeCloseTo(score, 12);
  });

  it("falls with every further step of noise", () => {
    const scores = [0, 0.02, 0.05, 0.1, 0.2].map((sigma) => mefSsim(noisy(frames[1], sigma), frames).score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[4]).toBeLessThan(scores[0] - 0.2);
  });

  it("falls with every further step of blur", () => {
    const scores = [0, 1, 2, 4].map((radius) => mefSsim(blurred(frames[1], radius), [frames[1]]).score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[3]).toBeLessThan(0.9);
  });

  it("is low where the structure is turned to its opposite", () => {
    const negative = { ...frames[1], data: frames[1].data.map((value) => 1 - value) };
    expect(mefSsim(negative, [frames[1]]).score).toBeLessThan(0.01);
  });

  it("falls when the structure of a frame is lost", () => {
    const [left, right] = [halfOf(frames[0], true), halfOf(frames[2], false)];
    const both = { ...left, data: left.data.map((value, i) => value + right.data[i]) };
    const scores = [both, left].map((fused) => mefSsim(fused, [left, right]).score);
    expect(scores[0]).toBeGreaterThan(scores[1] + 0.2);
  });

  it("has one map a scale, of which the scales' means are the means", () => {
    const { maps, scales } = mefSsim(mean(frames), frames);
    expect(maps.map((map) => [map.width, map.height])).toEqual([
      [89, 73],
      [41, 33],
      [17, 13],
    ]);
    expect(scales).toEqual(maps.map(({ data }) => expect.closeTo(data.reduce((a, b) => a + b, 0) / data.length, 6)));
  });

  it.each([
    ["no frames", flat(0.5), [], /at least one frame/],
    ["tiny pictures", crop(31, 64), [crop(31, 64)], /at least 32 × 32 pixels, got 31 × 64/],
    ["frames of two sizes", flat(0.5), [flat(0.5), crop(64, 64)], /one size, got 96 × 80 and 64 × 64/],
    ["a fused picture of another size", crop(64, 64), [flat(0.5)], /one size/],
    ["too few samples", flat(0.5), [{ width, height, data: new Float32Array(5) }], /expected 7680 samples, got 5/],
  ])("refuses %s", (_, fused, stack, message) => {
    expect(() => mefSsim(fused, stack)).toThrow(message);
  });

  it("takes odd sizes", () => {
    expect(mefSsim(crop(65, 33), [crop(65, 33)]).score).toBeCloseTo(1, 9);
  });

  // Scores of the frames' mean and of the middle frame by another implementation: numpy, each patch materialised.
  test.skipIf(!hasPhotographs("brackets/arch", "brackets/garden")).each([
    ["arch", 0.87052, 0.82615],
    ["garden", 0.91131, 0.88847],
  ])("agrees with another implementation on the real bracket %s", async (name, ofMean, ofMiddle) => {
    await expectScores(sharedFixtures(`brackets/${name}`), ofMean, ofMiddle);
  });

  test("agrees with another implementation on a rendered bracket", async () => {
    const paths = [1, 2, 3, 4, 5].map((i) => fileURLToPath(new URL(`IMG_000${i}.JPG`, shoot)));
    await expectScores(paths, 0.84653, 0.87552);
  });
});

async function expectScores(paths: readonly string[], ofMean: number, ofMiddle: number): Promise<void> {
  const stack: Plane[] = [];
  for (const path of paths) {
    const limits = { maxFileBytes: 2 ** 28, maxPixels: 2 ** 28 };
    const { result } = await runTask("decode", { path, limits, options: {} }, testContext().kernels);
    stack.push(lumaPlane(result.image));
  }
  expect(Math.abs(mefSsim(mean(stack), stack).score - ofMean)).toBeLessThan(5e-4);
  expect(Math.abs(mefSsim(stack[stack.length >> 1], stack).score - ofMiddle)).toBeLessThan(5e-4);
}

function texture(seed: number, level: number, contrast: number): Plane {
  const random = seededRandom(seed);
  const coarse = Array.from({ length: 1024 }, random);
  const data = new Float32Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data[i] = level + contrast * (0.5 * coarse[((y >> 3) * 32 + (x >> 3)) % 1024] + 0.5 * random() - 0.5);
  }
  return { width, height, data };
}

function flat(level: number): Plane {
  return { width, height, data: new Float32Array(width * height).fill(level) };
}

function crop(w: number, h: number): Plane {
  const random = seededRandom(9);
  return { width: w, height: h, data: Float32Array.from({ length: w * h }, random) };
}

function mean(planes: readonly Plane[]): Plane {
  const data = planes[0].data.map((_, i) => planes.reduce((sum, plane) => sum + plane.data[i], 0) / planes.length);
  return { ...planes[0], data };
}

function transposed({ width: w, height: h, data }: Plane): Plane {
  return { width: h, height: w, data: data.map((_, i) => data[(i % h) * w + Math.floor(i / h)]) };
}

function noisy(plane: Plane, amplitude: number): Plane {
  const random = seededRandom(7);
  return { ...plane, data: plane.data.map((value) => value + amplitude * (2 * random() - 1)) };
}

function blurred(plane: Plane, radius: number): Plane {
  const across = plane.data.map((_, i) => {
    let sum = 0;
    for (let d = -radius; d <= radius; d++) sum += plane.data[i - (i % width) + ((i + d + width) % width)];
    return sum / (2 * radius + 1);
  });
  return { ...plane, data: across };
}

function halfOf(plane: Plane, left: boolean): Plane {
  return { ...plane, data: plane.data.map((value, i) => (i % width < width / 2 === left ? value : 0)) };
}
