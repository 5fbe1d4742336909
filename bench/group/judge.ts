import { loadViews, simulateShoot } from "../../fixtures/shoots/index.ts";
import { methods } from "./methods.ts";
import { addShoot, emptyScore, type Score } from "./score.ts";

/** Seeds `first`, `first` + `stride`, … below `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
  readonly stride: number;
  /** Names of the methods to judge. */
  readonly methods: readonly string[];
}

/** A score for each method asked for, over all shoots of the span. */
export async function judge({ first, end, stride, methods: wanted }: Span): Promise<Score[]> {
  const views = await loadViews();
  const judged = wanted.map((name) => methods.find((method) => method.name === name)!);
  const scores = judged.map(() => emptyScore());
  for (let seed = first; seed < end; seed += stride) {
    const shoot = simulateShoot(seed, views);
    for (const [i, method] of judged.entries()) addShoot(scores[i], shoot, await method.group(shoot));
  }
  return scores;
}
