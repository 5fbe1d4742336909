import type { IntegerImage } from "../../../image/index.ts";
import { buildGrid, type WarpMap, warpInto } from "../../../ops/index.ts";
import type { StageContext } from "../../context.ts";
import { rotating } from "../params.ts";
import { directionOf, type Rotation, rotatedPlace } from "./rotation.ts";

/**
 * An equirectangular sphere as it looks to a camera that stands as another did: `rotation` brings directions of that
 * one to the sphere's own. One resampling, RGB, sample type of `sphere`, seam-free across the 360° border. The caller
 * releases its data.
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

/** From pixels of the band that begins in row `top` to pixels of the sphere, continuous across its border. */
function mapFrom({ width, height }: IntegerImage, rotation: Rotation, top: number): WarpMap {
  const perTurn = width / (2 * Math.PI);
  const sourceOf = (x: number, y: number) => {
    const longitude = (x + 0.5) / perTurn - Math.PI;
    // A grid's last nodes lie beyond the pole.
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
