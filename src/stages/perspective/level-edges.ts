import { grids } from "./params.ts";
import { axesOf, type Edge, type Tilt, totalLength, type Vector } from "./tilt.ts";

/** The two directions that most level edges follow, such as the walls, floors and furniture of a house. */
export interface Grid {
  /** Heading of one of the directions, 0 to π/2; the other is perpendicular to it. */
  readonly yaw: number;
  /** Edge length that follows the grid, in standard deviations above its mean for random headings; 0 without edges. */
  readonly support: number;
  readonly inliers: readonly Edge[];
}

/** Period of headings: a right angle. */
const PERIOD = Math.PI / 2;

interface Heading {
  readonly edge: Edge;
  readonly heading: number;
  readonly sigma: number;
}

/** The grid that level edges form under a tilt of the camera. */
export function findGrid(edges: readonly Edge[], tilt: Tilt): Grid {
  const headings = edges.map((edge) => headingOf(edge, tilt)).filter(({ sigma }) => sigma < grids.maxHeadingSigma);
  let [best, yaw] = [0, 0];
  for (const { heading } of headings) {
    const length = lengthAlong(headings, heading);
    if (length > best) [best, yaw] = [length, heading];
  }
  const within = headings.filter((each) => follows(each, yaw));
  const chance = headings.map(({ edge, sigma }) => [edge.length, (2 * grids.reach * sigma) / PERIOD] as const);
  const mean = chance.reduce((sum, [length, share]) => sum + length * share, 0);
  const variance = chance.reduce((sum, [length, share]) => sum + length * length * share * (1 - share), 0);
  const inliers = within.map(({ edge }) => edge);
  return {
    yaw: meanHeading(within, yaw),
    support: variance > 0 ? (totalLength(inliers) - mean) / Math.sqrt(variance) : 0,
    inliers,
  };
}

function lengthAlong(headings: readonly Heading[], yaw: number): number {
  let length = 0;
  for (const each of headings) if (follows(each, yaw)) length += each.edge.length;
  return length;
}

function follows({ heading, sigma }: Heading, yaw: number): boolean {
  return Math.abs(wrapped(heading - yaw)) < grids.reach * sigma;
}

/** Wraps an angle to −π/4 to π/4. */
function wrapped(angle: number): number {
  return angle - PERIOD * Math.round(angle / PERIOD);
}

function meanHeading(headings: readonly Heading[], around: number): number {
  let [sum, weights] = [0, 0];
  for (const { edge, heading, sigma } of headings) {
    const weight = edge.length / sigma ** 2;
    sum += weight * wrapped(heading - around);
    weights += weight;
  }
  return weights > 0 ? around + sum / weights : around;
}

/** The heading of a level edge, from its image: all level lines in the plane through the camera have one direction. */
function headingOf(edge: Edge, tilt: Tilt): Heading {
  const { x, y, directionX, directionY } = edge;
  const { right, down, forward } = axesOf(tilt);
  const headingAt = (angle: number) => {
    const [dx, dy] = [directionX - angle * directionY, directionY + angle * directionX];
    const level = cross([-dy, dx, x * dy - y * dx], down);
    return Math.atan2(dot(level, right), dot(level, forward));
  };
  const heading = headingAt(0);
  return { edge, heading, sigma: Math.hypot(Math.abs(wrapped(headingAt(edge.sigma) - heading)), grids.sceneSigma) };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
