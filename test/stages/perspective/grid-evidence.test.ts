import { describe, expect, it } from "vitest";
import { sigmasApart, sigmasFromLevel, tiltOfGrid } from "../../../src/stages/perspective/estimate-tilt.ts";
import { weighTilts } from "../../../src/stages/perspective/index.ts";
import { findGrid } from "../../../src/stages/perspective/level-edges.ts";
import { axesOf, type Edge, type Tilt, turned, uprightAt, type Vector } from "../../../src/stages/perspective/tilt.ts";

const DEG = Math.PI / 180;
const view = { width: 900, height: 600, focalPx: 600 };

/** Places all over the picture, in focal lengths. */
const places = [-0.6, -0.2, 0.25, 0.65].flatMap((x) => [-0.4, -0.15, 0.2, 0.45].map((y) => ({ x, y })));

function edgeAt({ x, y }: { x: number; y: number }, [dx, dy]: readonly [number, number]): Edge {
  const norm = Math.hypot(dx, dy);
  return { x, y, directionX: dx / norm, directionY: dy / norm, length: 0.15, sigma: 0.1 * DEG };
}

function levelEdges(tilt: Tilt, yaw: number): Edge[] {
  const { right, forward } = turned(axesOf(tilt), yaw);
  const along = (line: Vector) =>
    places.map(({ x, y }) => edgeAt({ x, y }, [line[0] - x * line[2], line[1] - y * line[2]]));
  return [...along(right), ...along(forward)];
}

const uprightEdges = (tilt: Tilt): Edge[] => places.map((place) => edgeAt(place, uprightAt(tilt, place.x, place.y)));

const held: Tilt = { roll: 1 * DEG, pitch: 3 * DEG };
const heeled: Tilt = { roll: 2 * DEG, pitch: 3 * DEG };

describe("the tilt that a grid alone tells", () => {
  it("is the camera's, from level edges that were sorted by a tilt near it", () => {
    const grid = findGrid(levelEdges(held, 0.4), held);
    const { tilt } = tiltOfGrid(grid, { roll: 1.3 * DEG, pitch: 2.7 * DEG });
    expect(tilt.roll / DEG).toBeCloseTo(1, 1);
    expect(tilt.pitch / DEG).toBeCloseTo(3, 1);
  });

  it("is none, to the habits of photographers, without level edges", () => {
    const { tilt, covariance } = tiltOfGrid(findGrid([], held), held);
    expect(Math.hypot(tilt.roll, tilt.pitch)).toBeLessThan(1e-9);
    expect(Math.sqrt(covariance.roll) / DEG).toBeCloseTo(3, 6);
  });

  it("agrees with upright edges of the same camera, and not with those of things that lean", () => {
    const evidenceOf = (steep: Tilt) =>
      weighTilts({ steep: uprightEdges(steep), flat: levelEdges(held, 0.4) }, view)[0].evidence;
    expect(evidenceOf(held).gridZ).toBeLessThan(0.5);
    expect(evidenceOf(held).gridShare).toBeCloseTo(1, 6);
    expect(evidenceOf(heeled).gridZ).toBeGreaterThan(2);
  });
});

describe("the lead over the next candidate", () => {
  it("is by how much more of the level edges its grid has", () => {
    const flat = levelEdges(held, 0.4);
    const found = weighTilts(
      { steep: [...uprightEdges(held), ...uprightEdges({ roll: -6 * DEG, pitch: 0 })], flat },
      view,
    );
    expect(found.length).toBeGreaterThan(1);
    const lengths = found.map(({ evidence }) => evidence.gridLength);
    for (const [i, { evidence }] of found.entries()) {
      expect(evidence.rivalGrid).toBeCloseTo(lengths[i] - Math.max(...lengths.filter((_, k) => k !== i)), 12);
    }
  });
});

describe("the distance of two tilts", () => {
  const estimate = (roll: number, sigma: number) => ({
    tilt: { roll, pitch: 0 },
    covariance: { roll: sigma ** 2, pitch: sigma ** 2, mixed: 0, yaw: 1 },
    yaw: 0,
  });

  it("is given in standard errors of their difference", () => {
    expect(sigmasApart(estimate(0.05, 0.003), estimate(0.04, 0.004))).toBeCloseTo(2, 9);
    expect(sigmasFromLevel(estimate(0.03, 0.01))).toBeCloseTo(3, 9);
    expect(sigmasApart(estimate(0.05, 0.003), estimate(0.05, 0.003))).toBe(0);
  });
});
