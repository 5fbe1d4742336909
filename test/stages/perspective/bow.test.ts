import { describe, expect, it } from "vitest";
import { takePicture } from "../../../bench/perspective/trial.ts";
import { type IntegerImage, unknownHistory } from "../../../src/image/index.ts";
import { correctPoint, type LensCorrection } from "../../../src/ops/index.ts";
import { type PerspectiveInput, perspective } from "../../../src/stages/perspective/index.ts";
import { rectify } from "../../../src/stages/rectify/index.ts";
import { testContext } from "../../support/context.ts";

/** A picture as a lens shows it that moves corners by a part of their distance from the centre. */
async function bent(image: IntegerImage, shift: number): Promise<IntegerImage> {
  const { width, height } = image;
  const unitsPerPx = 2 / Math.hypot(width - 1, height - 1);
  // The inverse of 1 + shift r², in powers of r.
  const terms = [1, 0, -shift, 0, 3 * shift ** 2, 0, -12 * shift ** 3];
  const correction: LensCorrection = { width, height, scale: 1, distortion: { unitsPerPx, terms } };
  return (await rectify({ image, correction }, {}, testContext())).image;
}

async function lookAt(kind: string, seed: number, shift: number, input: Partial<PerspectiveInput> = {}) {
  const { image, photo } = takePicture(kind, "hand", seed);
  const seen = { image: await bent(image, shift), photo, is360: false, calibrate: true, ...input };
  return perspective(seen, {}, testContext());
}

describe("lines that bow", () => {
  it.each([
    ["attic", 801, -0.04],
    ["attic", 802, -0.03],
    ["attic", 803, 0.03],
  ] as const)("tell the distortion of a lens that nothing is known of: %s %i, %f", async (kind, seed, shift) => {
    const { correction, facts } = await lookAt(kind, seed, shift);
    expect(facts.bow?.cornerShift).toBeCloseTo(shift, 2);
    if (!correction) throw new Error("no correction");
    // Where the corrected picture's border lies, by the lens that bent it.
    const { width, height, scale } = correction;
    const radius = Math.hypot(width - 1, height - 1) / 2;
    const ideal = correctPoint({ ...correction, scale: 1 }, 0, (height - 1) / 2);
    const r = Math.hypot(ideal.x - (width - 1) / 2, ideal.y - (height - 1) / 2) / radius;
    expect(r * (1 + shift * r * r) * radius).toBeCloseTo((width - 1) / 2, -0.5);
    expect(scale > 1).toBe(shift > 0);
  });

  it("are not looked for where the distortion is known, or to stay", async () => {
    const told = { ...unknownHistory, evidence: ["a test says so"] };
    const known: readonly Partial<PerspectiveInput>[] = [
      { calibrate: false },
      { history: { ...told, done: ["distortion"] } },
      { history: { ...told, reframed: "cropped" } },
    ];
    for (const input of known) {
      const { correction, facts } = await lookAt("attic", 801, -0.04, input);
      expect([correction, facts.bow]).toEqual([undefined, undefined]);
    }
  });

  it.each(["room", "forest", "boats", "flowers"])("are not seen in a %s without distortion", async (kind) => {
    const { correction, facts } = await lookAt(kind, 804, 0);
    expect([correction, facts.bow]).toEqual([undefined, undefined]);
  });
});
