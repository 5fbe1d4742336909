import { expect, test } from "vitest";
import { findCut, type Segment, type ShapeScore } from "../../../../src/stages/group/search/cut.ts";
import { seededRandom } from "../../../support/random.ts";

/** Every way to cut, tried out. */
function bruteForce(
  count: number,
  links: readonly number[],
  shape: ShapeScore,
  maxSize: number,
  fixed?: [number, boolean],
) {
  let best = Number.NEGATIVE_INFINITY;
  for (let cuts = 0; cuts < 2 ** (count - 1); cuts++) {
    if (fixed !== undefined && ((cuts >> fixed[0]) & 1) === (fixed[1] ? 1 : 0)) continue;
    let [total, first] = [0, 0];
    for (let last = 0; last < count; last++) {
      if (last < count - 1 && ((cuts >> last) & 1) === 0) total += links[last];
      else {
        total += last - first < maxSize ? shape(first, last) : Number.NEGATIVE_INFINITY;
        first = last + 1;
      }
    }
    best = Math.max(best, total);
  }
  return best;
}

function totalOf(segments: readonly Segment[], links: readonly number[], shape: ShapeScore): number {
  return segments.reduce((sum, { first, last }) => {
    return sum + shape(first, last) + links.slice(first, last).reduce((s, link) => s + link, 0);
  }, 0);
}

test("finds the best cut of all, and margins as the best with and without each boundary", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 40; round++) {
    const count = 1 + Math.floor(random() * 9);
    const links = Array.from({ length: count - 1 }, () =>
      random() < 0.1 ? Number.NEGATIVE_INFINITY : random() * 4 - 2,
    );
    const table = Array.from({ length: count * count }, () => random() * 3 - 1);
    const shape: ShapeScore = (first, last) => (first === last ? 0 : table[first * count + last]);
    const { segments, margins } = findCut(count, links, shape, 5);
    expect(totalOf(segments, links, shape)).toBeCloseTo(bruteForce(count, links, shape, 5), 9);
    margins.forEach((margin, link) => {
      const joined = bruteForce(count, links, shape, 5, [link, true]);
      const cut = bruteForce(count, links, shape, 5, [link, false]);
      if (joined === Number.NEGATIVE_INFINITY) expect(margin).toBe(joined);
      else expect(margin).toBeCloseTo(joined - cut, 9);
    });
  }
});

test("covers every member once, in order, in runs no longer than allowed", () => {
  const links = new Array<number>(29).fill(1);
  const { segments } = findCut(30, links, () => 0, 7);
  expect(segments.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i))).toEqual(
    Array.from({ length: 30 }, (_, i) => i),
  );
  expect(Math.max(...segments.map(({ first, last }) => last - first + 1))).toBeLessThanOrEqual(7);
  expect(findCut(0, [], () => 0, 7).segments).toEqual([]);
});
