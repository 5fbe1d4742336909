import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, type Orientation, toOrientation } from "../../image/index.ts";
import type { DecodedMosaic, DecodeRequest } from "../codec.ts";
import type { PlainSamples } from "../dng/index.ts";
import { bytesOf, type RandomAccess } from "../random-access.ts";
import { decodeEmbeddedJpeg, findEmbeddedJpegs } from "./embedded-preview.ts";

/** The copy's longer edge is as long as this or somewhat longer. */
const copyEdgePx = 100;

/** A picture whose sides' ratio differs by more than this share shows something else: a tile of lossy sensor data. */
const sameShape = 0.03;

/** Adds the camera's own picture to sensor data if it is wanted and `bytes` hold one. */
export async function withCameraPicture(
  decoded: DecodedMosaic,
  bytes: Uint8Array,
  request: DecodeRequest,
): Promise<DecodedMosaic> {
  if (!request.wantsCameraPicture) return decoded;
  const cameraPicture = await readCameraPicture(bytes, decoded, request);
  return cameraPicture ? { ...decoded, cameraPicture } : decoded;
}

/** What of a file may hold pictures: all but the samples. */
export function bytesBeside(file: RandomAccess, { offset, width, height }: PlainSamples): Uint8Array {
  return Buffer.concat([bytesOf(file, 0, offset), bytesOf(file, offset + width * height * 2, file.length)]);
}

async function readCameraPicture(
  bytes: Uint8Array,
  { mosaic }: DecodedMosaic,
  request: DecodeRequest,
): Promise<IntegerImage | undefined> {
  const shape = shapeOf(mosaic.crop ?? mosaic);
  const isSame = (one: { width: number; height: number }) => Math.abs(shapeOf(one) / shape - 1) < sameShape;
  const picture = findEmbeddedJpegs(bytes).find(isSame);
  if (!picture || Math.max(picture.width, picture.height) < copyEdgePx) return undefined;
  const orientation: Orientation = toOrientation(mosaic.orientation);
  try {
    return await decodeEmbeddedJpeg(bytes, picture, orientation, { ...request, minEdgePx: copyEdgePx });
  } catch (thrown) {
    // Nothing hangs on it.
    if (!(thrown instanceof EngineError)) throw thrown;
    return undefined;
  }
}

function shapeOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.max(width, height) / Math.min(width, height);
}
