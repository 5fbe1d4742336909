import { expect, test } from "vitest";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import { isXTransCell } from "../../../src/codecs/mosaic/pattern.ts";

test("a sensor's cell is one, wherever it begins", () => {
  for (let shift = 0; shift < 36; shift++) {
    const [dx, dy] = [shift % 6, Math.floor(shift / 6)];
    const cell = xTransCell.map((_, i) => xTransCell[((Math.floor(i / 6) + dy) % 6) * 6 + (((i % 6) + dx) % 6)]);
    expect(isXTransCell(cell)).toBe(true);
  }
});

test.each([
  ["all green", Array<number>(36).fill(1)],
  ["without blue", xTransCell.map((color) => (color === 2 ? 0 : color))],
  ["with a row that has no green", xTransCell.map((color, i) => (i < 6 ? 2 : color))],
])("a cell %s is none", (_, cell) => {
  expect(isXTransCell(cell)).toBe(false);
});
