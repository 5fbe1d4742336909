/** A number in [0, 1). */
export type Random = () => number;

/** An integer in [0, below). */
export function integer(random: Random, below: number): number {
  return Math.floor(random() * below);
}
