/** Constants and functions shared by the steps of the Bayer demosaic. */

import { demosaicBayerBorder } from "../../../../src/kernels/declarations/demosaic.ts";

export const eps = 1e-5;
const epsSquared = 1e-10;

/**
 * A plane over the band and its borders; coordinates are the picture's, may be negative, and must stay inside the
 * border.
 */
export class Plane {
  readonly #data: Float64Array;
  readonly #stride: number;
  readonly #origin: number;

  constructor(width: number, rowBegin: number, rowEnd: number) {
    const border = demosaicBayerBorder;
    this.#stride = width + 2 * border;
    this.#data = new Float64Array(this.#stride * (rowEnd - rowBegin + 2 * border));
    this.#origin = (border - rowBegin) * this.#stride + border;
  }

  get(x: number, y: number): number {
    return this.#data[this.#origin + y * this.#stride + x];
  }

  set(x: number, y: number, value: number): void {
    this.#data[this.#origin + y * this.#stride + x] = value;
  }
}

export type Step = readonly [dx: number, dy: number];
export type Each = (
  margin: number,
  wanted: (x: number, y: number) => boolean,
  visit: (x: number, y: number) => void,
) => void;

/**
 * 1 where the picture varies only along `a`, 0 where only along `b`: high-pass energies over three sites of each line.
 */
export function directionPlane(
  plane: () => Plane,
  each: Each,
  wanted: (x: number, y: number) => boolean,
  cfa: Plane,
  a: Step,
  b: Step,
): Plane {
  const energyAlong = ([dx, dy]: Step) => {
    const energy = plane();
    each(3, wanted, (x, y) => {
      const at = (i: number) => cfa.get(x + i * dx, y + i * dy);
      energy.set(x, y, (at(-3) + at(3) - (at(-1) + at(1)) - 3 * (at(-2) + at(2)) + 6 * at(0)) ** 2);
    });
    return energy;
  };
  const sumAlong = (energy: Plane, [dx, dy]: Step, x: number, y: number) =>
    Math.max(epsSquared, energy.get(x - dx, y - dy) + energy.get(x, y) + energy.get(x + dx, y + dy));
  const alongA = energyAlong(a);
  const alongB = energyAlong(b);
  const result = plane();
  each(4, wanted, (x, y) => {
    const sumA = sumAlong(alongA, a, x, y);
    result.set(x, y, sumA / (sumA + sumAlong(alongB, b, x, y)));
  });
  return result;
}

/** The site's own direction or the mean of its diagonal neighbours', whichever is further from ½. */
export function decide(direction: Plane, x: number, y: number): number {
  const own = direction.get(x, y);
  const corners =
    direction.get(x - 1, y - 1) +
    direction.get(x + 1, y - 1) +
    direction.get(x - 1, y + 1) +
    direction.get(x + 1, y + 1);
  const around = corners / 4;
  const a = (own - 0.5) ** 2;
  const b = (around - 0.5) ** 2;
  return (a * own + b * around + eps / 2) / (a + b + eps);
}

export interface Side {
  readonly gradient: number;
  readonly estimate: number;
}

/** Estimates from two opposite sides, each weighted with the other side's gradient. */
export function blendSides(a: Side, b: Side): number {
  return (a.gradient * b.estimate + b.gradient * a.estimate) / (a.gradient + b.gradient);
}
