import { describe, expect, test } from "vitest";
import { drawLabels } from "../../bench/scene/labels.ts";
import { addPicture, newTally, rowsOf } from "../../bench/scene/score.ts";

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

describe("the labels of a photograph", () => {
  test("lie over one another in their order, in percent of the picture", () => {
    const areas = [
      { class: "wall", polygon: square(0, 100) },
      { class: "window", polygon: square(25, 75) },
    ];
    const labels = drawLabels({ kind: "room", areas }, 8, 8);
    expect([labels[0], labels[8 * 4 + 4]]).toEqual([2, 4]);
    expect(labels.filter((label) => label === 4)).toHaveLength(16);
  });

  test("count blinds as windows, furniture as other, and leave the rest unknown", () => {
    const areas = [
      { class: "blind", polygon: square(0, 50) },
      { class: "furniture", polygon: square(50, 100) },
    ];
    const labels = drawLabels({ kind: "room", areas }, 4, 4);
    expect([...labels]).toEqual([4, 4, 0, 0, 4, 4, 0, 0, 0, 0, 10, 10, 0, 0, 10, 10]);
  });
});

describe("the score of maps", () => {
  test("counts intersection over union, recall and precision where labels say something", () => {
    const tally = newTally();
    const labels = Uint8Array.from([4, 4, 4, 4, 2, 2, 2, 2, 0, 0]);
    const found = Uint8Array.from([4, 4, 2, 2, 2, 2, 2, 4, 4, 4]);
    const mean = addPicture(tally, found, labels);
    expect(rowsOf("rooms", tally)).toEqual(["rooms\t1\twall\t0.50\t0.75\t0.60", "rooms\t1\twindow\t0.40\t0.50\t0.67"]);
    expect(mean).toBeCloseTo(0.45);
  });
});
