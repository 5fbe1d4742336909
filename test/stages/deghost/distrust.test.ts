import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { closerThanPlain } from "../../../src/stages/deghost/closer-than-plain.ts";
import { standingOut } from "../../../src/stages/deghost/more-than-elsewhere.ts";
import { copyOf, linkOf } from "../../support/cell-copies.ts";

const all = Int32Array.from({ length: 100 }, (_, i) => i);
const filled = (value: number) => Array<number>(100).fill(value);

describe("closerThanPlain", () => {
  const values = [0.3, 0.3, 0.3, 0.3, 0.3, 0.6];
  const planned = {
    copies: values.map((value) => copyOf(10, filled(value))),
    links: values.slice(1).map(() => linkOf(1)),
    labels: new Uint8Array(100).fill(5),
  };
  const show = (to: number) => ({ from: 5, to, cells: new Uint8Array(100).fill(1) });

  test("keeps what every frame then shows", () => {
    expect(
      closerThanPlain(
        { core: all, shown: all, tolerated: justTolerated },
        { ...planned, substitutions: [0, 1, 2, 3, 4].map(show) },
      ),
    ).toBe(true);
  });

  test("refuses what would be between the frames, further from each than their plain fusion", () => {
    expect(
      closerThanPlain(
        { core: all, shown: all, tolerated: justTolerated },
        { ...planned, substitutions: [0, 1].map(show) },
      ),
    ).toBe(false);
  });

  test("does not ask frames that show nothing but white", () => {
    const copies = [...planned.copies, copyOf(10, filled(1))];
    const substitutions = [0, 1].map(show);
    const links = [...planned.links, linkOf(3)];
    expect(
      closerThanPlain(
        { core: all, shown: all, tolerated: justTolerated },
        { ...planned, copies, links, substitutions },
      ),
    ).toBe(false);
  });
  test("refuses what no frame shows in more than white", () => {
    const copies = values.map(() => copyOf(10, filled(1)));
    expect(
      closerThanPlain(
        { core: all, shown: all, tolerated: justTolerated },
        { ...planned, copies, substitutions: [show(0)] },
      ),
    ).toBe(false);
  });
});

describe("standingOut", () => {
  const edge = 40;
  const grid = { width: edge, height: edge, wrapX: false };
  /** Light in the brighter frame falls off from the middle; beyond some cells it is what the model says. */
  const spot = (excess: number, slope: number) =>
    Array.from({ length: edge * edge }, (_, i) => {
      const away = Math.max(Math.abs((i % edge) - edge / 2), Math.abs(Math.floor(i / edge) - edge / 2));
      return 0.4 + Math.max(0, away <= 5 ? excess : excess - slope * (away - 5));
    });
  const core = Int32Array.from(all, (i) => (15 + Math.floor(i / 10)) * edge + 15 + (i % 10));
  const found = [new Uint8Array(edge * edge).fill(0)];
  for (const cell of core) found[0][cell] = 100;
  const areas = [{ core, shown: core, tolerated: justTolerated }];

  test.each([
    ["keeps what ends where the standing scene begins", 1, 1],
    ["leaves out light that falls off slowly around", 0.01, 0],
  ])("%s", (_, slope, kept) => {
    const [dark, bright] = [copyOf(edge, Array(edge * edge).fill(0.2)), copyOf(edge, spot(0.2, slope))];
    expect(standingOut(areas, [{ dark, bright, link: linkOf(2) }], found, grid).length).toBe(kept);
  });
});
