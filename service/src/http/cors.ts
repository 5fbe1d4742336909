import type { FastifyInstance } from "fastify";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const shownHeaders = "content-disposition, content-length, content-range, etag, retry-after, x-image-status";

/**
 * Lets pages of any origin use the API. It identifies callers by a key or a signed address, never by a cookie, so the
 * origin does not matter. The settings pages, which use cookies, are excluded.
 */
export function allowOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!/^\/(v3|uploads)\//.test(request.url)) return;
    reply.headers({ "access-control-allow-origin": "*", "access-control-expose-headers": shownHeaders });
    const isPreflight = request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
    if (!isPreflight) return;
    return reply
      .code(204)
      .headers({
        "access-control-allow-methods": methods,
        "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
        "access-control-max-age": "86400",
      })
      .send();
  });
}
