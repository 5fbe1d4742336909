import { describe, expect, test } from "vitest";
import { type Orientation, swapsAxes, turnBetween, turnInto } from "../../src/image/index.ts";

const all: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const stored = { data: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2, channels: 1 };

function turned(picture: typeof stored, orientation: Orientation) {
  const target = new Uint8Array(picture.data.length);
  turnInto(picture, orientation, target);
  const { width, height } = picture;
  return { ...picture, data: target, ...(swapsAxes(orientation) ? { width: height, height: width } : {}) };
}

test("a quarter turn clockwise puts the stored left column on top, from the bottom up", () => {
  expect(turned(stored, 6)).toMatchObject({ data: Uint8Array.of(4, 1, 5, 2, 6, 3), width: 2, height: 3 });
});

describe.each(all)("from orientation %i", (from) => {
  test.each(all)("to %i, a displayed picture stands as if it were displayed so at once", (to) => {
    expect(turned(turned(stored, from), turnBetween(from, to))).toEqual(turned(stored, to));
  });
});
