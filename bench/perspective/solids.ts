import type { Vec3 } from "../../fixtures/scene/index.ts";
import { seededRandom } from "../../fixtures/scene/random.ts";
import { add, cross, normalize, scale, subtract } from "../../fixtures/scene/vector.ts";
import type { Face } from "./draw.ts";

/** Random numbers of one scene. */
export class Dice {
  readonly uniform: () => number;

  constructor(seed: number) {
    this.uniform = seededRandom(seed * 2654435761 + 17);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** An integer from `low` to `high`. */
  count(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  normal(sigma: number): number {
    return sigma * Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  chance(share: number): boolean {
    return this.uniform() < share;
  }
}

/**
 * Moves points of an object into place: rotates them by `yaw` about the upright axis, in radians, then moves them to
 * `at`.
 */
export function placeAt(at: Vec3, yaw: number): (point: Vec3) => Vec3 {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  return ([x, y, z]) => [at[0] + cos * x - sin * y, at[1] + sin * x + cos * y, at[2] + z];
}

/** Tilts an object about the x axis (backwards) and the y axis (to its right), in radians. */
export function lean(back: number, right: number): (point: Vec3) => Vec3 {
  const [cb, sb, cr, sr] = [Math.cos(back), Math.sin(back), Math.cos(right), Math.sin(right)];
  return ([x, y, z]) => {
    const [y1, z1] = [cb * y + sb * z, cb * z - sb * y];
    return [cr * x + sr * z1, y1, cr * z1 - sr * x];
  };
}

export function movedBy(faces: readonly Face[], ...moves: readonly ((point: Vec3) => Vec3)[]): Face[] {
  return faces.map((face) => ({ ...face, points: face.points.map((p) => moves.reduce((q, move) => move(q), p)) }));
}

/** A box around the centre of its base, with different light on its sides. */
export function box(width: number, depth: number, height: number, level: number): Face[] {
  const [x, y] = [width / 2, depth / 2];
  const side = (points: readonly Vec3[], shade: number): Face => ({ points, level: level * shade });
  return [
    side(quad([-x, -y, 0], [x, -y, 0], height), 1),
    side(quad([-x, y, 0], [x, y, 0], height), 0.75),
    side(quad([-x, -y, 0], [-x, y, 0], height), 0.85),
    side(quad([x, -y, 0], [x, y, 0], height), 0.65),
    side(
      [
        [-x, -y, height],
        [x, -y, height],
        [x, y, height],
        [-x, y, height],
      ],
      1.15,
    ),
  ];
}

/** A wall from `a` to `b`. */
export function quad(a: Vec3, b: Vec3, height: number): Vec3[] {
  return [a, b, [b[0], b[1], b[2] + height], [a[0], a[1], a[2] + height]];
}

/** A flat strip from `a` to `b` that faces `eye`, with the given width at each end. */
export function strip(eye: Vec3, a: Vec3, b: Vec3, widthA: number, widthB: number, level: number, grain = 0.02): Face {
  const across = normalize(cross(subtract(b, a), subtract(a, eye)));
  const [sideA, sideB] = [scale(across, widthA / 2), scale(across, widthB / 2)];
  return { points: [subtract(a, sideA), add(a, sideA), add(b, sideB), subtract(b, sideB)], level, grain };
}

/** Level ground out to 300 m, in patches. */
export function ground(dice: Dice, level: number): Face[] {
  const faces: Face[] = [
    {
      points: [
        [-300, -5, 0],
        [300, -5, 0],
        [300, 300, 0],
        [-300, 300, 0],
      ],
      level,
      grain: 0.1,
    },
  ];
  for (let i = 0; i < 40; i++) {
    const [x, y, size] = [dice.between(-12, 12), dice.between(2, 30), dice.between(0.1, 1.2)];
    const points = [0, 1, 2, 3, 4].map((k): Vec3 => {
      const angle = (k / 5) * 2 * Math.PI + dice.between(0, 0.8);
      return [x + size * Math.cos(angle), y + size * Math.sin(angle), 0.01 + 0.0001 * i];
    });
    faces.push({ points, level: level * dice.between(0.6, 1.4), grain: 0.1 });
  }
  return faces;
}
