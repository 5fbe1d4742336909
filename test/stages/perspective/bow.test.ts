import { describe, expect, it } from "vitest";
import { bent } from "../../../bench/perspective/bows.ts";
import { takePicture } from "../../../bench/perspective/trial.ts";
import { unknownHistory } from "../../../src/image/index.ts";
import { correctPoint } from "../../../src/ops/index.ts";
import { type PerspectiveInput, perspective } from "../../../src/stages/perspective/index.ts";
import { testContext } from "../../support/context.ts";

async function lookAt(kind: string, seed: number, shift: number, input: Partial<PerspectiveInput> = {}) {
  const { image, photo } = takePicture(kind, "hand", seed);
  const seen = { image: await bent(image, shift), photo, is360: false, calibrate: true, ...input };
  return perspective(seen, {}, testContext());
}

describe("lines that bow", () => {
  it.each([
    ["attic", 804, -0.04],
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
      const { correction, facts } = await lookAt("attic", 804, -0.04, input);
      expect([correction, facts.bow]).toEqual([undefined, undefined]);
    }
  });

  it.each(["room", "forest", "boats", "flowers"])("are not seen in a %s without distortion", async (kind) => {
    const { correction, facts } = await lookAt(kind, 804, 0);
    expect([correction, facts.bow]).toEqual([undefined, undefined]);
  });
});
