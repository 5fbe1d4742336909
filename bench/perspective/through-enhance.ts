import sharp from "sharp";
import type { Engine } from "../../src/index.ts";
import type { PerspectiveResult } from "../../src/stages/perspective/index.ts";
import type { Trial } from "./trial.ts";

/** Verticals reported by `enhance` for a picture, from a JPEG with its focal length to a JPEG. */
export async function straightenedBy(engine: Engine, { kind, seed, image, photo }: Trial): Promise<PerspectiveResult> {
  const { width, height, data } = image;
  const picture = sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 3 },
  });
  const focalMm = Math.round(photo.lens.focal35Mm ?? 0);
  const told = focalMm > 0 ? picture.withExif({ IFD2: { FocalLengthIn35mmFilm: String(focalMm) } }) : picture;
  const bytes = await told.jpeg({ quality: 92 }).toBuffer();
  const { report } = await engine.enhance([{ name: `${kind}-${seed}.jpg`, bytes }]);
  return report.stages.perspective as unknown as PerspectiveResult;
}
