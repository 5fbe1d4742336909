import { readFileSync } from "node:fs";
import type { IntegerImage } from "../../src/image/index.ts";
import { shrinkToEdge } from "../../src/ops/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { decode } from "../../test/support/decode.ts";

/** A picture of 8 bits whose longer edge has `edgePx` at most. */
export async function readPicture(path: string, edgePx: number, context: StageContext): Promise<IntegerImage> {
  const { image } = await decode(readFileSync(path));
  const { width, height, data } = await shrinkToEdge(image, edgePx, context);
  const bytes = new Uint8Array(new SharedArrayBuffer(data.length));
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.round(255 * data[i]);
  return { width, height, channels: 3, data: bytes, space: "srgb" };
}
