import type { Readable } from "node:stream";
import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ImageStatus } from "../../domain/statuses.ts";
import { HttpError, unauthorized } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { findImage, type ImageRow } from "../../store/image-store.ts";
import { checkReadable } from "../requests.ts";
import { errorAnswers, idParams, nullable } from "../schemas.ts";
import type { Picture } from "./picture.ts";
import { attachmentHeader, isKnown, rangeThatCounts, readRange } from "./picture-headers.ts";

export const params = idParams("image_id");

/** The answer to `response=json`. */
const pictureSchema = Type.Object({
  image_id: Type.String(),
  image_name: Type.String(),
  preview: Type.Boolean(),
  content_type: Type.String(),
  width: nullable(Type.Integer({ description: "In pixels; null for originals" })),
  height: nullable(Type.Integer({ description: "In pixels; null for originals" })),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  url: Type.String({ description: "A signed address of these bytes that needs no key, until it expires" }),
});

export function answersOf(types: readonly string[]) {
  const bytes = Object.fromEntries(types.map((type) => [type, { schema: Type.Unsafe<Readable>({}) }]));
  return {
    200: {
      description: "The picture's bytes, or its description if JSON is requested",
      content: { "application/json": { schema: pictureSchema }, ...bytes },
    },
    206: { description: "The bytes of the range", content: bytes },
    304: Type.Null({ description: "The client already has these bytes (If-None-Match)" }),
    ...errorAnswers(404, 409, 414, 416, 507),
  };
}

/** Allowed with the account's key or a signed address. */
export async function readable(parts: Parts, request: FastifyRequest, imageId: string): Promise<ImageRow> {
  const { pathname, searchParams } = new URL(request.url, "http://host");
  const signed = isSignedDownload(parts, pathname, searchParams);
  if (!signed && !request.account) throw unauthorized();
  const found = await findImage(parts.database.queries, imageId);
  if (signed && found) return found;
  return checkReadable(request, "image", imageId, found);
}

/** Clients may keep it and check whether it has changed. */
const cacheControl = "private, no-cache";

/** A request for a picture of an image. */
interface Download {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly image: ImageRow;
  /** Whether it is free and has a watermark; then signed addresses of the picture are the same. */
  readonly devMode: boolean;
  /** Status of the image whose result the picture is; undefined for uploaded files. */
  readonly status?: ImageStatus;
}

export async function send(parts: Parts, { request, reply, image, devMode, status }: Download, picture: Picture) {
  if (status) reply.header("x-image-status", status);
  const { pathname, searchParams } = new URL(request.url, "http://host");
  if (wantsJson(request, searchParams)) {
    await picture.release();
    for (const name of ["response", "expires", "signature"]) searchParams.delete(name);
    if (devMode) searchParams.set("dev_mode", "true");
    return reply.send({
      image_id: image.image_id,
      image_name: image.image_name,
      preview: picture.preview,
      content_type: picture.mediaType,
      width: picture.width,
      height: picture.height,
      size_bytes: picture.sizeBytes,
      sha256: picture.sha256,
      url: downloadAddress(parts, pathname, searchParams),
    });
  }
  const etag = `"${picture.sha256}"`;
  if (isKnown(request.headers["if-none-match"], etag)) {
    await picture.release();
    return reply.code(304).headers({ etag, "cache-control": cacheControl }).send();
  }
  const range = readRange(rangeThatCounts(request.headers, etag), picture.sizeBytes);
  if (range === null) {
    await picture.release();
    throw new HttpError(
      416,
      "The range lies outside the file.",
      {},
      { "content-range": `bytes */${picture.sizeBytes}` },
    );
  }
  const bytes = await picture.read(range);
  bytes.once("close", () => void picture.release());
  const length = range ? range.end - range.start + 1 : picture.sizeBytes;
  reply.code(range ? 206 : 200).headers({
    "content-type": picture.mediaType,
    "content-length": length,
    "content-disposition": attachmentHeader(picture.name),
    "accept-ranges": "bytes",
    etag,
    "cache-control": cacheControl,
    "x-content-type-options": "nosniff",
    ...(range ? { "content-range": `bytes ${range.start}-${range.end}/${picture.sizeBytes}` } : {}),
  });
  return reply.send(bytes);
}

/**
 * Clients get bytes unless they request JSON. One client sends Accept: application/json with a version and still
 * expects bytes.
 */
function wantsJson(request: FastifyRequest, query: URLSearchParams): boolean {
  if (query.get("response") === "json") return true;
  return request.headers.accept?.trim() === "application/json" && request.headers["x-api-version"] === undefined;
}

/** An address that returns the bytes of `path` (with its query) without a key, until it expires. */
function downloadAddress({ config, secrets, publicUrl }: Parts, path: string, query: URLSearchParams): string {
  const signed = new URLSearchParams(query);
  signed.set("expires", String(Math.floor(Date.now() / 1000) + config.downloadMinutes * 60));
  signed.sort();
  signed.set("signature", secrets.sign("download", `${path}?${signed}`));
  return `${publicUrl()}${path}?${signed}`;
}

/** Whether the query carries a valid signature of this path that has not expired. */
function isSignedDownload({ secrets }: Pick<Parts, "secrets">, path: string, query: URLSearchParams): boolean {
  const signature = query.get("signature") ?? "";
  const rest = new URLSearchParams(query);
  rest.delete("signature");
  rest.sort();
  return Number(rest.get("expires")) * 1000 > Date.now() && secrets.verify("download", `${path}?${rest}`, signature);
}
