import { loadViews, type Shoot, simulateExport, simulateShoot, type Trait } from "../../fixtures/shoots/index.ts";
import { methods } from "./methods.ts";
import { addShoot, emptyScore, type Score } from "./score.ts";

/** Seeds `first`, `first` + `stride`, … below `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
  readonly stride: number;
  /** Names of the methods to judge. */
  readonly methods: readonly string[];
  /** Only shoots with a set that has one of these; all shoots if empty. */
  readonly traits: readonly Trait[];
  /** Whether to use exported shoots: no EXIF, hashed names, no order. */
  readonly areExported: boolean;
}

/** A score for each requested method, over all shoots of the span. */
export async function judge({ first, end, stride, methods: wanted, traits, areExported }: Span): Promise<Score[]> {
  const views = await loadViews();
  const judged = wanted.map((name) => methods.find((method) => method.name === name)!);
  const scores = judged.map(() => emptyScore());
  for (let seed = first; seed < end; seed += stride) {
    const shoot = areExported ? simulateExport(seed, views) : simulateShoot(seed, views);
    if (!hasTrait(shoot, traits)) continue;
    for (const [i, method] of judged.entries()) addShoot(scores[i], shoot, await method.group(shoot));
  }
  return scores;
}

function hasTrait({ sets }: Shoot, wanted: readonly Trait[]): boolean {
  return wanted.length === 0 || sets.some((set) => wanted.some((trait) => set.traits.has(trait)));
}
