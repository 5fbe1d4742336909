import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { StoredSource } from "../database/tables.ts";
import { notFound } from "../http/errors.ts";
import type { Parts } from "../parts.ts";
import type { Storage } from "../storage/storage.ts";
import type { ImageRow } from "../store/image-store.ts";
import type { ByteRange } from "./byte-range.ts";
import { withExtension } from "./file-name-header.ts";
import type { Rendition } from "./rendition-query.ts";

const renderMs = 120_000;

/** A file to hand out. */
export interface Picture {
  readonly name: string;
  readonly mediaType: string;
  readonly preview: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  read(range?: ByteRange): Promise<Readable>;
  /** Ends its use. */
  release(): Promise<void>;
}

/** By the format that a file was found to have. */
export const mediaTypes: Record<string, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  heif: "image/heic",
  tiff: "image/tiff",
};

/** The result of an image in the shape asked for: as it is kept, or rendered now. */
export async function renderedPicture(
  { storage, renderers, config }: Parts,
  image: ImageRow,
  rendition: Rendition,
): Promise<Picture> {
  if (!image.result) throw notFound("picture");
  const { preview, mediaType, extension, request } = rendition;
  const common = { name: withExtension(image.image_name, extension), mediaType, preview };
  const kept = preview && !request ? image.result.preview : image.result.full;
  if (!request) {
    return { ...common, ...kept, read: (range) => storage.read(kept.key, range), release: async () => {} };
  }
  const folder = join(config.dataDir, "work", "renditions");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const output = join(folder, `${randomUUID()}.${extension}`);
  const input = await storage.borrow(kept.key);
  try {
    const size = await renderers.run({ kind: "render", input: input.path, output, rendition: request }, renderMs);
    const { size: sizeBytes } = await stat(output);
    const sha256 = await hashFile(output);
    const read = async (range?: ByteRange) => createReadStream(output, range);
    return { ...common, ...size, sizeBytes, sha256, read, release: () => rm(output, { force: true }) };
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  } finally {
    await input.release();
  }
}

/** A file as it was uploaded. */
export function originalPicture(
  storage: Storage,
  name: string,
  { key, sizeBytes, sha256, format }: StoredSource,
): Picture {
  return {
    name,
    mediaType: mediaTypes[format] ?? "application/octet-stream",
    preview: false,
    width: null,
    height: null,
    sizeBytes,
    sha256,
    read: (range) => storage.read(key, range),
    release: async () => {},
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
