import { describe, expect, test } from "vitest";
import { drawChart, noFringes, shiftAt } from "../../../bench/lenses/fringe-chart.ts";
import { distortPoint } from "../../../src/ops/index.ts";
import { findFringes, withFringes } from "../../../src/stages/lens/index.ts";
import { changePixels } from "../../support/change-pixels.ts";
import { testContext } from "../../support/context.ts";

const size = [1000, 700] as const;
const half = Math.hypot(size[0] - 1, size[1] - 1) / 2;

describe("findFringes", () => {
  test.each([
    ["outward red and inward blue", { redPx: 1.2, bluePx: -0.7, cubicPart: 0.3, distortion: 0 }],
    ["a lens that bends lines, too", { redPx: -0.6, bluePx: 1.6, cubicPart: 0.8, distortion: -0.04 }],
  ])("finds %s", async (_, lens) => {
    const { image } = await drawChart(5, lens, ...size);
    const { tca, cornerPx, edges } = await findFringes([image], testContext());
    expect(edges).toBeGreaterThan(100);
    expect(Math.abs(cornerPx.red - lens.redPx)).toBeLessThan(0.15);
    expect(Math.abs(cornerPx.blue - lens.bluePx)).toBeLessThan(0.15);
    const correction = tca && withFringes(undefined, tca, image);
    if (!correction) throw new Error("expected a correction");
    expect(correction.scale).toBeCloseTo(1, 1);
    // Where red lies in the source of a place on the diagonal, against green.
    for (const rho of [0.3, 0.6, 0.9]) {
      const place = [half * rho * 0.8 + (size[0] - 1) / 2, half * rho * 0.6 + (size[1] - 1) / 2] as const;
      const [green, red] = [1, 0].map((channel) => distortPoint({ ...correction, scale: 1 }, ...place, channel));
      const shift = Math.sign(red.x - green.x) * Math.hypot(red.x - green.x, red.y - green.y);
      expect(Math.abs(shift - shiftAt(lens.redPx, lens.cubicPart, rho))).toBeLessThan(0.15);
    }
  });

  test("finds nothing where there is nothing", async () => {
    for (const seed of [4, 8, 12]) {
      const { image } = await drawChart(seed, noFringes, ...size);
      expect(await findFringes([image], testContext())).toMatchObject({ reason: "no visible fringes" });
    }
  });

  test("is not sure of a picture that has few edges, or edges in its middle alone", async () => {
    const { image } = await drawChart(5, { redPx: 2, bluePx: -2, cubicPart: 0, distortion: 0 }, ...size);
    const plain = changePixels(image, (rgb, u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? rgb : [0.5, 0.5, 0.5]));
    const flat = changePixels(image, () => [0.5, 0.5, 0.5]);
    for (const each of [plain, flat])
      expect(await findFringes([each], testContext())).toMatchObject({ reason: "too few edges" });
  });
});
