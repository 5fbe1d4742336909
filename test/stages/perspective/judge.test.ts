import { describe, expect, test } from "vitest";
import { judgeTilt, type RatedCandidate } from "../../../src/stages/perspective/judge.ts";
import type { Edge } from "../../../src/stages/perspective/tilt.ts";

const view = { width: 1200, height: 800, focalPx: 800 };
const limits = { facesWalls: false, maxPitchDeg: 12, maxRollDeg: 8 };
const radians = (deg: number) => (deg * Math.PI) / 180;

/** Edges at the picture's middle that lean by these degrees to the left. */
const leaning = (degrees: readonly number[]): Edge[] =>
  degrees.map((deg) => ({
    x: 0,
    y: 0,
    directionX: -Math.sin(radians(deg)),
    directionY: -Math.cos(radians(deg)),
    length: 0.2,
    sigma: radians(0.2),
  }));

/** A certain roll, shown by these edges. */
function rated(rollDeg: number, inliers: readonly Edge[]): RatedCandidate {
  const covariance = { roll: 1e-7, pitch: 1e-7, mixed: 0, yaw: 1e-7 };
  const estimate = { tilt: { roll: radians(rollDeg), pitch: 0 }, covariance, yaw: 0, inliers, inlierShare: 1 };
  const grid = { yaw: 0, support: 0, share: 0, inliers: [] };
  const evidence = { share: 1, span: 1 } as RatedCandidate["candidate"]["evidence"];
  return { candidate: { estimate, grid, evidence, uncertaintyDeg: 0.02 }, confidence: 0.99 };
}

describe("a clear tilt", () => {
  test("is corrected where it explains how the edges lean", () => {
    const verdict = judgeTilt(rated(0.5, leaning([0.45, 0.5, 0.5, 0.55])), view, limits);
    expect(verdict.tilt?.roll).toBeCloseTo(radians(0.5));
  });

  test("is left where the edges still lean by more than half afterwards", () => {
    const verdict = judgeTilt(rated(0.5, leaning([0, 0.2, 0.8, 1])), view, limits);
    expect(verdict).toMatchObject({
      isDoubt: true,
      reason: "upright edges would lean by more than half of what they do",
    });
  });
});
