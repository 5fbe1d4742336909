import { expect, test } from "vitest";
import { endAtEdges } from "../../../src/stages/tone/view-edges.ts";

const [width, height] = [120, 80];

/** A bright disc on a grey wall, whose rim is this wide (pixels), as a plane from `dark` to `bright`. */
function disc(rim: number, dark: number, bright: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) => {
    const distance = Math.hypot((i % width) - 60, Math.floor(i / width) - 40);
    return dark + (bright - dark) * Math.min(1, Math.max(0, (20 - distance) / rim + 0.5));
  });
}

test.each([
  ["that ends at its frame stays a view", 1.5, 1],
  ["that fades out is none", 24, 0],
])("a bright place %s", (_, rim, kept) => {
  const views = disc(rim, 0, 1);
  const middle = 40 * width + 60;
  expect(endAtEdges({ width, height, wrapX: false }, views, disc(rim, 0.5, 0.95))[middle]).toBeCloseTo(
    kept * views[middle],
    5,
  );
});
