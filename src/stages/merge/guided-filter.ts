import { boxMean } from "../../ops/index.ts";

/** slope · guide + offset: what the filter makes of a plane, before it is read at any guide of the same scene. */
export interface GuidedPlane {
  readonly slope: Float32Array;
  readonly offset: Float32Array;
}

/**
 * Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) by one guide: means over areas that end where the guide jumps by more than √epsilon.
 * The coefficients may be found on a coarse grid and read with a finer guide (He, Sun 2015).
 */
export class GuidedFilter {
  readonly #width: number;
  readonly #height: number;
  readonly #radius: number;
  readonly #guide: Float32Array;
  readonly #meanGuide: Float32Array;
  readonly #spread: Float32Array;

  constructor(guide: Float32Array, width: number, height: number, radius: number, epsilon: number) {
    this.#width = width;
    this.#height = height;
    this.#radius = radius;
    this.#guide = guide;
    this.#meanGuide = this.#mean(guide);
    this.#spread = this.#mean(product(guide, guide));
    for (let i = 0; i < guide.length; i++) {
      this.#spread[i] = Math.max(0, this.#spread[i] - this.#meanGuide[i] ** 2) + epsilon;
    }
  }

  filter(plane: Float32Array): GuidedPlane {
    const mean = this.#mean(plane);
    const slope = this.#mean(product(plane, this.#guide));
    const offset = new Float32Array(plane.length);
    for (let i = 0; i < plane.length; i++) {
      slope[i] = (slope[i] - mean[i] * this.#meanGuide[i]) / this.#spread[i];
      offset[i] = mean[i] - slope[i] * this.#meanGuide[i];
    }
    return { slope: this.#mean(slope), offset: this.#mean(offset) };
  }

  /** The filtered plane on the guide's own grid. */
  read({ slope, offset }: GuidedPlane): Float32Array {
    return slope.map((value, i) => value * this.#guide[i] + offset[i]);
  }

  #mean(data: Float32Array): Float32Array {
    return boxMean({ width: this.#width, height: this.#height, data }, this.#radius, false);
  }
}

function product(a: Float32Array, b: Float32Array): Float32Array {
  const result = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) result[i] = a[i] * b[i];
  return result;
}
