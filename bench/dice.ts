import { seededRandom } from "../fixtures/scene/random.ts";

/** Seeded random numbers: the same seed gives the same sequence. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.#random();
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)];
  }
}
