import { beforeAll, describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { justTolerated } from "../../../src/kernels/index.ts";
import type { RelatedLink, Relation } from "../../../src/ops/index.ts";
import { findAreas } from "../../../src/stages/deghost/areas.ts";
import { deghost } from "../../../src/stages/deghost/index.ts";
import { testContext } from "../../support/context.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";
import { relateFrames } from "../../support/related-stages.ts";

describe("proof of movement", () => {
  const { frames, exposuresEv } = makeMovingBracket({
    kind: "people",
    seed: 2,
    width: 300,
    height: 200,
    evs: [-2, 0, 2],
  });
  let relation: Relation;

  beforeAll(async () => {
    relation = (await relateFrames(frames, testContext(), exposuresEv)).relation;
  });

  const sharesOf = async (...changes: Partial<RelatedLink>[]) => {
    const links = relation.links.map((link, k) => ({ ...link, ...changes[k] }));
    const given = frames as readonly [IntegerImage, ...IntegerImage[]];
    return (await deghost({ frames: given, relation: { ...relation, links } }, {}, testContext())).share;
  };

  const far = { stops: 5.5 };
  const apart = { shared: 0.2, explained: 0.9 };

  test("comes from frames that share enough of the picture", async () => {
    expect(await sharesOf({}, {})).toBeGreaterThan(0.01);
  });

  test.each([
    ["more than five stops lie between the frames", far],
    ["frames share little, and not all of that is explained", apart],
  ])("is none where %s", async (_, change) => {
    expect(await sharesOf(change, change)).toBe(0);
  });

  test.each([
    ["share little that is well explained", { shared: 0.2, explained: 0.98 }],
    ["share much that is not", { shared: 0.5, explained: 0.7 }],
  ])("may come from frames that %s", async (_, change) => {
    expect(await sharesOf(change, change)).toBe(await sharesOf({}, {}));
  });

  test("does not come from frames that could not be aligned, unless others prove it", async () => {
    const shareWithout = async (...unaligned: number[]) => {
      const given = frames as readonly [IntegerImage, ...IntegerImage[]];
      return (await deghost({ frames: given, relation, unaligned }, {}, testContext())).share;
    };
    expect(await shareWithout(1)).toBe(0);
    expect(await shareWithout(0)).toBe(await sharesOf({}, {}));
  });

  test("of two frames lets the others be believed too", async () => {
    expect(await sharesOf(apart, {})).toBe(await sharesOf({}, {}));
    expect(await sharesOf({}, far)).toBe(await sharesOf({}, {}));
  });
});

describe("thin contradictions", () => {
  const grid = { width: 60, height: 40, wrapX: false };
  const strip = (rows: number) =>
    Uint8Array.from({ length: 60 * 40 }, (_, i) => {
      const [x, y] = [i % 60, Math.floor(i / 60)];
      return x >= 20 && x < 40 && y >= 15 && y < 15 + rows ? 4 * justTolerated : 0;
    });

  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
  ])("%i cells high make %i areas: an edge that lies a little off is no movement", (rows, areas) => {
    expect(findAreas(strip(rows), grid).length).toBe(areas);
  });
});

describe("little evidence", () => {
  const grid = { width: 60, height: 40, wrapX: false };
  /** A square of so many cells along an edge that contradict each other so much. */
  const square = (edge: number, value: number) =>
    Uint8Array.from({ length: 60 * 40 }, (_, i) => {
      const [x, y] = [i % 60, Math.floor(i / 60)];
      return x >= 20 && x < 20 + edge && y >= 15 && y < 15 + edge ? value : 0;
    });

  test.each([
    ["faint, is none", 3, 2.5 * justTolerated, 0],
    ["stark, is one", 3, 4 * justTolerated, 1],
    ["and much of it, is one though it is faint", 4, 2.5 * justTolerated, 1],
  ])("that is %s", (_, edge, value, areas) => {
    expect(findAreas(square(edge, value), grid).length).toBe(areas);
  });
});
