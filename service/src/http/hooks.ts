import { getHeapStatistics } from "node:v8";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import { beginRequest, type RequestSpan } from "../tracing/tracing.ts";

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

const shortOfMemory = () =>
  new HttpError(503, "The service is short of memory; try again later.", {}, { "retry-after": "10" });

/** How long one reading of the heap is used, in ms. */
const lookMs = 250;

/**
 * Answers 503 from this share of the heap on, before memory runs out, so that running requests can finish. The numbers
 * come from V8: the resident size would need a file of /proc, which a process without free descriptors cannot open.
 */
export function refuseUnderPressure(app: FastifyInstance, heapShare = 0.9): void {
  const maxBytes = heapShare * getHeapStatistics().heap_size_limit;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isPressed = false;
  app.addHook("onRequest", async () => {
    const now = performance.now();
    if (now - lookedAt > lookMs) {
      isPressed = getHeapStatistics().used_heap_size > maxBytes;
      lookedAt = now;
    }
    if (isPressed) throw shortOfMemory();
  });
}

/** The slowest body that keeps its connection, in bytes per millisecond: 4 kB/s. */
const minPace = 4;

/**
 * Ends connections whose request's body comes more slowly than 4 kB/s, over windows of `everyMs`. Windows that began or
 * ended with bytes the service had not read do not count; bytes that arrived while the event loop was busy do:
 * they are read before the window is judged. A silent connection is ended by the server's own timeout.
 */
export function dropSlowBodies(app: FastifyInstance, everyMs = 30_000): void {
  const minBytes = minPace * everyMs;
  app.addHook("onRequest", async ({ raw, log }) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === "0")) return;
    const { socket } = raw;
    let seen = socket.bytesRead;
    let wasUnread = false;
    const judge = () => {
      if (raw.complete || socket.destroyed) return clearInterval(timer);
      const isUnread = raw.readableLength > 0;
      if (socket.bytesRead - seen < minBytes && !wasUnread && !isUnread) {
        log.info({ bytes: socket.bytesRead - seen, everyMs }, "a body came too slowly; its connection was closed");
        socket.destroy();
      }
      seen = socket.bytesRead;
      wasUnread = isUnread;
    };
    const timer = setInterval(() => setImmediate(judge), everyMs);
    timer.unref();
    raw.once("close", () => clearInterval(timer));
  });
}
