import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { mappingOver } from "../../../src/ops/index.ts";
import { carriedNoise } from "../../../src/stages/deghost/carried-noise.ts";
import { chooseFrames } from "../../../src/stages/deghost/choose-frame.ts";
import { shows } from "../../../src/stages/deghost/compare.ts";
import { leaveGrainy } from "../../../src/stages/deghost/make-consistent.ts";
import { copyOf, linkOf, noiseless } from "../../support/cell-copies.ts";

const grid = { width: 10, height: 10, wrapX: false };
const all = Int32Array.from({ length: 100 }, (_, i) => i);
const filled = (value: number) => Array<number>(100).fill(value);
/** A deviation of this much at every tone. */
const noisy = (deviation: number) => ({ ...noiseless, rounding: deviation });

/** The frame that shows an area: 0 = dark, of this deviation of noise, 1 = bright. */
function frameShowing(dark: number[], deviation: number, bright: number[]): number {
  const copies = [copyOf(10, dark, noisy(deviation)), copyOf(10, bright)];
  const links = [linkOf(2)];
  const bases = new Uint8Array(100).fill(255);
  const consensus = copies.map(() => new Uint8Array(100).fill(shows.undecided));
  const evidence = { copies, found: [new Uint8Array(100)], consensus, mapLuma: mappingOver(links, 3), grid };
  chooseFrames(
    [{ core: all, shown: all, tolerated: justTolerated }],
    { ...evidence, noise: carriedNoise(copies, links) },
    bases,
  );
  return bases[55];
}

describe("noise that is carried into brighter frames", () => {
  test("is the source's times the slopes of the tables, where it is more than six levels", () => {
    const copies = [copyOf(10, filled(0.1), noisy(0.008)), copyOf(10, filled(0.2)), copyOf(10, filled(0.6))];
    const noise = carriedNoise(copies, [linkOf(2), linkOf(3)]);
    expect(noise.beyond(0, 1, 0.1)).toBe(0);
    expect(noise.beyond(0, 2, 0.1)).toBeCloseTo(0.048 ** 2, 5);
    expect(noise.worst(0, 0.1)).toBeCloseTo(0.048 ** 2, 5);
    expect(noise.worst(1, 0.2)).toBe(0);
  });

  test("is not told from that of a frame which is a third as noisy itself", () => {
    const copies = [copyOf(10, filled(0.1), noisy(0.03)), copyOf(10, filled(0.2), noisy(0.021))];
    expect(carriedNoise(copies, [linkOf(2)]).worst(0, 0.1)).toBe(0);
  });

  test("lets a bright frame show an area whose highlights hardly leave its range", () => {
    // Two places are white in the bright frame; what is brightest in the dark one, elsewhere, would be nearly white
    // too.
    const bright = filled(0.45).map((value, i) => (i < 2 ? 1 : value));
    const dark = filled(0.2).map((value, i) => (i >= 90 ? 0.47 : value));
    expect(frameShowing(dark, 0.002, bright)).toBe(1);
  });

  test.each([
    ["a clean", 0.002, 0],
    ["a grainy", 0.03, 1],
  ] as const)(
    "decides whether %s dark frame or a bright one with a lost highlight shows an area",
    (_, deviation, base) => {
      // In the bright frame something white stood in two cells, which the dark one denies.
      const bright = filled(0.45).map((value, i) => (i < 2 ? 1 : value));
      expect(frameShowing(filled(0.2), deviation, bright)).toBe(base);
    },
  );

  test.each([
    ["leaves a ghost that is smaller than the noise", 0.42, 0.03, 0],
    ["does not leave a ghost that is larger than the noise", 0.7, 0.03, 60],
    ["does not leave a ghost for invisible noise", 0.42, 0.004, 60],
  ] as const)("%s", (_, shown, deviation, left) => {
    const copies = [copyOf(10, filled(0.2), noisy(deviation)), copyOf(10, filled(shown))];
    const links = [linkOf(2)];
    const cells = Uint8Array.from({ length: 100 }, (_, i) => (i < 60 ? 2 : 0));
    const showing = { copies, link: links[0], to: 1, cells, origin: new Uint8Array(100) };
    leaveGrainy(showing, carriedNoise(copies, links), grid);
    expect(cells.filter(Boolean).length).toBe(left);
  });

  test("goes by the frame whose pixels are shown, not by the one in between", () => {
    const copies = [copyOf(10, filled(0.1), noisy(0.02)), copyOf(10, filled(0.2)), copyOf(10, filled(0.42))];
    const links = [linkOf(2), linkOf(2)];
    const counts = [0, 1].map((from) => {
      const cells = new Uint8Array(100).fill(2);
      const showing = { copies, link: links[1], to: 2, cells, origin: new Uint8Array(100).fill(from) };
      leaveGrainy(showing, carriedNoise(copies, links), grid);
      return cells.filter(Boolean).length;
    });
    expect(counts).toEqual([0, 100]);
  });
});
