import { type DecodedImage, getCodec } from "../../src/codecs/index.ts";
import type { Warning } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { testContext } from "./context.ts";

interface Decoded extends DecodedImage {
  readonly warnings: readonly Warning[];
}

/** Decodes any file of pictures with generous limits and keeps the warnings. */
export async function decode(
  bytes: Uint8Array,
  options: { maxPixels?: number; minEdgePx?: number; fileName?: string } = {},
): Promise<Decoded> {
  const warnings: Warning[] = [];
  const decoded = await getCodec(bytes).decode(bytes, {
    memory: new PixelPool(0),
    kernels: testContext().kernels,
    maxPixels: 100_000_000,
    ...options,
    warn: (code, message) => warnings.push({ code, message }),
  });
  if (decoded.kind !== "image") throw new Error("expected a picture, got sensor data");
  return { ...decoded, warnings };
}
