import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PlacedFrame, planRegrouping } from "../../src/domain/regrouping.ts";

/** Frames of the images A (1, 2, 3) and B (4, 5), and one of none (6). */
const frames: readonly PlacedFrame[] = [
  ...["1", "2", "3"].map((bracketId) => ({ bracketId, imageId: "A" })),
  ...["4", "5"].map((bracketId) => ({ bracketId, imageId: "B" })),
  { bracketId: "6", imageId: null },
];

describe("a regrouping", () => {
  test.each([
    ["joins two images into the first", [["1", "2", "3", "4", "5"]], { A: "1 2 3 4 5" }, [], ["B"]],
    ["splits frames off to a new image", [["2", "3"]], { A: "1" }, ["2 3"], []],
    ["moves a frame to another image", [["4", "5", "3"]], { A: "1 2", B: "4 5 3" }, [], []],
    ["puts another frame first", [["2", "1", "3"]], { A: "2 1 3" }, [], []],
    ["makes an image of each frame", [["4"], ["5"]], { B: "4" }, ["5"], []],
    ["adds a frame that had no image", [["1", "2", "3", "6"]], { A: "1 2 3 6" }, [], []],
    ["changes nothing where the frames stay as they are", [["4", "5"]], {}, [], []],
  ] as const)("%s", (_, lists, kept, made, gone) => {
    const { images, removed } = planRegrouping(frames, lists);
    const shown = (isNew: boolean) => images.filter(({ imageId }) => (imageId === undefined) === isNew);
    expect(Object.fromEntries(shown(false).map(({ imageId, bracketIds }) => [imageId, bracketIds.join(" ")]))).toEqual(
      kept,
    );
    expect(shown(true).map(({ bracketIds }) => bracketIds.join(" "))).toEqual(made);
    expect(removed).toEqual(gone);
  });

  test("never loses or doubles a frame, nor gives one image to two lists", () => {
    const ids = frames.map(({ bracketId }) => bracketId);
    const lists = fc
      .shuffledSubarray(ids, { minLength: 1 })
      .chain((chosen) =>
        fc
          .array(fc.nat(2), { minLength: chosen.length, maxLength: chosen.length })
          .map((places) =>
            [0, 1, 2].map((place) => chosen.filter((_, i) => places[i] === place)).filter((list) => list.length > 0),
          ),
      );
    fc.assert(
      fc.property(lists, (asked) => {
        const { images, removed } = planRegrouping(frames, asked);
        const after = new Map<string, readonly string[]>([
          ["A", ["1", "2", "3"]],
          ["B", ["4", "5"]],
        ]);
        for (const id of removed) after.delete(id);
        for (const [i, { imageId, bracketIds }] of images.entries()) after.set(imageId ?? `new ${i}`, bracketIds);
        const placed = [...after.values()].flat().sort();
        const wanted = ids.filter((id) => id !== "6" || asked.flat().includes("6"));
        expect(placed).toEqual(wanted.sort());
        for (const list of asked) expect([...after.values()].map(String)).toContain(String(list));
      }),
    );
  });
});
