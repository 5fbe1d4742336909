import type { Readable } from "node:stream";
import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { downloadAddress, isSignedDownload } from "../addresses/download-address.ts";
import { renditionFormats } from "../engine/rendition.ts";
import { HttpError, notUploaded, unauthorized } from "../errors/http-error.ts";
import { checkReadable, isDevMode } from "../http/requests.ts";
import { type App, routesOf } from "../http/route.ts";
import { errorAnswers, idParams, nullable } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { findBracketsOfImage } from "../store/bracket-store.ts";
import { findImage, findMerged, type ImageRow } from "../store/image-store.ts";
import { purchase } from "../store/purchases.ts";
import { readRange } from "./byte-range.ts";
import { attachmentHeader } from "./file-name-header.ts";
import { mediaTypes, originalPicture, type Picture, renderedOriginal, renderedPicture } from "./picture.ts";
import { downloadQuery, originalRenditionOf, renditionOf } from "./rendition-query.ts";

const params = idParams("image_id");

/** What `response=json` answers. */
const pictureSchema = Type.Object({
  image_id: Type.String(),
  image_name: Type.String(),
  preview: Type.Boolean(),
  content_type: Type.String(),
  width: nullable(Type.Integer({ description: "In pixels; of originals null" })),
  height: nullable(Type.Integer({ description: "In pixels; of originals null" })),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  url: Type.String({ description: "Gives these bytes to anybody who has it, until it expires" }),
});

function answersOf(types: readonly string[]) {
  const bytes = Object.fromEntries(types.map((type) => [type, { schema: Type.Unsafe<Readable>({}) }]));
  return {
    200: {
      description: "The picture's bytes; its description where JSON is asked for",
      content: { "application/json": { schema: pictureSchema }, ...bytes },
    },
    206: { description: "The bytes of the range", content: bytes },
    ...errorAnswers(404, 409, 414, 416),
  };
}

/** GET of pictures: the enhanced one in many shapes, and the original as it was uploaded. */
export const downloadRoutes = routesOf(
  downloadEnhanced,
  downloadOriginal,
  (app, parts) => redirectLegacy("preview", app, parts),
  (app, parts) => redirectLegacy("watermark", app, parts),
);

function downloadEnhanced(app: App, parts: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/images/:image_id/enhanced",
    schema: {
      summary: "Download the enhanced picture: its bytes, or with response=json what it is",
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: answersOf(renditionFormats.map((format) => `image/${format}`)),
    },
    async handler(request, reply) {
      const image = await findMerged(parts.database.queries, await readable(parts, request, request.params.image_id));
      const devMode = image.dev_mode || isDevMode(request);
      const rendition = renditionOf(request.query, devMode);
      if (!image.result)
        throw new HttpError(409, "The image is not processed yet; wait until its status is processed.", {
          status: image.status,
        });
      const picture = await renderedPicture(parts, image, rendition);
      // Asking what a download would be (HEAD) is none; nor is a picture that could not be made.
      if (!rendition.preview && !devMode && request.method !== "HEAD") await purchase(parts.database, image);
      return send(parts, { request, reply, image }, picture);
    },
  });
}

function downloadOriginal(app: App, parts: Parts): void {
  const { database, storage } = parts;
  app.route({
    method: "GET",
    url: "/v3/images/:image_id/original",
    schema: {
      summary: "Download the uploaded file, also in another format or size; of a merged image, its first bracket",
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: answersOf([...Object.values(mediaTypes), "application/octet-stream"]),
    },
    async handler(request, reply) {
      const image = await readable(parts, request, request.params.image_id);
      const [bracket] = await findBracketsOfImage(database.queries, image.image_id);
      if (!bracket?.source) throw notUploaded();
      const rendition = originalRenditionOf(request.query, bracket.source.format);
      const picture = rendition
        ? await renderedOriginal(parts, bracket.name, bracket.source, rendition)
        : originalPicture(storage, bracket.name, bracket.source);
      return send(parts, { request, reply, image }, picture);
    },
  });
}

/** Addresses from before there was `/enhanced`: those of the preview, and of the picture with a watermark. */
function redirectLegacy(kind: "preview" | "watermark", app: App, parts: Parts): void {
  app.route({
    method: "GET",
    url: `/v3/images/:image_id/${kind}`,
    schema: {
      summary: `Legacy: the address of the ${kind === "preview" ? "preview" : "picture with a watermark"}`,
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: {
        307: Type.Null({ description: "The address stands in Location" }),
        ...errorAnswers(404, 414),
      },
    },
    async handler(request, reply) {
      await readable(parts, request, request.params.image_id);
      const { pathname, searchParams } = new URL(request.url, "http://host");
      const query = new URLSearchParams({ preview: "true", ...(kind === "watermark" ? { watermark: "true" } : {}) });
      for (const [name, value] of searchParams) query.set(name, value);
      const path = pathname.replace(/\/+[a-z]+\/*$/, "/enhanced");
      return reply.redirect(`${path}?${query}`, 307);
    },
  });
}

/** By the account's key, or by a signed address. */
async function readable(parts: Parts, request: FastifyRequest, imageId: string): Promise<ImageRow> {
  const { pathname, searchParams } = new URL(request.url, "http://host");
  const signed = isSignedDownload(parts, pathname, searchParams);
  if (!signed && !request.account) throw unauthorized();
  const found = await findImage(parts.database.queries, imageId);
  if (signed && found) return found;
  return checkReadable(request, "image", imageId, found);
}

/** A request for a picture of an image. */
interface Download {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly image: ImageRow;
}

async function send(parts: Parts, { request, reply, image }: Download, picture: Picture) {
  const { pathname, searchParams } = new URL(request.url, "http://host");
  if (wantsJson(request, searchParams)) {
    await picture.release();
    for (const name of ["response", "expires", "signature"]) searchParams.delete(name);
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
  const range = readRange(request.headers.range, picture.sizeBytes);
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
    etag: `"${picture.sha256}"`,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    ...(range ? { "content-range": `bytes ${range.start}-${range.end}/${picture.sizeBytes}` } : {}),
  });
  return reply.send(bytes);
}

/**
 * Clients read bytes, unless they ask for JSON; one sends Accept: application/json with a version and wants bytes all
 * the same.
 */
function wantsJson(request: FastifyRequest, query: URLSearchParams): boolean {
  if (query.get("response") === "json") return true;
  return request.headers.accept?.trim() === "application/json" && request.headers["x-api-version"] === undefined;
}
