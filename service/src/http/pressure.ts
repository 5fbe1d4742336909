import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../errors/http-error.ts";

class Overloaded extends HttpError {
  constructor() {
    super(503, "The service is short of memory; try again later.");
  }
}

/** Answers 503 before the memory is out, at this share of the heap: what is in flight then comes to its end. */
export async function refuseUnderPressure(app: FastifyInstance, heapShare = 0.9): Promise<void> {
  await app.register(underPressure, {
    maxHeapUsedBytes: Math.floor(heapShare * getHeapStatistics().heap_size_limit),
    retryAfter: 10,
    customError: Overloaded,
  });
}

/**
 * Ends connections whose request's body hardly moves: `leastBytes` must come every `everyMs`. A silent one is ended by
 * the server's own timeout; this is for those that send a byte now and then.
 */
export function dropSlowBodies(app: FastifyInstance, { everyMs = 60_000, leastBytes = 4096 } = {}): void {
  app.addHook("onRequest", async ({ raw }) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === "0")) return;
    const { socket } = raw;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || socket.destroyed) return clearInterval(timer);
      if (socket.bytesRead - seen < leastBytes) socket.destroy();
      seen = socket.bytesRead;
    }, everyMs);
    timer.unref();
    raw.once("close", () => clearInterval(timer));
  });
}
