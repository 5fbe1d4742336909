import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { ImageResult, StoredSource } from "../../database/tables.ts";
import { EngineFailure, isInputFault } from "../../engine/calls.ts";
import { previewLimits, type RenditionRequest } from "../../engine/rendition.ts";
import { engineAway, HttpError, notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { borrowFiles } from "../../storage/borrowed-files.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ImageRow } from "../../store/image-store.ts";
import type { ByteRange } from "./byte-range.ts";
import { withExtension } from "./file-name-header.ts";
import { plainPreview, type Rendition } from "./rendition-query.ts";

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
  parts: Parts,
  image: ImageRow,
  rendition: Rendition,
  isWanted: () => boolean,
): Promise<Picture> {
  const { storage } = parts;
  if (!image.result) throw notFound("picture");
  const { preview, mediaType, extension } = rendition;
  const request = rendition.request ?? (preview && isTooLarge(image.result) ? plainPreview : undefined);
  const common = { name: withExtension(image.image_name, extension), mediaType, preview };
  const kept = preview && !request ? image.result.preview : image.result.full;
  if (!request) {
    return { ...common, ...kept, read: (range) => storage.read(kept.key, range), release: async () => {} };
  }
  const input = await storage.borrow(kept.key);
  try {
    return { ...common, ...(await renderFile(parts, { input: input.path, rendition: request, extension, isWanted })) };
  } finally {
    await input.release();
  }
}

/** Previews of small pictures that were kept before they had a limit were the full size. */
function isTooLarge({ full, preview }: ImageResult): boolean {
  return preview.width * preview.height > full.width * full.height * previewLimits.maxPixelShare;
}

interface File {
  readonly input: string;
  readonly rendition: RenditionRequest;
  readonly extension: string;
  /** False once the client is gone: nothing is rendered for it then. */
  readonly isWanted: () => boolean;
  /** Only the engine reads the input. */
  readonly isDeveloped?: boolean;
}

/** Renders a file into a folder of its own, which goes with the picture. */
async function renderFile(
  { renderers, config }: Parts,
  { input, rendition, extension, isWanted, isDeveloped = false }: File,
) {
  const folder = join(config.dataDir, "work", "renditions", randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = () => rm(folder, { recursive: true, force: true });
  const output = join(folder, `rendition.${extension}`);
  const developed = isDeveloped ? { developed: join(folder, "developed.jpg") } : {};
  try {
    const size = await renderers.run({ kind: "render", input, output, rendition, ...developed }, renderMs, isWanted);
    const { size: sizeBytes } = await stat(output);
    const sha256 = await hashFile(output);
    const read = async (range?: ByteRange) => createReadStream(output, range);
    return { ...size, sizeBytes, sha256, read, release };
  } catch (error) {
    await release();
    // Nobody reads the answer, and the log need not tell of it.
    throw isWanted() ? error : engineAway();
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

/** Whose every file the renderer reads by itself; what calls itself TIFF may be raw. */
const plainFormats = ["jpeg", "png", "webp", "avif"];

/** An uploaded file in another shape. Throws 409 where it cannot be read. */
export async function renderedOriginal(
  parts: Parts,
  name: string,
  { key, format }: StoredSource,
  { preview, mediaType, extension, request: rendition }: Rendition,
  isWanted: () => boolean,
): Promise<Picture> {
  if (!rendition) throw notFound("picture");
  const folder = join(parts.config.dataDir, "work", `original-${randomUUID()}`);
  const files = await borrowFiles(parts.storage, folder, [{ key, name }]);
  try {
    const file = { input: files.paths[0], rendition, extension, isWanted, isDeveloped: !plainFormats.includes(format) };
    return { name: withExtension(name, extension), mediaType, preview, ...(await renderFile(parts, file)) };
  } catch (error) {
    throw isOfFile(error) ? new HttpError(409, `The file cannot be read as a picture: ${error.message}`) : error;
  } finally {
    await files.release();
  }
}

/** Libraries that read plain pictures know no kinds of failure. */
function isOfFile(error: unknown): error is EngineFailure {
  return (
    isInputFault(error) || (error instanceof EngineFailure && error.code === "internal" && error.kind === "internal")
  );
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
