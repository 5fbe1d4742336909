import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import type { Area } from "../../../src/stages/deghost/areas.ts";
import { moreThanElsewhere } from "../../../src/stages/deghost/more-than-elsewhere.ts";
import { copyOf } from "../../support/cell-copies.ts";

const edge = 60;
const grid = { width: edge, height: edge, wrapX: false };
const cells = Array.from({ length: edge * edge }, (_, i) => i);
const column = (cell: number) => cell % edge;

/** The left half is a finely textured wall, the right half a flat one. */
const wall = copyOf(
  edge,
  cells.map((i) => (column(i) < edge / 2 && (column(i) + Math.floor(i / edge)) % 2 ? 0.6 : 0.5)),
);

function square(left: number, top: number, size = 12): Area {
  const core = Int32Array.from(
    cells.filter((i) => {
      const [x, y] = [column(i) - left, Math.floor(i / edge) - top];
      return x >= 0 && x < size && y >= 0 && y < size;
    }),
  );
  return { core, shown: core, tolerated: justTolerated };
}

/** Every `step`th cell that is wanted contradicts. */
function contradicting(step: number, isWanted: (cell: number) => boolean): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(cells, (i) => (i % step === 0 && isWanted(i) ? 2 * justTolerated : 0));
}

const has = ({ core }: Area) => {
  const inside = new Set(core);
  return (cell: number) => inside.has(cell);
};

describe("moreThanElsewhere", () => {
  const area = square(6, 6);

  test("keeps an area in which cells contradict that agree elsewhere", () => {
    expect(moreThanElsewhere([area], contradicting(3, has(area)), [wall], grid)).toEqual([area]);
  });

  test("leaves out an area that contradicts as its texture does everywhere", () => {
    const contradictions = contradicting(3, (cell) => column(cell) < edge / 2);
    expect(moreThanElsewhere([area], contradictions, [wall], grid)).toEqual([]);
  });

  test("holds an area against its own texture alone", () => {
    const [flat, isIn] = [square(44, 6), has(square(44, 6))];
    const contradictions = contradicting(3, (cell) => column(cell) < edge / 2 - 2 || isIn(cell));
    expect(moreThanElsewhere([flat, area], contradictions, [wall], grid)).toEqual([flat]);
  });

  test("holds an area against others that were left out", () => {
    const [large, small] = [square(0, 20, 28), square(6, 4, 10)];
    const isIn = [large, small].map(has);
    // The small one contradicts more often than the large one, but not by much.
    const contradictions = contradicting(3, (cell) => isIn[0](cell) || isIn[1](cell));
    for (const cell of cells) {
      if (column(cell) < edge / 2 && !isIn[0](cell) && !isIn[1](cell) && cell % 20 === 0) contradictions[cell] = 255;
    }
    for (const cell of small.core) contradictions[cell] = 255;
    expect(moreThanElsewhere([small], contradictions, [wall], grid)).toEqual([]);
    expect(moreThanElsewhere([large, small], contradictions, [wall], grid)).toEqual([]);
  });

  test("counts the texture of the frame that shows most of it", () => {
    const black = copyOf(edge, Array<number>(cells.length).fill(0));
    const contradictions = contradicting(3, (cell) => column(cell) < edge / 2 - 2);
    expect(moreThanElsewhere([area], contradictions, [black, wall], grid)).toEqual([]);
  });
});
