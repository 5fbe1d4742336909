/** A run of neighbours, first and last included. */
export interface Segment {
  readonly first: number;
  readonly last: number;
}

export interface Cut {
  readonly segments: readonly Segment[];
  /**
   * For each pair of neighbours: the best total with both in one segment minus the best total with a boundary between
   * them. Positive if they are joined; −∞ if they can never be.
   */
  readonly margins: readonly number[];
}

/** Score of the segment [first, last] beyond its links; 0 for a single. */
export type ShapeScore = (first: number, last: number) => number;

/**
 * Cuts `count` neighbours into runs of at most `maxSize` so that the sum of the links inside runs and of the runs'
 * shapes is largest: dynamic programming over the last boundary, O(count · maxSize) shapes, then the same from the
 * other end for the margins (max-marginals). `links[i]` joins i and i + 1; −∞ forbids it. Of equal totals the one with
 * more boundaries wins.
 */
export function findCut(count: number, links: readonly number[], shape: ShapeScore, maxSize: number): Cut {
  const runs = scoreRuns(count, links, shape, maxSize);
  const { best: before, start } = bestBefore(count, runs, maxSize);
  const after = bestAfter(count, runs, maxSize);
  const segments: Segment[] = [];
  for (let last = count - 1; last >= 0; last = start[last] - 1) segments.push({ first: start[last], last });
  segments.reverse();
  const joined = new Array<number>(Math.max(0, count - 1)).fill(Number.NEGATIVE_INFINITY);
  for (let first = 0; first < count; first++) {
    for (let size = 2; size <= runs[first].length; size++) {
      const total = before[first] + runs[first][size - 1] + after[first + size];
      for (let link = first; link < first + size - 1; link++) joined[link] = Math.max(joined[link], total);
    }
  }
  return { segments, margins: joined.map((total, link) => total - (before[link + 1] + after[link + 1])) };
}

/** runs[first][size − 1]: score of the links and shape of that run; a forbidden link ends the run. */
function scoreRuns(count: number, links: readonly number[], shape: ShapeScore, maxSize: number): number[][] {
  return Array.from({ length: count }, (_, first) => {
    const scores = [shape(first, first)];
    let sum = 0;
    for (let last = first + 1; last < Math.min(count, first + maxSize); last++) {
      sum += links[last - 1];
      if (sum === Number.NEGATIVE_INFINITY) break;
      scores.push(sum + shape(first, last));
    }
    return scores;
  });
}

/** best[i]: the best total of the first i; start[i]: the first member of the run that ends with i in it. */
function bestBefore(count: number, runs: number[][], maxSize: number): { best: number[]; start: number[] } {
  const best = [0];
  const start: number[] = [];
  for (let last = 0; last < count; last++) {
    let [top, from] = [Number.NEGATIVE_INFINITY, last];
    for (let first = last; first >= Math.max(0, last - maxSize + 1); first--) {
      const run = runs[first][last - first];
      if (run === undefined) break;
      if (best[first] + run > top) [top, from] = [best[first] + run, first];
    }
    best.push(top);
    start.push(from);
  }
  return { best, start };
}

/** best[i]: the best total of all members from i on. */
function bestAfter(count: number, runs: number[][], maxSize: number): number[] {
  const best = new Array<number>(count + 1).fill(0);
  for (let first = count - 1; first >= 0; first--) {
    best[first] = Number.NEGATIVE_INFINITY;
    for (let size = 1; size <= Math.min(maxSize, runs[first].length); size++) {
      best[first] = Math.max(best[first], runs[first][size - 1] + best[first + size]);
    }
  }
  return best;
}
