import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Picture } from "../../http/downloads/picture.ts";
import { isKnown } from "../../http/downloads/picture-headers.ts";

export const shownQuery = Type.Object({
  size: Type.Union([Type.Literal("thumb"), Type.Literal("view"), Type.Literal("full")], { default: "view" }),
  /** Changes with the picture. */
  v: Type.Optional(Type.String({ maxLength: 64 })),
});

/** Sends a picture for a page. Under an address with a version, the browser keeps it. */
export async function sendShown(request: FastifyRequest, reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
  const etag = `"${picture.sha256}"`;
  const query = request.query as { readonly v?: string };
  const cache = query.v === undefined ? "private, no-cache" : "private, max-age=31536000, immutable";
  reply.headers({ etag, "cache-control": cache });
  if (isKnown(request.headers["if-none-match"], etag)) {
    await picture.release();
    return reply.code(304).send();
  }
  const bytes = await picture.read();
  bytes.once("close", () => void picture.release());
  return reply.type(picture.mediaType).header("content-length", picture.sizeBytes).send(bytes);
}
