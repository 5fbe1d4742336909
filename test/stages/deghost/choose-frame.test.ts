import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { mappingOver } from "../../../src/ops/index.ts";
import { carriedNoise } from "../../../src/stages/deghost/carried-noise.ts";
import { chooseFrames } from "../../../src/stages/deghost/choose-frame.ts";
import { findConsensus, linksOfPairs, shows } from "../../../src/stages/deghost/compare.ts";
import { copyOf, linkOf } from "../../support/cell-copies.ts";
import { testContext } from "../../support/context.ts";

const side = 20;
const grid = { width: side, height: side, wrapX: false };
const cellsIn = (left: number, right: number) =>
  Int32Array.from({ length: side * side }, (_, i) => i).filter((i) => i % side >= left && i % side < right);
const areaOf = (cells: Int32Array) => ({ core: cells, shown: cells, tolerated: justTolerated });

/**
 * A wall of 0.2 in the darkest of the frames, each twice as bright; some columns show something black or bright.
 */
async function bracketWith(things: readonly (readonly [from: number, to: number, factor: number] | undefined)[]) {
  const copies = things.map((thing, k) =>
    copyOf(
      side,
      Array.from({ length: side * side }, (_, i) => {
        const isThere = thing && i % side >= thing[0] && i % side < thing[1];
        return 0.2 * 1.5 ** k * (isThere ? thing[2] : 1);
      }),
    ),
  );
  const links = copies.slice(1).map(() => linkOf(1.5));
  const inside = new Uint8Array(side * side).fill(1);
  const consensus = await findConsensus(copies, linksOfPairs(copies, links), inside, grid, testContext());
  const found = links.map(() => new Uint8Array(side * side));
  return { copies, found, consensus, mapLuma: mappingOver(links, 3), noise: carriedNoise(copies, links), grid };
}

describe("the frame that shows what moved", () => {
  test("is one in which it is not, where there is one", async () => {
    const evidence = await bracketWith([[2, 6, 0.4], undefined, [12, 16, 0.4]]);
    const bases = new Uint8Array(side * side).fill(255);
    chooseFrames([areaOf(cellsIn(2, 6)), areaOf(cellsIn(12, 16))], evidence, bases);
    const shownBy = (column: number) => bases[10 * side + column];
    expect([1, 2]).toContain(shownBy(4));
    expect([0, 1]).toContain(shownBy(14));
  });

  test("is the preferred one, wherever it shows more than black and white", async () => {
    const evidence = await bracketWith([[2, 6, 0.4], undefined, [12, 16, 1 / 0.45]]);
    const bases = new Uint8Array(side * side).fill(255);
    const areas = [areaOf(cellsIn(2, 6)), areaOf(cellsIn(12, 16))];
    const shownBy = (column: number) => bases[10 * side + column];
    chooseFrames(areas, { ...evidence, preferred: 0 }, bases);
    expect([shownBy(4), shownBy(14)]).toEqual([0, 0]);
    chooseFrames(areas, { ...evidence, preferred: 2 }, bases);
    expect(shownBy(4)).toBe(2);
    expect(shownBy(14)).not.toBe(2);
  });

  test("is the same for two areas where only two frames tell", async () => {
    const evidence = await bracketWith([
      [2, 6, 0.4],
      [12, 16, 0.4],
    ]);
    const bases = new Uint8Array(side * side).fill(255);
    chooseFrames([areaOf(cellsIn(2, 6)), areaOf(cellsIn(12, 16))], evidence, bases);
    expect(bases[10 * side + 4]).toBe(bases[10 * side + 14]);
  });

  test("shows the whole of a thing that each frame has somewhere in the area", async () => {
    const evidence = await bracketWith([
      [2, 8, 0.4],
      [5, 11, 0.4],
      [8, 14, 0.4],
    ]);
    const bases = new Uint8Array(side * side).fill(255);
    chooseFrames([areaOf(cellsIn(2, 14))], evidence, bases);
    expect(new Set(cellsIn(2, 14).map((cell) => bases[cell])).size).toBe(1);
  });
});

describe("the consensus of frames", () => {
  test("is what most of them show", async () => {
    const { consensus } = await bracketWith([undefined, [4, 8, 0.4], undefined]);
    const at = (k: number, column: number) => consensus[k][10 * side + column];
    expect([at(0, 6), at(1, 6), at(2, 6)]).toEqual([shows.standing, shows.moved, shows.standing]);
    expect([at(0, 14), at(1, 14), at(2, 14)]).toEqual([shows.standing, shows.standing, shows.standing]);
  });

  test("is undecided between two", async () => {
    const { consensus } = await bracketWith([undefined, [4, 8, 0.4]]);
    expect(consensus.map((each) => each[10 * side + 6])).toEqual([shows.undecided, shows.undecided]);
  });
});
