import { expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { carriedNoise } from "../../../src/stages/deghost/carried-noise.ts";
import { carryOut } from "../../../src/stages/deghost/carry-out.ts";
import { linksOfPairs } from "../../../src/stages/deghost/compare.ts";
import { makeConsistent } from "../../../src/stages/deghost/make-consistent.ts";
import { copyOf, linkOf } from "../../support/cell-copies.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";

const random = seededRandom(5);
const noise = { constant: 1e-5, perLight: 1e-4, rounding: 0 };

/** Four exposures of random tones, in which some cells of each show something else. */
function randomBracket(width: number, height: number, share: number) {
  const scene = Array.from({ length: width * height }, () => 0.05 + 0.3 * random());
  const shown = (value: number, k: number) => Math.min(1, (random() < share ? random() : value) * 1.5 ** k);
  return [0, 1, 2, 3].map((k) =>
    copyOf(
      width,
      scene.map((value) => shown(value, k)),
      noise,
    ),
  );
}

/** Cells of a rectangle with holes, at a random place; across the edge if the grid wraps. */
function randomCells(width: number, height: number, wrapX: boolean): Int32Array {
  const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
  const [wide, high] = [1 + Math.floor(random() * 14), 1 + Math.floor(random() * 12)];
  return Int32Array.from({ length: width * height }, (_, cell) => cell).filter((cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const right = wrapX ? (x - left + width) % width : x - left;
    return right >= 0 && right < wide && y >= top && y < top + high && (cell * 7919) % 11 > 1;
  });
}

test("substitutions in a window are those of the whole grid", async () => {
  const links = [0, 1, 2].map(() => linkOf(1.5));
  let count = 0;
  for (let round = 0; round < 60; round++) {
    const [width, height] = [8 + Math.floor(random() * 40), 8 + Math.floor(random() * 30)];
    const grid = { width, height, wrapX: round % 2 === 1 };
    const given = randomBracket(width, height, round % 3 === 0 ? 0.5 : 0.1);
    const cells = randomCells(width, height, grid.wrapX);
    if (cells.length === 0) continue;
    const context = testContext();
    const plan = async (margin?: number) => {
      const copies = given.map((copy) => {
        const data = context.memory.u16(copy.data.length);
        data.set(copy.data);
        return { ...copy, data };
      });
      const bracket = { copies, linkOf: linksOfPairs(given, links), noise: carriedNoise(given, links), grid };
      const substitutions = await makeConsistent(bracket, round % 4, cells, context, margin);
      return { substitutions, samples: copies.map(({ data }) => data) };
    };
    const planned = await plan();
    expect(planned).toEqual(await plan(width + height));
    count += planned.substitutions.length;
  }
  expect(count).toBeGreaterThan(50);
});

test("links of pairs do not depend on later changes of the copies", () => {
  const copies = randomBracket(20, 20, 0);
  const links = [0, 1, 2].map(() => linkOf(1.5));
  const linkOfPair = linksOfPairs(copies, links);
  expect(linkOfPair(1, 2)).toBe(links[1]);
  const before = linkOfPair(0, 2);
  copies[2].data.fill(0);
  expect(linkOfPair(0, 2)).toBe(before);
});

test("a substitution changes the cells and those around them, up to the last rows", async () => {
  const [width, height, factor] = [37, 41, 4];
  const grid = { width: Math.floor(width / factor), height: Math.floor(height / factor), factor, wrapX: false };
  const frame = (value: number): IntegerImage => {
    const data = new Uint8Array(new SharedArrayBuffer(width * height * 3)).fill(value);
    return { width, height, channels: 3, data } as unknown as IntegerImage;
  };
  for (const row of [0, 4, grid.height - 1]) {
    const cells = new Uint8Array(grid.width * grid.height);
    cells.fill(1, row * grid.width, (row + 1) * grid.width);
    const plan = {
      areaCount: 1,
      labels: cells,
      substitutions: [{ from: 0, to: 1, cells }],
      links: [linkOf(1)],
      order: [0, 1],
      grid,
    };
    const [, shown] = await carryOut([frame(60), frame(120)], plan, testContext());
    // Weights fade out over two cells, and are interpolated between the centres of cells.
    const weightOf = (cell: number) => Math.max(0, 1 - Math.abs(cell - row) / 3);
    const expected = Array.from({ length: height }, (_, y) => {
      const position = Math.min(grid.height - 1, Math.max(0, (y - (factor - 1) / 2) / factor));
      const above = Math.floor(position);
      const weight = weightOf(above) + (weightOf(above + 1) - weightOf(above)) * (position - above);
      return Math.floor(120 - 60 * weight + 0.5);
    });
    expect(Array.from({ length: height }, (_, y) => shown.data[y * width * 3])).toEqual(expected);
  }
});
