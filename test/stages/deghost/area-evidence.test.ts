import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { weighAreas } from "../../../src/stages/deghost/area-evidence.ts";
import type { Area } from "../../../src/stages/deghost/areas.ts";
import { copyOf, linkOf } from "../../support/cell-copies.ts";

const edge = 60;
const grid = { width: edge, height: edge, wrapX: false };
const cells = Array.from({ length: edge * edge }, (_, i) => i);
const column = (cell: number) => cell % edge;
const row = (cell: number) => Math.floor(cell / edge);

/** The left half is a finely textured wall, the right half a flat one. */
const wall = copyOf(
  edge,
  cells.map((i) => (column(i) < edge / 2 && (column(i) + row(i)) % 2 ? 0.6 : 0.5)),
);

function square(left: number, top: number, size = 12): Area {
  const core = Int32Array.from(
    cells.filter((i) => {
      const [x, y] = [column(i) - left, row(i) - top];
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

function evidenceOf(areas: readonly Area[], worst: Uint8Array<ArrayBuffer>, copies = [wall, wall]) {
  const comparisons = [{ dark: copies[0], bright: copies[1], link: linkOf(1) }];
  return weighAreas(areas, { copies, comparisons, found: [worst], worst, grid });
}

describe("evidence for an area", () => {
  const area = square(6, 6);

  test("far exceeds the rest if equally textured cells agree elsewhere", () => {
    const [{ beyondRest, company }] = evidenceOf([area], contradicting(3, has(area)));
    expect(beyondRest).toBeGreaterThan(Math.log2(50));
    expect(company).toBe(0);
  });

  test("does not exceed the rest if its texture contradicts everywhere", () => {
    const [{ beyondRest }] = evidenceOf(
      [area],
      contradicting(3, (cell) => column(cell) < edge / 2),
    );
    expect(beyondRest).toBeLessThan(0.5);
  });

  test("is compared with its own texture only", () => {
    const [flat, isIn] = [square(44, 6), has(square(44, 6))];
    const worst = contradicting(3, (cell) => column(cell) < edge / 2 - 2 || isIn(cell));
    const [ofFlat, ofTextured] = evidenceOf([flat, area], worst);
    expect(ofFlat.beyondRest).toBeGreaterThan(ofTextured.beyondRest + 4);
  });

  test("counts other areas of its texture as company", () => {
    const twin = square(6, 30);
    const worst = contradicting(3, (cell) => has(area)(cell) || has(twin)(cell));
    expect(evidenceOf([area, twin], worst)[0].company).toBeGreaterThan(3);
  });

  test("takes the texture from the frame that shows most of it", () => {
    const black = copyOf(edge, Array<number>(cells.length).fill(0));
    const worst = contradicting(3, (cell) => column(cell) < edge / 2 - 2);
    const [{ beyondRest }] = evidenceOf([area], worst, [black, wall]);
    expect(beyondRest).toBeLessThan(0.5);
  });

  test("measures its size, peak and thickness", () => {
    const worst = contradicting(1, has(area));
    const [one] = evidenceOf([area], worst);
    expect(one).toMatchObject({ peak: 2, size: Math.log2(144) });
    expect(one.thickness).toBeCloseTo(100 / 144, 10);
    const strip: Area = { ...area, core: area.core.filter((cell) => row(cell) < 8) };
    expect(evidenceOf([strip], worst)[0].thickness).toBe(0);
  });

  test("counts the links in which it contradicts", () => {
    const worst = contradicting(1, has(area));
    const comparisons = [1, 1].map((gain) => ({ dark: wall, bright: wall, link: linkOf(gain) }));
    const compared = { copies: [wall, wall, wall], comparisons, worst, grid };
    const none = new Uint8Array(worst.length);
    expect(weighAreas([area], { ...compared, found: [worst, none] })[0].links).toBe(0.5);
    expect(weighAreas([area], { ...compared, found: [worst, worst] })[0].links).toBe(1);
  });
});

describe("surroundings of an area", () => {
  const area = square(24, 24, 10);
  /** Light in the brighter frame falls off from the middle; beyond some cells it is what the model predicts. */
  const spot = (excess: number, slope: number) =>
    cells.map((i) => {
      const away = Math.max(Math.abs(column(i) - 29), Math.abs(row(i) - 29));
      return 0.4 + Math.max(0, away <= 5 ? excess : excess - slope * (away - 5));
    });

  test.each([
    ["are explained where the static scene begins", 1, 0.8, 1],
    ["are not if light falls off slowly", 0.01, 0, 0.5],
  ])("%s", (_, slope, least, most) => {
    const copies = [copyOf(edge, Array(cells.length).fill(0.2)), copyOf(edge, spot(0.2, slope))];
    const worst = contradicting(1, has(area));
    const link = linkOf(2);
    const compared = {
      copies,
      comparisons: [{ dark: copies[0], bright: copies[1], link }],
      found: [worst],
      worst,
      grid,
    };
    const [{ surroundings }] = weighAreas([area], compared);
    expect(surroundings).toBeGreaterThan(least);
    expect(surroundings).toBeLessThan(most);
  });
});
