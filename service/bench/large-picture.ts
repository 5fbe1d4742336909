import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** A photograph of the sample shoot, enlarged to about `megapixels`; another `number` gives other bytes. */
export function largePicture(megapixels: number, number: number): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 2));
  return sharp(fileURLToPath(new URL("../../fixtures/shoot/IMG_0012.JPG", import.meta.url)))
    .resize(width, Math.round((width * 2) / 3), { fit: "fill" })
    .modulate({ brightness: 1 + number / 100 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
