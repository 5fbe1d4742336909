import { describe, expect, test } from "vitest";
import {
  applyHomography,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
} from "../../../src/image/index.ts";
import { correctPoint, type LensCorrection, type PictureGeometry } from "../../../src/ops/index.ts";
import { type AlignmentPlan, align } from "../../../src/stages/align/index.ts";
import { rectify } from "../../../src/stages/rectify/index.ts";
import { testContext } from "../../support/context.ts";
import { contrastAt } from "../../support/edge-contrast.ts";

const [width, height] = [420, 300];
const correction: LensCorrection = {
  width,
  height,
  scale: 1.04,
  distortion: { unitsPerPx: 2 / height, terms: [1, 0, -0.02] },
  vignetting: { unitsPerPx: 2 / Math.hypot(width, height), terms: [-0.4, 0, 0] },
};
const tilt: Homography = [1.02, 0.01, -5, 0.004, 1.015, -3, 3e-5, 1e-5, 1];
const crop = { x: 12, y: 8, width: 390, height: 280 };
const geometry: PictureGeometry = { correction, homography: tilt, crop };
const motion: Homography = [0.99995, -0.008, 3.4, 0.008, 0.99995, -2.6, 0, 0, 1];

/** Signed distance of a finished picture's pixel from an edge that stands a little aslant, px. */
const fromEdge = (x: number, y: number) => (x - 200.3) * Math.cos(0.09) + (y - 140) * Math.sin(0.09);
const edge = (x: number, y: number) => 40 + 170 / (1 + Math.exp(-fromEdge(x, y) * 6));

/** What a frame shows of the finished picture `painted`: `toFrame` brings the reference's pixels to its own. */
function shoot(painted: (x: number, y: number) => number, toFrame: Homography): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  const fromFrame = invertHomography(toFrame);
  const toTarget = invertHomography(tilt);
  const samples = 4;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      let sum = 0;
      for (let k = 0; k < samples * samples; k++) {
        const [u, v] = [x + ((k % samples) + 0.5) / samples - 0.5, y + (Math.floor(k / samples) + 0.5) / samples - 0.5];
        const reference = applyHomography(fromFrame, u, v);
        const ideal = correctPoint(correction, reference.x, reference.y);
        const target = applyHomography(toTarget, ideal.x, ideal.y);
        sum += painted(target.x - crop.x, target.y - crop.y);
      }
      data.fill(Math.round((257 * sum) / samples ** 2), i, i + 3);
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const found = { shiftPx: 0, rotationDeg: 0, scale: 1, score: 1, aligned: true, applied: true, dropped: false };

/** The reference first, then a frame that moved by each of the motions. */
function planOf(motions: readonly Homography[]): AlignmentPlan {
  return {
    transforms: [identityHomography, ...motions],
    perFrame: [{ ...found, applied: false }, ...motions.map(() => found)],
    moves: motions.map((_, i) => ({ frame: i + 1, anchor: i })),
    kept: [0, ...motions.keys()].map((_, i) => i),
    reference: 0,
    common: { x: 0, y: 0, width, height },
    applied: motions.length > 0,
  };
}

const contrast = ({ data, width: columns }: IntegerImage) =>
  contrastAt(data, { width: columns, margin: 12 }, fromEdge, 0.4);

describe("align, with the picture's lens and perspective", () => {
  const frames = [shoot(edge, identityHomography), shoot(edge, motion)] as const;

  test("brings every kept frame to the finished picture, as sharp as one resampling leaves it", async () => {
    const result = await align({ frames, plan: planOf([motion]), geometry }, {}, testContext());
    expect(result.rectified).toBe(true);
    expect([result.frames[1].width, result.frames[1].height]).toEqual([crop.width, crop.height]);
    const [reference, moved] = result.frames.map(contrast);
    expect(moved / reference).toBeGreaterThan(0.97);
    // The other way, which brackets from a tripod go: first to the reference, then the picture as a whole.
    const once = await align({ frames, plan: planOf([motion]) }, {}, testContext());
    expect(once.rectified).toBe(false);
    const twice = await rectify({ image: once.frames[1], ...geometry }, {}, testContext());
    expect(contrast(twice.image) / reference).toBeLessThan(0.92);
  });

  test("leaves the corners' light to the merged picture", async () => {
    const grey = shoot(() => 90, identityHomography);
    const { frames: made } = await align({ frames: [grey, grey], plan: planOf([motion]), geometry }, {}, testContext());
    for (const { data } of made) expect(data.every((value) => Math.abs(value - 90 * 257) < 40)).toBe(true);
    const whole = await rectify({ image: made[0], resampled: true, ...geometry }, {}, testContext());
    expect(whole).toMatchObject({ applied: true, withAlignment: true });
    expect(whole.image.data[0]).toBeGreaterThan(100 * 257);
    const middle = (140 * crop.width + 195) * 3;
    expect(Math.abs(whole.image.data[middle] - 90 * 257)).toBeLessThan(60);
  });

  test("fills what a moved frame does not show from its neighbour", async () => {
    const wide: Homography = [1, 0, 40, 0, 1, -25, 0, 0, 1];
    const waves = (x: number, y: number) => 120 + 40 * Math.sin(x / 9) + 30 * Math.cos(y / 7);
    const shots = [shoot(waves, identityHomography), shoot(waves, wide)] as const;
    const near = { ...geometry, crop: { x: 0, y: 0, width, height } };
    const { frames: made } = await align({ frames: shots, plan: planOf([wide]), geometry: near }, {}, testContext());
    let worst = 0;
    for (let i = 0; i < made[0].data.length; i++) worst = Math.max(worst, Math.abs(made[1].data[i] - made[0].data[i]));
    expect(worst).toBeLessThan(3 * 257);
  });

  test("leaves frames that stand still to the merged picture", async () => {
    const result = await align({ frames, plan: planOf([]), geometry }, {}, testContext());
    expect([result.rectified, result.frames[0] === frames[0], result.frames[1] === frames[1]]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("leaves a crop alone to the merged picture", async () => {
    const result = await align({ frames, plan: planOf([motion]), geometry: { crop } }, {}, testContext());
    expect([result.rectified, result.frames[1].width]).toEqual([false, width]);
  });
});
