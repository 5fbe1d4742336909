import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import { renditionFormats } from "../../engine/rendition.ts";
import { HttpError, notUploaded } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { findBracketsOfImage } from "../../store/bracket-store.ts";
import { findMerged, type ImageRow } from "../../store/image-store.ts";
import { purchase } from "../../store/usage.ts";
import { isDevMode } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers } from "../schemas.ts";
import { type DownloadParts, mediaTypes, originalPicture, renderedOriginal, renderedPicture } from "./picture.ts";
import { downloadQuery, originalRenditionOf, renditionOf } from "./rendition-query.ts";
import { answersOf, params, readable, send } from "./send-picture.ts";
import { whileKept } from "./while-kept.ts";

/** Downloads: the enhanced picture and the original, unchanged or in another format or size. */
export const downloadRoutes: FastifyPluginAsyncTypebox<{ parts: DownloadParts }> = async (app, { parts }) => {
  downloadEnhanced(app, parts);
  downloadOriginal(app, parts);
  redirectLegacy("preview", app, parts);
  redirectLegacy("watermark", app, parts);
};

/** GET /v3/images/:image_id/enhanced */
function downloadEnhanced(app: App, parts: DownloadParts): void {
  app.route({
    method: "GET",
    url: "/v3/images/:image_id/enhanced",
    schema: {
      summary: "Download the enhanced picture: its bytes, or its description with response=json",
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: answersOf(renditionFormats.map((format) => `image/${format}`)),
    },
    async handler(request, reply) {
      const find = async () => {
        const image = await findMerged(parts.database.queries, await readable(parts, request, request.params.image_id));
        if (image.result) return { image, key: image.result.full.key };
        throw notMade(image);
      };
      return whileKept(find, async ({ image }) => {
        const devMode = image.dev_mode || isDevMode(request) || request.query.dev_mode === true;
        const rendition = renditionOf(request.query, devMode);
        const picture = await renderedPicture(parts, image, rendition, () => !request.raw.socket.destroyed);
        // HEAD is not a download; neither is a picture that could not be made.
        if (!rendition.preview && !devMode && request.method !== "HEAD") await purchase(parts.database, image);
        return send(parts, { request, reply, image, devMode, status: image.status }, picture);
      });
    },
  });
}

/** Why the picture is missing: it is not made yet, or it failed. */
function notMade({ status, status_reason }: ImageRow): HttpError {
  if (status !== "error") {
    return new HttpError(409, "The image is not processed yet; wait until its status is processed.", { status });
  }
  return new HttpError(409, `The image could not be enhanced: ${status_reason ?? "no reason is known"}`, {
    status,
    status_reason,
  });
}

/** GET /v3/images/:image_id/original */
function downloadOriginal(app: App, parts: DownloadParts): void {
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
      const find = async () => {
        const image = await readable(parts, request, request.params.image_id);
        const [bracket] = await findBracketsOfImage(database.queries, image.image_id);
        if (!bracket?.source) throw notUploaded();
        return { image, name: bracket.name, source: bracket.source, key: bracket.source.key };
      };
      return whileKept(find, async ({ image, name, source }) => {
        const rendition = originalRenditionOf(request.query, source.format);
        const picture = rendition
          ? await renderedOriginal(
              parts,
              { name, accountId: image.account_id, source },
              rendition,
              () => !request.raw.socket.destroyed,
            )
          : originalPicture(storage, name, source);
        return send(parts, { request, reply, image, devMode: false }, picture);
      });
    },
  });
}

/** Addresses that are older than `/enhanced`: of the preview, and of the picture with a watermark. */
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
        307: Type.Null({ description: "The header Location contains the address" }),
        ...errorAnswers(404, 414),
      },
    },
    async handler(request, reply) {
      await readable(parts, request, request.params.image_id);
      const { pathname, searchParams } = new URL(request.url, "http://host");
      const query = new URLSearchParams({
        preview: "true",
        ...(kind === "watermark" ? { watermark: "true" } : {}),
        ...(isDevMode(request) ? { dev_mode: "true" } : {}),
      });
      for (const [name, value] of searchParams) query.set(name, value);
      const path = pathname.replace(/\/+[a-z]+\/*$/, "/enhanced");
      return reply.redirect(`${path}?${query}`, 307);
    },
  });
}
