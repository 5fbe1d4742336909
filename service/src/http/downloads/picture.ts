import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { ImageResult, StoredSource } from "../../database/stored-values.ts";
import { EngineFailure, isInputFault } from "../../engine/calls.ts";
import { previewLimits } from "../../engine/rendition.ts";
import { HttpError, notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { borrowFiles } from "../../storage/borrowed-files.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ImageRow } from "../../store/image-store.ts";
import { type ByteRange, withExtension } from "./picture-headers.ts";
import { plainPreview, type Rendition } from "./rendition-query.ts";
import type { HeldRendition, Renditions } from "./renditions.ts";

/** A file to send. */
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

export interface DownloadParts extends Parts {
  readonly renditions: Renditions;
}

/** An upload, under the name that its client gave it. */
interface OriginalFile {
  readonly name: string;
  readonly accountId: string;
  readonly source: StoredSource;
}

/** By the detected format of a file. */
export const mediaTypes: Record<string, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  heif: "image/heic",
  tiff: "image/tiff",
};

/** The result of an image in the requested form: as stored, or rendered now. */
export async function renderedPicture(
  { storage, renditions }: DownloadParts,
  image: ImageRow,
  rendition: Rendition,
  isWanted: () => boolean,
): Promise<Picture> {
  if (!image.result) throw notFound("picture");
  const { preview, mediaType, extension } = rendition;
  const request = rendition.request ?? (preview && isTooLarge(image.result) ? plainPreview : undefined);
  const common = { name: withExtension(image.image_name, extension), mediaType, preview };
  const kept = preview && !request ? image.result.preview : image.result.full;
  if (!request) {
    return { ...common, ...kept, read: (range) => storage.read(kept.key, range), release: async () => {} };
  }
  const held = await renditions.take({
    ...{ key: kept.key, accountId: image.account_id, rendition: request, extension, isWanted },
    borrow: () => storage.borrow(kept.key),
  });
  return { ...common, ...held };
}

/** Stored previews of small pictures from before the limit have the full size. */
function isTooLarge({ full, preview }: ImageResult): boolean {
  return preview.width * preview.height > full.width * full.height * previewLimits.maxPixelShare;
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

/** Formats that the renderer always reads without the engine; a TIFF may be a raw file. */
const plainFormats = ["jpeg", "png", "webp", "avif"];

/** An uploaded file in another format or size. Throws 409 if it cannot be read. */
export async function renderedOriginal(
  parts: DownloadParts,
  file: OriginalFile,
  rendition: Rendition,
  isWanted: () => boolean,
): Promise<Picture> {
  const held = await heldOriginal(parts, file, rendition, isWanted);
  const { preview, mediaType, extension } = rendition;
  return { name: withExtension(file.name, extension), mediaType, preview, ...held };
}

/** Whether the renderer reads a format without the engine. */
export function isPlain(format: string): boolean {
  return plainFormats.includes(format);
}

/** The same as a local file. */
export async function heldOriginal(
  { config, storage, renditions }: DownloadParts,
  { name, accountId, source: { key, format } }: OriginalFile,
  { extension, request: rendition }: Pick<Rendition, "extension" | "request">,
  isWanted: () => boolean,
): Promise<HeldRendition> {
  if (!rendition) throw notFound("picture");
  const isDeveloped = !isPlain(format);
  try {
    return await renditions.take({
      ...{ key, accountId, rendition, extension, isDeveloped, isWanted },
      async borrow() {
        const folder = join(config.dataDir, "work", `original-${randomUUID()}`);
        const files = await borrowFiles(storage, folder, [{ key, name }]);
        return { path: files.paths[0], release: files.release };
      },
    });
  } catch (error) {
    throw isOfFile(error) ? new HttpError(409, `The file cannot be read as a picture: ${error.message}`) : error;
  }
}

/** Libraries for plain pictures do not classify their failures. */
function isOfFile(error: unknown): error is EngineFailure {
  return (
    isInputFault(error) || (error instanceof EngineFailure && error.code === "internal" && error.kind === "internal")
  );
}
