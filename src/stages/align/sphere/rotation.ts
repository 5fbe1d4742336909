import type { IntegerImage } from "../../../image/index.ts";
import { buildGrid, type WarpMap, warpInto } from "../../../ops/index.ts";
import type { StageContext } from "../../context.ts";
import { rotating } from "../params.ts";

/** A 3 × 3 rotation matrix, row-major. Axes: x to the right, y up, z to the middle of the picture. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** A direction of unit length, or a rotation as an axis times an angle in radians. */
export type Vector = readonly [number, number, number];

export const noRotation: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The rotation about the axis `vector` by its length in radians (Rodrigues' formula). */
export function rotationOf([x, y, z]: Vector): Rotation {
  const angle = Math.hypot(x, y, z);
  if (angle === 0) return noRotation;
  const [ux, uy, uz] = [x / angle, y / angle, z / angle];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    c + t * ux * ux,
    t * ux * uy - s * uz,
    t * ux * uz + s * uy,
    t * ux * uy + s * uz,
    c + t * uy * uy,
    t * uy * uz - s * ux,
    t * ux * uz - s * uy,
    t * uy * uz + s * ux,
    c + t * uz * uz,
  ];
}

/** Axis times angle, in radians, of a rotation by less than half a turn: the inverse of {@link rotationOf}. */
export function vectorOf(r: Rotation): Vector {
  const sines: Vector = [(r[7] - r[5]) / 2, (r[2] - r[6]) / 2, (r[3] - r[1]) / 2];
  const sine = Math.hypot(...sines);
  if (sine === 0) return [0, 0, 0];
  const scale = Math.atan2(sine, (r[0] + r[4] + r[8] - 1) / 2) / sine;
  return [sines[0] * scale, sines[1] * scale, sines[2] * scale];
}

/** a ∘ b: first b, then a. */
export function composeRotations(a: Rotation, b: Rotation): Rotation {
  const entry = (row: number, column: number) =>
    a[3 * row] * b[column] + a[3 * row + 1] * b[column + 3] + a[3 * row + 2] * b[column + 6];
  return [
    entry(0, 0),
    entry(0, 1),
    entry(0, 2),
    entry(1, 0),
    entry(1, 1),
    entry(1, 2),
    entry(2, 0),
    entry(2, 1),
    entry(2, 2),
  ];
}

export function invertRotation(r: Rotation): Rotation {
  return [r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]];
}

/** Angle of a rotation, in radians, 0 to π. */
export function angleOf(rotation: Rotation): number {
  return Math.hypot(...vectorOf(rotation));
}

/**
 * Direction of a longitude in radians, 0 in the middle of the picture and increasing to the right, and a latitude,
 * increasing upwards.
 */
export function directionOf(longitude: number, latitude: number): Vector {
  const across = Math.cos(latitude);
  return [across * Math.sin(longitude), Math.sin(latitude), across * Math.cos(longitude)];
}

/** Longitude, −π to π, and latitude of a rotated direction, in radians. */
export function rotatedPlace(r: Rotation, x: number, y: number, z: number): { longitude: number; latitude: number } {
  const right = r[0] * x + r[1] * y + r[2] * z;
  const up = r[3] * x + r[4] * y + r[5] * z;
  const ahead = r[6] * x + r[7] * y + r[8] * z;
  return { longitude: Math.atan2(right, ahead), latitude: Math.atan2(up, Math.hypot(right, ahead)) };
}

/**
 * An equirectangular sphere as a camera of another orientation sees it: `rotation` maps directions of that camera to
 * the sphere's own. One resampling, RGB, sample type of `sphere`, seamless across the 360° border. The caller releases
 * its data.
 */
export async function rotateSphere(
  sphere: IntegerImage,
  rotation: Rotation,
  context: StageContext,
): Promise<IntegerImage> {
  const { width, height } = sphere;
  const { memory } = context;
  const length = width * height * 3;
  const target = sphere.data instanceof Uint8Array ? memory.u8(length) : memory.u16(length);
  const cap = Math.ceil((height * rotating.capDeg) / 180);
  const bands = [
    { top: 0, bottom: cap, step: 1 },
    { top: cap, bottom: height - cap, step: rotating.gridStep },
    { top: height - cap, bottom: height, step: 1 },
  ];
  for (const { top, bottom, step } of bands) {
    const grid = buildGrid(width, bottom - top, mapFrom(sphere, rotation, top), memory, step);
    const rows = target.subarray(top * width * 3, bottom * width * 3);
    await warpInto(sphere, grid, rows, context, { wrapX: true });
    memory.release(grid.positions);
  }
  return { width, height, channels: 3, data: target, space: sphere.space };
}

/** Maps pixels of the band that starts at row `top` to pixels of the sphere, continuous across its border. */
function mapFrom({ width, height }: IntegerImage, rotation: Rotation, top: number): WarpMap {
  const perTurn = width / (2 * Math.PI);
  const sourceOf = (x: number, y: number) => {
    const longitude = (x + 0.5) / perTurn - Math.PI;
    // The last nodes of a grid may be beyond the pole.
    const row = Math.min(height - 0.5, top + y);
    const [right, up, ahead] = directionOf(longitude, Math.PI / 2 - (Math.PI * (row + 0.5)) / height);
    const place = rotatedPlace(rotation, right, up, ahead);
    const turns = Math.round((longitude - place.longitude) / (2 * Math.PI));
    return {
      x: (place.longitude + Math.PI + 2 * Math.PI * turns) * perTurn - 0.5,
      y: ((Math.PI / 2 - place.latitude) * height) / Math.PI - 0.5,
    };
  };
  return { sourceOf };
}
