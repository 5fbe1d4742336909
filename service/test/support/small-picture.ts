import sharp from "sharp";

/** A gradient of 96 × 64 pixels; another `tint` gives other bytes. */
export function smallPicture(tint = 0): Promise<Buffer> {
  const [width, height] = [96, 64];
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    pixels[3 * i] = 40 + (i % width);
    pixels[3 * i + 1] = 60 + Math.floor(i / width);
    pixels[3 * i + 2] = 80 + tint;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
