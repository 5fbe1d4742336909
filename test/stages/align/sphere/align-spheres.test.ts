import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../../src/image/index.ts";
import { shrinkFrame } from "../../../../src/ops/index.ts";
import { alignSpheres, buildPyramid } from "../../../../src/stages/align/index.ts";
import type { StageContext } from "../../../../src/stages/context.ts";
import { leased, testContext } from "../../../support/context.ts";
import { makeSphereScene, type Stance, takeSphere, upright } from "../../../support/spheres.ts";

const width = 960;
const scene = makeSphereScene(3);
const names = ["a.jpg", "b.jpg", "c.jpg"];
const exposuresEv = [8, 10, 6];
const evs = [0, -2, 2];

async function alignThem(frames: readonly IntegerImage[], context: StageContext, chosen?: number) {
  const copies = await Promise.all(frames.map((frame) => shrinkFrame(frame, context)));
  const pyramids = await Promise.all(copies.map((copy, i) => buildPyramid(copy, frames[i].width, context)));
  const known = { exposuresEv: exposuresEv.slice(0, frames.length), names, chosen };
  return alignSpheres({ frames, pyramids, ...known }, context);
}

function bracket(stances: readonly Stance[], noise = 1): IntegerImage[] {
  return stances.map((stance, i) => takeSphere(scene, { width, stance, ev: evs[i], noise, seed: 5 + i }));
}

/** Mean distance of two pictures inside some columns and rows, 8-bit levels. */
function distance(a: IntegerImage, b: IntegerImage, columns: readonly number[], rows: readonly [number, number]) {
  let sum = 0;
  for (let y = rows[0]; y < rows[1]; y++)
    for (const x of columns) sum += Math.abs(a.data[3 * (y * width + x) + 1] - b.data[3 * (y * width + x) + 1]);
  return sum / (columns.length * (rows[1] - rows[0]));
}

const still = bracket([upright, upright, upright]);
const clean = evs.map((ev) => takeSphere(scene, { width, ev }));
const seam = [-4, -3, -2, -1, 0, 1, 2, 3].map((x) => (x + width) % width);
const everywhere = Array.from({ length: width }, (_, x) => x);
const height = width / 2;

describe("alignSpheres", () => {
  test.each<[Stance, Stance]>([
    [
      { yawDeg: 0.6, pitchDeg: 0, rollDeg: 0 },
      { yawDeg: -0.45, pitchDeg: 0, rollDeg: 0 },
    ],
    [
      { yawDeg: 3, pitchDeg: -3, rollDeg: 3 },
      { yawDeg: -3, pitchDeg: 3, rollDeg: 3 },
    ],
    [
      { yawDeg: 0, pitchDeg: 1.3, rollDeg: -0.2 },
      { yawDeg: 0, pitchDeg: 0.1, rollDeg: 2.4 },
    ],
  ])("brings back what turned by %o and %o, also across the border and at the poles", async (first, second) => {
    const context = testContext();
    const frames = bracket([upright, first, second]);
    const { frames: aligned, rotations } = await alignThem(
      frames.map((frame) => leased(frame, context.memory)),
      context,
    );
    for (const [i, stance] of [upright, first, second].entries()) {
      for (const axis of ["yawDeg", "pitchDeg", "rollDeg"] as const)
        expect(Math.abs(rotations[i][axis] - stance[axis])).toBeLessThan(0.015);
      if (i === 0) continue;
      expect(rotations[i]).toMatchObject({ applied: true });
      expect(rotations[i].score).toBeGreaterThan(rotations[i].scoreBefore);
      const wanted = clean[i];
      for (const [columns, rows] of [
        [everywhere, [100, height - 100]],
        [seam, [60, height - 60]],
        [everywhere, [0, 60]],
        [everywhere, [height - 60, height]],
      ] as const)
        expect(distance(aligned[i], wanted, columns, rows)).toBeLessThan(1.5);
    }
    expect(context.warnings).toEqual([]);
  });

  test("brings all to the orientation of a chosen sphere", async () => {
    const context = testContext();
    const turned = { yawDeg: 3, pitchDeg: -3, rollDeg: 3 };
    const frames = bracket([upright, turned, upright]);
    const { frames: aligned, rotations } = await alignThem(frames, context, 1);
    expect(rotations.map(({ applied }) => applied)).toEqual([true, false, true]);
    expect(aligned[1]).toBe(frames[1]);
    for (const i of [0, 2]) {
      const wanted = takeSphere(scene, { width, stance: turned, ev: evs[i] });
      expect(distance(aligned[i], wanted, everywhere, [100, height - 100])).toBeLessThan(1.5);
    }
  });

  test("passes spheres that stand as the reference does through untouched", async () => {
    const context = testContext();
    const { frames: aligned, rotations } = await alignThem(still, context);
    for (const [i, frame] of still.entries()) expect(aligned[i]).toBe(frame);
    expect(rotations.map(({ applied }) => applied)).toEqual([false, false, false]);
    expect(context.warnings).toEqual([]);
  });

  test("leaves a sphere of another place as it is, and says so", async () => {
    const context = testContext();
    const other = takeSphere(makeSphereScene(77), { width, ev: -2 });
    const [first, , third] = still;
    const { frames: aligned } = await alignThem([first, other, third], context);
    expect(aligned[1]).toBe(other);
    expect(context.warnings).toEqual([
      {
        code: "align/failed",
        message: expect.stringMatching(/^b\.jpg was left as it is, without a rotation of its sphere: they do not look/),
      },
    ]);
  });

  test("a black frame of spheres that stood still needs no word", async () => {
    const context = testContext();
    const [first, , third] = still;
    const black = { ...first, data: new Uint8Array(new SharedArrayBuffer(first.data.length)) };
    const { frames: aligned, rotations } = await alignThem([first, black, third], context);
    expect(aligned[1]).toBe(black);
    expect(rotations[1].reason).toMatch(/no range of tones/);
    expect(context.warnings).toEqual([]);
  });
});
