import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginRequest, type RequestSpan } from "../tracing/tracing.ts";

/**
 * Makes a span for each request, named by its route, since paths contain ids. Work that the handler begins belongs to
 * it.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const span = beginRequest(`${request.method} ${route}`, {
      "http.request.method": request.method,
      "http.route": route,
      "http.request.id": request.id,
    });
    spans.set(request, span);
    span.within(done);
  });
  // A body arrives by events of the connection, which is older than the request.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook("onResponse", async (request, reply) => {
    spans.get(request)?.end({ "http.response.status_code": reply.statusCode }, reply.statusCode >= 500);
  });
}
