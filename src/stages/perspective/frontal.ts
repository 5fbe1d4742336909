import { type Edge, totalLength } from "./edge.ts";
import type { TiltEstimate } from "./estimate-tilt.ts";
import type { Grid } from "./level-edges.ts";
import { axesOf, turned, type Vector, type View } from "./tilt.ts";

/** A camera turned by more, in radians, was not meant to face the wall. */
const MAX_YAW = (3 * Math.PI) / 180;
/** A slope of level edges at the picture's upper and lower border that no eye sees, and standard errors of chance. */
const MIN_SLOPE = (0.2 * Math.PI) / 180;
const MIN_SIGMAS = 2;
/**
 * What a wall must show: so clear a grid, so many edges along it, of so much length (1 is the picture's longer edge).
 */
const MIN_SUPPORT = 6;
const MIN_EDGES = 3;
const MIN_LENGTH = 0.3;
/** Beyond this standard error, in radians, the grid does not show where the wall faces. */
const MAX_SIGMA = (0.7 * Math.PI) / 180;

const PERIOD = Math.PI / 2;

/**
 * By how many radians the camera would have to turn to its right to face a wall that it nearly faces, so that the
 * wall's level edges become level in the picture (one-point perspective); `undefined` without such a wall, and where
 * that is not seen. On drawn rooms half of the answers are right to 0.06°.
 */
export function yawToWall(estimate: TiltEstimate, grid: Grid, view: View): number | undefined {
  const yaw = estimate.yaw - PERIOD * Math.round(estimate.yaw / PERIOD);
  const sigma = Math.sqrt(estimate.covariance.yaw);
  const slope = Math.abs(yaw) * (view.height / 2 / view.focalPx);
  if (Math.abs(yaw) > MAX_YAW || grid.support < MIN_SUPPORT || sigma > MAX_SIGMA) return undefined;
  if (slope < MIN_SLOPE || Math.abs(yaw) < MIN_SIGMAS * sigma) return undefined;
  const { right, forward } = turned(axesOf(estimate.tilt), yaw);
  const along = grid.inliers.filter((edge) => angleTo(edge, right) < angleTo(edge, forward));
  return along.length >= MIN_EDGES && totalLength(along) >= MIN_LENGTH ? yaw : undefined;
}

/** The angle between an edge and the picture, in its place, of lines in a direction; in radians. */
function angleTo({ x, y, directionX, directionY }: Edge, [dirX, dirY, dirZ]: Vector): number {
  const [dx, dy] = [dirX - x * dirZ, dirY - y * dirZ];
  return Math.abs(Math.atan((dx * directionY - dy * directionX) / (dx * directionX + dy * directionY)));
}
