import { expect, test } from "vitest";
import { dilate, fillHoles, findParts, type Grid } from "../../../src/stages/deghost/cell-mask.ts";
import { cellsOf, cellsWithin, maskIn, rowsAround, uncrop, windowAround } from "../../../src/stages/deghost/window.ts";
import { seededRandom } from "../../support/random.ts";

const random = seededRandom(20);
const randomMask = ({ width, height }: Grid, share: number) =>
  Uint8Array.from({ length: width * height }, () => (random() < share ? 1 : 0));

/** Holes by their definition: parts of what is not set. */
function withoutHoles(mask: Uint8Array, grid: Grid, largest: number): Uint8Array {
  const { width, height, wrapX } = grid;
  const filled = mask.slice();
  const open = mask.map((value) => 1 - value);
  for (const part of findParts(open, grid)) {
    const isOpen = part.some((cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return y === 0 || y === height - 1 || (!wrapX && (x === 0 || x === width - 1));
    });
    if (!isOpen && part.length <= largest) for (const cell of part) filled[cell] = 1;
  }
  return filled;
}

const grids: Grid[] = [
  { width: 23, height: 17, wrapX: false },
  { width: 23, height: 17, wrapX: true },
  { width: 2, height: 9, wrapX: true },
  { width: 1, height: 1, wrapX: false },
];

test.each(grids)("fillHoles fills what is enclosed, on $width × $height cells, wrapping $wrapX", (grid) => {
  for (const share of [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    for (const largest of [0, 1, 4, 1000]) {
      for (let round = 0; round < 5; round++) {
        const mask = randomMask(grid, share);
        const expected = withoutHoles(mask, grid, largest);
        fillHoles(mask, grid, largest);
        expect(mask).toEqual(expected);
      }
    }
  }
});

test.each(grids)("a window shows what the whole grid shows, on $width × $height cells, wrapping $wrapX", (grid) => {
  for (let round = 0; round < 20; round++) {
    const mask = randomMask(grid, 0.02);
    mask[Math.floor(random() * mask.length)] = 1;
    const cells = cellsOf(mask);
    expect(cells).toEqual(Int32Array.from(mask.keys()).filter((cell) => mask[cell] === 1));
    const wide = dilate(mask, grid, 3);
    expect(cellsWithin(cells, grid, 3)).toEqual(cellsOf(wide));
    for (const window of [windowAround(cells, grid, 3), rowsAround(mask, grid, 3)]) {
      const part = maskIn(cells, grid, window);
      expect(uncrop(part, grid, window)).toEqual(mask);
      expect(uncrop(dilate(part, window, 3), grid, window)).toEqual(wide);
    }
  }
});
