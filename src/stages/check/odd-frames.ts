import { sketches as sketchParams } from "./frame-params.ts";
import { compareSketches, type Sketch, type Turn } from "./likeness.ts";

export interface OddFrames {
  readonly turned: readonly { readonly frame: number; readonly turn: Turn }[];
  /** Frames of another scene. */
  readonly foreign: readonly number[];
}

/** Frames that no chain of likeness joins to the most of the others; of two halves, those that show less. */
export function findOdd(sketches: readonly Sketch[]): OddFrames {
  const parts = sketches.map((_, i) => i);
  const compared = new Set<number>();
  const turned: { readonly frames: readonly [number, number]; readonly turn: Turn }[] = [];
  for (const [a, b] of pairsByBrightness(sketches)) {
    if (parts[a] === parts[b]) continue;
    const { value, turn } = compareSketches(sketches[a], sketches[b]);
    if (value === undefined) continue;
    compared.add(a).add(b);
    if (turn !== "as it is") turned.push({ frames: [a, b], turn });
    else if (value >= sketchParams.oneScene) {
      const joined = parts[b];
      for (const [i, part] of parts.entries()) if (part === joined) parts[i] = parts[a];
    }
  }
  const main = largestPart(parts, sketches);
  const odd = [...parts.keys()].filter(
    (i) => parts[i] !== main && compared.has(i) && sketches[i].shown >= sketchParams.leastShown,
  );
  const turnOf = (frame: number) =>
    turned.find(({ frames: [a, b] }) => (a === frame && parts[b] === main) || (b === frame && parts[a] === main))?.turn;
  return {
    turned: odd.flatMap((frame) => {
      const turn = turnOf(frame);
      return turn ? [{ frame, turn }] : [];
    }),
    foreign: odd.filter((frame) => turnOf(frame) === undefined),
  };
}

/** Neighbours in brightness first: they have most in common, and most sets are joined by them alone. */
function pairsByBrightness(sketches: readonly Sketch[]): (readonly [number, number])[] {
  const order = [...sketches.keys()].sort((a, b) => sketches[a].mean - sketches[b].mean);
  const pairs: (readonly [number, number])[] = [];
  for (let apart = 1; apart < order.length; apart++) {
    for (let k = 0; k + apart < order.length; k++) pairs.push([order[k], order[k + apart]]);
  }
  return pairs;
}

function largestPart(parts: readonly number[], sketches: readonly Sketch[]): number {
  const weights = new Map<number, number>();
  for (const [i, part] of parts.entries()) weights.set(part, (weights.get(part) ?? 0) + 1 + sketches[i].shown / 2);
  return [...weights].sort((a, b) => b[1] - a[1])[0][0];
}
