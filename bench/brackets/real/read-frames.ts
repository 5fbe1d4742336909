import { statSync } from "node:fs";
import sharp from "sharp";
import { ExifTool } from "../../../src/exiftool/index.ts";
import { emptyPhoto, ev100, type IntegerImage, type Photo } from "../../../src/image/index.ts";
import { runTask } from "../../../src/pipeline/tasks.ts";
import type { StageContext } from "../../../src/stages/context.ts";
import { describePhoto } from "../../../src/stages/metadata/index.ts";
import type { BracketFolder } from "./find-brackets.ts";

export interface ReadBracket {
  readonly name: string;
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  readonly photos: readonly Photo[];
  readonly exposuresEv: readonly (number | undefined)[];
}

const limits = { maxFileBytes: 2 ** 30, maxPixels: 2 ** 28 };

/** Decodes brackets one by one, 8 bits, with a limited longer edge. */
export async function* readBrackets(
  folders: readonly BracketFolder[],
  maxEdgePx: number,
  context: StageContext,
): AsyncGenerator<ReadBracket> {
  const metadata = new ExifTool({ timeoutMs: 120_000 });
  try {
    for (const { name, paths } of folders) {
      const tags = await metadata.read([...paths], context.signal);
      const photos = tags.map((read) => (read instanceof Error ? emptyPhoto : describePhoto(read).photo));
      const frames: IntegerImage[] = [];
      for (const path of paths) {
        if (statSync(path).size === 0) throw new Error(`${path} is empty`);
        const { result } = await runTask("decode", { path, limits, options: {} }, context.kernels);
        frames.push(await shrink(result.image, maxEdgePx));
        context.memory.release(result.image.data);
      }
      const exposuresEv = photos.map(({ exposure }) => ev100(exposure));
      yield { name, frames: frames as unknown as ReadBracket["frames"], photos, exposuresEv };
    }
  } finally {
    await metadata.close();
  }
}

/** A copy in separate memory, 8 bits; reduced by Lanczos if necessary. */
async function shrink({ width, height, data }: IntegerImage, maxEdgePx: number): Promise<IntegerImage> {
  const raw = { width, height, channels: 3 } as const;
  const bytes =
    data instanceof Uint8Array ? new Uint8Array(data) : Uint8Array.from(data, (value) => Math.round(value / 257));
  const { data: pixels, info } = await sharp(bytes, { raw })
    .resize(maxEdgePx, maxEdgePx, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const target = new Uint8Array(new SharedArrayBuffer(pixels.length));
  target.set(pixels);
  return { width: info.width, height: info.height, channels: 3, data: target, space: "srgb" };
}
