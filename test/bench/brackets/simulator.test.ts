import { describe, expect, it } from "vitest";
import { type SimulatedBracket, simulateBracket } from "../../../bench/brackets/simulator/bracket.ts";
import { drawCamera, drawExposures, inverse } from "../../../bench/brackets/simulator/camera.ts";
import { moverKinds } from "../../../bench/brackets/simulator/mover.ts";
import { drawResponses, measuredBasis } from "../../../bench/brackets/simulator/response.ts";
import type { Scenes } from "../../../bench/brackets/simulator/scenes.ts";
import { Dice } from "../../../bench/dice.ts";

/** A bright window in a room of soft shades. */
const scenes: Scenes = {
  length: 1,
  at: () => {
    const [width, height] = [180, 120];
    const data = Float32Array.from({ length: 3 * width * height }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      const inWindow = x > 110 && x < 160 && y > 20 && y < 70;
      return (inWindow ? 4 : 0.15) * (1 + 0.4 * Math.sin(x / 9) * Math.cos(y / 7)) * (1 + 0.1 * (i % 3));
    });
    return { plan: { kind: "room", place: 0, angle: 0 }, light: { width, height, data } };
  },
};

const width = 240;
const still = (seed: number) => simulateBracket(scenes, { seed, moving: false, width });
const moving = (seed: number) => simulateBracket(scenes, { seed, moving: true, width });
const bytesOf = ({ jpegs }: SimulatedBracket) => jpegs.map((jpeg) => jpeg.toString("base64"));

describe("a simulated bracket", () => {
  it("is the same for the same seed and another for another", async () => {
    const [first, again, other] = await Promise.all([moving(3), moving(3), moving(4)]);
    expect(bytesOf(again)).toEqual(bytesOf(first));
    expect(again.objects).toEqual(first.objects);
    expect(bytesOf(other)).not.toEqual(bytesOf(first));
  });

  it("gets brighter with its exposures", async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { frames, plan } = await still(seed);
      expect(frames).toHaveLength(plan.exposures.length);
      const means = frames.map(({ data }) => meanOf(data));
      const byExposure = [...means.keys()].sort((a, b) => plan.exposures[a].ev - plan.exposures[b].ev);
      for (let i = 1; i < byExposure.length; i++)
        expect(means[byExposure[i]]).toBeGreaterThanOrEqual(means[byExposure[i - 1]] - 0.5);
    }
  });

  it("knows what moved: nothing in a still one, what differs beyond noise in a moving one", async () => {
    expect((await still(2)).objects).toEqual([]);
    for (let seed = 1; seed <= moverKinds.length; seed++) {
      const bracket = await moving(seed);
      const [first] = bracket.objects;
      expect(first.kind).toBe(moverKinds[seed % moverKinds.length]);
      expect(first.mask.reduce((sum, value) => sum + value, 0)).toBe(first.pixels);
      expect(await differenceWithin(bracket, first.mask)).toBeGreaterThan(first.pixels > 0 ? 8 : -1);
    }
  });

  it("tells what one frame alone would have shown: itself, and the same thing at the other exposures", async () => {
    const brackets = await Promise.all([1, 2, 3, 4, 5, 6].map(moving));
    const seen = brackets.filter(({ objects }) => objects[0].pixels > 200);
    expect(seen.length).toBeGreaterThan(2);
    for (const bracket of seen) {
      const [{ mask }] = bracket.objects;
      for (const k of bracket.frames.keys()) {
        const truth = await bracket.still(k);
        expect(truth).toHaveLength(bracket.frames.length);
        expect(differenceOf(truth[k].data, bracket.frames[k].data, mask)).toBe(0);
      }
      expect(await differenceWithin(bracket, mask)).toBeGreaterThan(8);
    }
  });

  it("has between 2 and 9 frames within the range of a bracket, and files that say as many exposures", () => {
    const kinds = new Set<string>();
    for (let seed = 1; seed <= 300; seed++) {
      const { exposures, exposuresEv, told } = drawExposures(seed);
      kinds.add(told);
      expect(exposures.length).toBeGreaterThanOrEqual(2);
      expect(exposures.length).toBeLessThanOrEqual(9);
      expect(exposuresEv).toHaveLength(exposures.length);
      const evs = exposures.map(({ ev }) => ev);
      expect(Math.max(...evs) - Math.min(...evs)).toBeLessThanOrEqual(12.01);
    }
    expect(kinds.size).toBe(7);
  });
});

describe("a simulated camera", () => {
  it("has responses that rise from black to white", () => {
    for (let seed = 1; seed <= 60; seed++) {
      for (const curve of drawResponses(new Dice(seed)).channels) {
        expect(curve[0]).toBeLessThan(0.12);
        expect(curve[curve.length - 1]).toBeGreaterThan(0.9);
        expect(curve.every((value, i) => i === 0 || value >= curve[i - 1])).toBe(true);
      }
    }
  });

  it("draws alike with the measured basis and without, except for the curves", () => {
    const { matrix, quality, saturation } = drawCamera(11);
    const kinds = new Set(Array.from({ length: 40 }, (_, i) => drawCamera(i).response.kind));
    expect([...kinds].sort()).toEqual(measuredBasis() ? ["measured", "parametric"] : ["parametric"]);
    expect(matrix).toHaveLength(9);
    expect(quality).toBeGreaterThanOrEqual(75);
    expect(saturation).toBeGreaterThan(0.5);
  });

  it("shows neutral light neutral through its matrix, which its inverse undoes", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { matrix } = drawCamera(seed);
      const back = inverse(matrix);
      for (let row = 0; row < 3; row++) {
        expect(matrix[3 * row] + matrix[3 * row + 1] + matrix[3 * row + 2]).toBeCloseTo(1, 9);
        for (let column = 0; column < 3; column++) {
          const product = [0, 1, 2].reduce((sum, k) => sum + matrix[3 * row + k] * back[3 * k + column], 0);
          expect(product).toBeCloseTo(row === column ? 1 : 0, 9);
        }
      }
    }
  });
});

function meanOf(data: Uint8Array | Uint16Array): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}

/** Largest mean difference, inside a mask, of two frames of which one is shown at the exposure of the other. */
async function differenceWithin(bracket: SimulatedBracket, mask: Uint8Array): Promise<number> {
  let largest = 0;
  for (let k = 0; k < bracket.frames.length; k++) {
    const truth = await bracket.still(k);
    for (const [j, frame] of bracket.frames.entries())
      if (j !== k) largest = Math.max(largest, differenceOf(truth[j].data, frame.data, mask));
  }
  return largest;
}

function differenceOf(a: ArrayLike<number>, b: ArrayLike<number>, mask: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let p = 0; p < mask.length; p++) {
    if (!mask[p]) continue;
    for (let i = 3 * p; i < 3 * p + 3; i++) sum += Math.abs(a[i] - b[i]);
    count += 3;
  }
  return count === 0 ? 0 : sum / count;
}
