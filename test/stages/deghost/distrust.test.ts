import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { closerThanPlain, mapsOfPairs } from "../../../src/stages/deghost/closer-than-plain.ts";
import { copyOf, linkOf } from "../../support/cell-copies.ts";

const all = Int32Array.from({ length: 100 }, (_, i) => i);
const filled = (value: number) => Array<number>(100).fill(value);

describe("closerThanPlain", () => {
  const values = [0.3, 0.3, 0.3, 0.3, 0.3, 0.6];
  const links = values.slice(1).map(() => linkOf(1));
  const planned = {
    copies: values.map((value) => copyOf(10, filled(value))),
    mapOf: mapsOfPairs(links),
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
    const mapOf = mapsOfPairs([...links, linkOf(3)]);
    expect(
      closerThanPlain(
        { core: all, shown: all, tolerated: justTolerated },
        { ...planned, copies, mapOf, substitutions },
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
