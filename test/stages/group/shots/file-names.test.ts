import { describe, expect, test } from "vitest";
import { isNext, rollover } from "../../../../src/stages/group/shots/counter.ts";
import { compareNames, parseName } from "../../../../src/stages/group/shots/file-names.ts";

describe("file names", () => {
  test("sort as people sort them", () => {
    const sorted = ["a.jpg", "A1.jpg", "a2.jpg", "a02b.jpg", "a10.jpg", "a99999999999999999999.jpg", "b1.jpg"];
    expect([...sorted].reverse().sort(compareNames)).toEqual(sorted);
  });

  test.each([
    ["shoot/IMG_0012.CR2", { stem: "shoot/img_0012", number: 12, extension: "cr2", isCopy: false }],
    ["IMG_0012 (1).JPG", { stem: "img_0012", number: 12, isCopy: true }],
    ["IMG_0012 copy 2.jpg", { stem: "img_0012", isCopy: true }],
    ["IMG_0012 - Copy (3).jpg", { stem: "img_0012", isCopy: true }],
    ["mask_over.jpg", { stem: "mask_over", isCopy: false }],
    ["shoot2/A.jpg", { stem: "shoot2/a", prefix: "shoot2/a" }],
    [".jpg", { stem: ".jpg", extension: "", isCopy: false }],
    ["", { stem: "", isCopy: false }],
  ])("%j falls into its parts", (name, parts) => {
    expect(parseName(name)).toMatchObject(parts);
  });

  test("digits of a folder do not number its files", () => {
    expect(parseName("2026/room3/A.jpg").number).toBeUndefined();
    expect(parseName("2026/room3/A7.jpg").number).toBe(7);
  });

  test("a camera's counter is unrolled at its widest hole only where both ends are there", () => {
    expect(rollover([9998, 9999, 1, 2, undefined])).toEqual([9998, 9999, 10001, 10002, undefined]);
    expect(rollover([9998, 2, 3])).toEqual([9998, 10002, 10003]);
    expect(rollover([998, 999, 1, undefined])).toEqual([998, 999, 1001, undefined]);
    expect(rollover([5039998, 5039999, 5030001])).toEqual([5039998, 5039999, 5040001]);
    expect(rollover([998, 600, 300, 2])).toEqual([998, 600, 300, 2]);
    expect(rollover([9998, 6000, 3000, 2])).toEqual([9998, 6000, 3000, 2]);
    expect(rollover([])).toEqual([]);
  });

  test.each([
    [12, 13, true],
    [9999, 1, true],
    [9999, 0, true],
    [5039999, 5030001, true],
    [1009999, 1010001, true],
    [999, 1, true],
    [999, 1000, true],
    [1000999, 1010001, true],
    [12, 14, false],
    [998, 1, false],
    [13, 12, false],
  ])("%i is followed by %i: %s", (x, y, expected) => {
    expect(isNext(x, y)).toBe(expected);
  });
});
