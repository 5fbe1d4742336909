import { expect, test } from "vitest";
import { cutBySize, hasCopies } from "../../src/domain/grouping.ts";

test("sets of a fixed size have that size where files are copies of each other, and a raw file stays with its JPEG", () => {
  const frame = (name: string, sha256 = name) => ({ name, source: { sha256 } });
  const namesOf = (photographs: readonly ReturnType<typeof frame>[][], size: number) =>
    cutBySize(photographs, size).map((set) => set.map(({ name }) => name));
  const copies = [[frame("a"), frame("copy of a", "a")], [frame("b")], [frame("c"), frame("copy of c", "c")]];
  expect(namesOf(copies, 2)).toEqual([["a", "copy of a"], ["b", "c"], ["copy of c"]]);
  expect(namesOf([[frame("a"), frame("b", "a"), frame("c", "a"), frame("d", "a")]], 3)).toEqual([
    ["a", "b", "c"],
    ["d"],
  ]);
  expect(namesOf([[frame("a.jpg"), frame("a.dng")], [frame("b")]], 2)).toEqual([["a.jpg", "a.dng", "b"]]);
  expect([[frame("a"), frame("b")], copies.flat()].map(hasCopies)).toEqual([false, true]);
});
