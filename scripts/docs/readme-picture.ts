import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createEngine } from "../../src/index.ts";

/**
 * Updates docs/before-after.webp, the README's picture: npm run docs -- readme. Left: the middle exposure of the sample
 * shoot's first bracket from the camera; right: the result of `enhance` from all five with the default options.
 */
const shoot = fileURLToPath(new URL("../../fixtures/shoot/", import.meta.url));
const target = fileURLToPath(new URL("../../docs/before-after.webp", import.meta.url));

const frames = [1, 2, 3, 4, 5].map((number) => `${shoot}IMG_000${number}.JPG`);
const middle = frames[2];
/** Size of each half, in pixels. */
const size = { width: 720, height: 480 };
const gapPx = 12;

const engine = createEngine();
try {
  const { bytes } = await engine.enhance(frames, { format: "png" });
  if (!bytes) throw new Error("expected the picture's bytes, got none");
  const halves = await Promise.all(
    [middle, bytes].map((source) =>
      sharp(source)
        .resize({ ...size, fit: "cover" })
        .toBuffer(),
    ),
  );
  await sharp({
    create: { width: 2 * size.width + gapPx, height: size.height, channels: 3, background: "white" },
  })
    .composite(halves.map((input, i) => ({ input, left: i * (size.width + gapPx), top: 0 })))
    .webp({ quality: 80 })
    .toFile(target);
} finally {
  await engine.close();
}
