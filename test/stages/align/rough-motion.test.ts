import { describe, expect, test } from "vitest";
import { fractalNoise } from "../../../fixtures/scene/random.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { copyFrame } from "../../../src/ops/index.ts";
import { findMotions, releaseMotions } from "../../../src/stages/align/index.ts";
import { testContext } from "../../support/context.ts";

const size = { width: 768, height: 512 };

/** Tiles with faint, uneven dirt, seen from a camera that moved by (dx, dy) px. */
function tiled(periodPx: number, dx: number, dy: number, gain: number): IntegerImage {
  const data = testContext().memory.u8(3 * size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [u, v] = [x - dx + 2 * periodPx, y - dy + 2 * periodPx];
      const isJoint = u % periodPx < 3 || v % periodPx < 3;
      const dirt = 30 * (fractalNoise(u / 9, v / 9, 2, 7) - 0.5);
      const at = 3 * (y * size.width + x);
      data.fill(Math.round(gain * ((isJoint ? 70 : 150) + dirt)), at, at + 3);
    }
  }
  return { ...size, channels: 3, space: "srgb", data } satisfies IntegerImage;
}

describe("rough motion", () => {
  test.each([
    [24, 22, 2],
    [32, 30, 2],
    [24, 1, 1],
  ])("is not wrong by one of the tiles of %d px if the camera moved by (%d, %d) px", async (periodPx, dx, dy) => {
    const context = testContext();
    const frames = [tiled(periodPx, 0, 0, 1), tiled(periodPx, dx, dy, 0.8)];
    const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
    const motions = await findMotions({ sizes: frames, copies, exposuresEv: [10, 11] }, { maxShift: 0.05 }, context);
    const cellPx = size.width / copies[0].width;
    const [still, moved] = motions.transforms;
    const [x, y] = [2, 5].map((at) => (moved[at] - still[at]) * cellPx);
    expect(Math.hypot(Math.abs(x) - dx, Math.abs(y) - dy)).toBeLessThan(2);
    releaseMotions(motions, context);
  });
});
