import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { previewLimits, render } from "../../src/engine/rendition.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lightwell-rendition-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["a large one", 3200, 2400, 1600, 1200],
  ["one of 1600 px", 1600, 1200, 1131, 848],
  ["one that is a little larger", 1700, 1000, 1202, 707],
  ["a small one", 96, 64, 67, 45],
  ["a tall one", 64, 96, 45, 67],
])("the preview of %s has at most half of its pixels, and 1600 px on the longer edge", async (_what, ...sizes) => {
  const [width, height, ...expected] = sizes;
  const input = join(folder, "full.jpg");
  await sharp({ create: { width, height, channels: 3, background: "grey" } })
    .jpeg()
    .toFile(input);
  const request = { format: "jpeg", quality: 85, watermark: false, ...previewLimits } as const;
  const size = await render(input, join(folder, "preview.jpg"), request);
  expect([size.width, size.height]).toEqual(expected);
  expect(size.width * size.height).toBeLessThanOrEqual((width * height) / 2);
});
