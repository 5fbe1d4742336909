import { EngineError } from "../../errors/index.ts";
import { type Orientation, toOrientation } from "../../image/index.ts";
import type { DecodedImage, DecodeFacts, DecodeRequest } from "../codec.ts";
import type { LibRawMetadata } from "../libraw/index.ts";
import { orientationOf } from "../mosaic/index.ts";
import { decodeEmbeddedJpeg, findEmbeddedJpegs } from "./embedded-preview.ts";
import { containerDirectories } from "./variant.ts";

/**
 * A preview replaces the sensor data when it is at least this share as wide; without a known width it needs this
 * many pixels.
 */
const previewShare = 0.5;
const previewMinEdgePx = 1000;

const facts: DecodeFacts = { format: "raw", sourceBitDepth: 8, sourceColorSpace: "srgb", source: "preview" };

/**
 * Replaces sensor data that cannot be read, or not well, for the given reason, by the largest embedded preview, with
 * the warning `decode/preview-used`; `undefined` when none is good enough.
 */
export async function decodePreview(
  bytes: Uint8Array,
  { metadata, reason }: { readonly metadata: LibRawMetadata | undefined; readonly reason: string },
  request: DecodeRequest,
): Promise<DecodedImage | undefined> {
  const orientation = metadata ? orientationOf(metadata) : containerOrientation(bytes);
  const rawEdge = metadata ? Math.max(metadata.width, metadata.height) : 0;
  const needed = rawEdge > 0 ? rawEdge * previewShare : previewMinEdgePx;
  for (const preview of findEmbeddedJpegs(bytes)) {
    if (Math.max(preview.width, preview.height) < needed) break;
    if (preview.width * preview.height > request.maxPixels) continue;
    try {
      const image = await decodeEmbeddedJpeg(bytes, preview, orientation, request);
      const message = `${reason}; the embedded preview of ${image.width} × ${image.height} is used`;
      request.warn("decode/preview-used", message);
      return { kind: "image", image, facts };
    } catch (thrown) {
      // The preview may be cut short like the rest of the file; a smaller one may be complete.
      if (!(thrown instanceof EngineError)) throw thrown;
    }
  }
  return undefined;
}

/** For thumbnails: the smallest embedded preview whose longer edge is at least `edgePx`. */
export async function decodeSmallPreview(
  bytes: Uint8Array,
  orientation: Orientation,
  request: DecodeRequest,
  edgePx: number,
): Promise<DecodedImage | undefined> {
  const previews = findEmbeddedJpegs(bytes).filter((one) => Math.max(one.width, one.height) >= edgePx);
  for (const preview of previews.reverse()) {
    try {
      return { kind: "image", image: await decodeEmbeddedJpeg(bytes, preview, orientation, request), facts };
    } catch (thrown) {
      // A broken preview does not mean that the sensor data is broken; the next larger one may be complete.
      if (!(thrown instanceof EngineError)) throw thrown;
    }
  }
  return undefined;
}

/** What the container says where LibRaw could not open it. */
export function containerOrientation(bytes: Uint8Array): Orientation {
  return toOrientation(containerDirectories(bytes)[0]?.number(274));
}
