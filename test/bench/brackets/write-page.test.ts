import { describe, expect, it } from "vitest";
import { deal } from "../../../bench/brackets/parts.ts";
import { replaceBetween } from "../../../bench/brackets/write-page.ts";

describe("tables in a page", () => {
  const page = "before\n<!-- faults: how -->\n\nold\n\n<!-- end of faults -->\nafter $1";

  it("stand between their markers, and nothing else changes", () => {
    const written = replaceBetween(page, "faults", "| $& |");
    expect(written).toBe("before\n<!-- faults: how -->\n\n| $& |\n\n<!-- end of faults -->\nafter $1");
    expect(replaceBetween(written, "faults", "| $& |")).toBe(written);
  });

  it("are refused where the markers are missing", () => {
    expect(() => replaceBetween(page, "brackets", "")).toThrow(RangeError);
  });
});

describe("dealing work", () => {
  it("gives every value once, to no more hands than there are values", () => {
    expect(deal([1, 2, 3, 4, 5], 2)).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
    expect(deal([1], 4)).toEqual([[1]]);
  });
});
