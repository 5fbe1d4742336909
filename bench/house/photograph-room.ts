import { createWorld, exposeFrame, renderWorld, WALL_RADIANCE } from "../../fixtures/scene/index.ts";
import { createRays } from "../../fixtures/scene/rays.ts";
import { Tracer } from "../../fixtures/scene/tracer.ts";
import type { F32, IntegerImage } from "../../src/image/index.ts";
import { medianOf } from "../../src/ops/index.ts";
import type { HouseRoom } from "./house-plan.ts";

/** A photographed room and the face in each pixel. */
export interface PhotographedRoom {
  readonly plan: HouseRoom;
  /** Display sRGB of 8 bits, darkest first. */
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** Face of the shell (0 to 3 walls, 4 floor, 5 ceiling) of every pixel well inside of it; 255 elsewhere. */
  readonly faces: Uint8Array;
  /** Exposure value at ISO 100 of the middle frame, assuming that the view is lit by an overcast sky. */
  readonly lightEv: number;
}

const [width, height] = [480, 320];

/** Margin along the edges of a face, in pixels: see {@link PhotographedRoom.faces}. */
const insidePx = 3;

/** Linear light to which the middle of a picture is metered. */
const meteredLight = 0.2;

/** Exposure value at ISO 100 that renders a surface lit by an overcast sky as middle grey, and that grey. */
const [overcastEv, middleGrey] = [12.5, 0.18];

/** Renders and photographs a room: a camera's balance, its grain and a curve of contrast like that of its JPEGs. */
export function photographRoom(plan: HouseRoom): PhotographedRoom {
  const { room, seed, windowEv, balance, evs } = plan;
  const world = createWorld(room, { seed, windowEv });
  const { radiance } = renderWorld(world, { width, height, camera: room.camera });
  const light = balanced(radiance.data, balance);
  const metered = Math.log2(meteredLight / medianOf(light.filter((_, i) => i % 3 === 1)));
  const frames = evs.map((ev, i) =>
    contrasty(exposeFrame({ ...radiance, data: light }, { ev: ev + metered, noise: 2, seed: seed * 16 + i })),
  );
  const faces = facesOf(plan, world);
  const viewGain = Math.log2(middleGrey / WALL_RADIANCE) - windowEv;
  const lightEv = overcastEv + viewGain - (evs[evs.length >> 1] + metered);
  return { plan, frames: frames as unknown as PhotographedRoom["frames"], faces, lightEv };
}

/** White balance by the median colour of a picture, with an error. */
function balanced(radiance: F32, { share, error }: HouseRoom["balance"]): F32 {
  const [red, green, blue] = [0, 1, 2].map((c) => medianOf(radiance.filter((_, i) => i % 3 === c)));
  const factors = [(green / red) ** share * error[0], error[1], (green / blue) ** share * error[2]];
  const light = new Float32Array(new SharedArrayBuffer(radiance.byteLength));
  for (let i = 0; i < light.length; i++) light[i] = radiance[i] * factors[i % 3];
  return light;
}

/** A camera's contrast: half-way to a smooth step, on display values. */
function contrasty(image: IntegerImage): IntegerImage {
  const table = Array.from({ length: 256 }, (_, i) => {
    const value = i / 255;
    return Math.round(255 * (0.6 * value + 0.4 * value * value * (3 - 2 * value)));
  });
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  for (let i = 0; i < data.length; i++) data[i] = table[image.data[i]];
  return { ...image, data };
}

function facesOf({ room }: HouseRoom, world: ReturnType<typeof createWorld>): Uint8Array {
  const tracer = new Tracer(world, []);
  const rays = createRays({ width, height, camera: room.camera });
  const [{ radiusTerms }] = rays.passes;
  const [ray, out] = [new Float64Array(6), new Float64Array(3)];
  const faces = new Uint8Array(width * height);
  for (let i = 0; i < faces.length; i++) {
    rays.ray(i % width, Math.floor(i / width), radiusTerms, ray);
    tracer.trace(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], rays.pixelRad, out);
    const face = tracer.surface - 4;
    faces[i] = face >= 0 && face < 6 ? face : 255;
  }
  const isInside = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < insidePx || y < insidePx || x >= width - insidePx || y >= height - insidePx) return false;
    return [-insidePx, insidePx].every((d) => faces[i + d] === faces[i] && faces[i + d * width] === faces[i]);
  };
  return faces.map((face, i) => (isInside(i) ? face : 255));
}
