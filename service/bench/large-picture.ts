import { fileURLToPath } from "node:url";
import sharp from "sharp";

const made = new Map<number, Promise<Buffer>>();

/**
 * A photograph of the sample shoot, enlarged to about `megapixels`; another `number` gives other bytes, by a comment
 * alone: encoding each of a large order again would take longer than what is measured with it.
 */
export async function largePicture(megapixels: number, number: number): Promise<Buffer> {
  const picture = made.get(megapixels) ?? enlarge(megapixels);
  made.set(megapixels, picture);
  const bytes = await picture;
  const comment = Buffer.alloc(8);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(6, 2);
  comment.writeUInt32BE(number, 4);
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]);
}

function enlarge(megapixels: number): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 2));
  return sharp(fileURLToPath(new URL("../../fixtures/shoot/IMG_0012.JPG", import.meta.url)))
    .resize(width, Math.round((width * 2) / 3), { fit: "fill" })
    .jpeg({ quality: 90 })
    .toBuffer();
}
