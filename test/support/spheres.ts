import { encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { seededRandom } from "./random.ts";

/** Light of a generated scene in a direction (x to the right, y up, z ahead; unit length), linear, about 0.02 to 1. */
export type SphereScene = (x: number, y: number, z: number) => number;

/** Orientation of the camera for a shot, relative to the first one: a rotation about an axis, in degrees. */
export interface Stance {
  readonly yawDeg: number;
  readonly pitchDeg: number;
  readonly rollDeg: number;
}

export const upright: Stance = { yawDeg: 0, pitchDeg: 0, rollDeg: 0 };

/** Width of the discs' soft edges, in radians: four pixels of the smallest spheres. */
const edge = 0.025;

/** Soft discs of many sizes on a uniform background, all over the sphere. */
export function makeSphereScene(seed: number): SphereScene {
  const random = seededRandom(seed);
  const discs = Array.from({ length: 110 }, () => {
    const up = random() * 2 - 1;
    const around = random() * 2 * Math.PI;
    const across = Math.sqrt(1 - up * up);
    const radius = 0.05 + 0.25 * random() ** 2;
    const least = Math.cos(radius + edge);
    const light = 0.05 + 0.9 * random();
    return { x: across * Math.sin(around), y: up, z: across * Math.cos(around), radius, least, light };
  });
  return (x, y, z) => {
    let light = 0.3;
    for (const disc of discs) {
      const cosine = disc.x * x + disc.y * y + disc.z * z;
      if (cosine < disc.least) continue;
      const inside = (disc.radius - Math.acos(Math.min(1, cosine))) / edge;
      const share = Math.min(1, Math.max(0, inside + 0.5));
      light += share * (disc.light - light);
    }
    return light;
  };
}

export interface SphereShot {
  readonly width: number;
  readonly stance?: Stance;
  /** Exposure relative to the scene's own, EV. Default 0. */
  readonly ev?: number;
  /** Standard deviation of the noise, 8-bit levels. Default 0. */
  readonly noise?: number;
  readonly seed?: number;
}

/** An equirectangular picture of 8 bits, 2:1, by a camera in this orientation. */
export function takeSphere(
  scene: SphereScene,
  { width, stance = upright, ev = 0, noise = 0, seed = 1 }: SphereShot,
): IntegerImage {
  const height = width / 2;
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  const random = seededRandom(seed);
  const [right, up, ahead] = stanceMatrix(stance);
  for (let row = 0, at = 0; row < height; row++) {
    const latitude = Math.PI / 2 - (Math.PI * (row + 0.5)) / height;
    for (let column = 0; column < width; column++, at += 3) {
      const longitude = (2 * Math.PI * (column + 0.5)) / width - Math.PI;
      const x = Math.cos(latitude) * Math.sin(longitude);
      const y = Math.sin(latitude);
      const z = Math.cos(latitude) * Math.cos(longitude);
      const light = scene(
        right[0] * x + right[1] * y + right[2] * z,
        up[0] * x + up[1] * y + up[2] * z,
        ahead[0] * x + ahead[1] * y + ahead[2] * z,
      );
      const level = 255 * encodeSrgb(Math.min(1, light * 2 ** ev));
      const grain = noise * (random() + random() + random() + random() - 2) * Math.sqrt(3);
      data.fill(Math.round(Math.min(255, Math.max(0, level + grain))), at, at + 3);
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

/** Rotation from the camera to the scene: x is to the right; turning right moves objects ahead to the left. */
function stanceMatrix({ yawDeg, pitchDeg, rollDeg }: Stance): number[][] {
  const angleDeg = Math.hypot(yawDeg, pitchDeg, rollDeg);
  const angle = (angleDeg * Math.PI) / 180;
  // Turned right about the axis up, tilted upwards about the axis to the right, rolled clockwise about the one ahead.
  const [x, y, z] = angleDeg === 0 ? [0, 1, 0] : [-pitchDeg / angleDeg, yawDeg / angleDeg, -rollDeg / angleDeg];
  const [c, s, t] = [Math.cos(angle), Math.sin(angle), 1 - Math.cos(angle)];
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}
