import { expect, it } from "vitest";
import { takePicture } from "../../../bench/perspective/trial.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { shrinkToEdge } from "../../../src/ops/index.ts";
import { perspective, pictureOfLines, type SeenGeometry } from "../../../src/stages/perspective/index.ts";
import { testContext } from "../../support/context.ts";

/** How many pixels of a row or column have a colour. */
const count = ({ data }: IntegerImage, [red, green, blue]: readonly [number, number, number]) => {
  let sum = 0;
  for (let i = 0; i < data.length; i += 3) if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) sum++;
  return sum;
};

it("draws the lines that a tilt is judged by, the horizon where it lies, and the grid that comes straight", async () => {
  const { image, photo, camera } = takePicture("room", "hand", 804);
  const context = testContext();
  const small = await shrinkToEdge(image, 600, context);
  const seen: SeenGeometry[] = [];
  const { homography } = await perspective(
    { image, photo, is360: false, show: (each) => seen.push(each) },
    {},
    context,
  );
  expect(homography).toBeDefined();
  const drawn = pictureOfLines(small, seen[0], homography);
  expect([drawn.width / small.width, drawn.height / small.height]).toEqual([
    expect.closeTo(1.6, 2),
    expect.closeTo(1.6, 2),
  ]);
  expect(count(drawn, [60, 220, 60])).toBeGreaterThan(200);
  expect(count(drawn, [150, 150, 150])).toBeGreaterThan(2000);
  // The horizon crosses the middle column where the camera's pitch puts it.
  const [x, focal] = [Math.round(drawn.width / 2), seen[0].view.focalPx / small.factor];
  const rows = Array.from({ length: drawn.height }, (_, y) => y).filter((y) => {
    const at = (y * drawn.width + x) * 3;
    return drawn.data[at] === 255 && drawn.data[at + 1] === 220 && drawn.data[at + 2] === 0;
  });
  const expected = drawn.height / 2 + focal * Math.tan((camera.pitchDeg * Math.PI) / 180);
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.abs(rows[0] - expected)).toBeLessThan(4);
});
