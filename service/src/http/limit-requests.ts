import rateLimit, { type RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { leaseRequests, removeOldRates } from "../store/request-rates.ts";
import { SharedRate } from "./shared-rate.ts";

/** Length of the window in which requests are counted, in ms. */
const windowMs = 1000;
/** Interval between removals of old windows from the database, in ms. */
const removeMs = 60_000;

/**
 * Limits the requests of each address (for IPv6, of its first 64 bits): in memory with the embedded database, over all
 * processes on a server.
 */
export async function limitRequests(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: parts.config.requestsPerSecond,
    timeWindow: windowMs,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { max }) =>
      new HttpError(429, `More than ${max} requests a second came from this address; slow down and try again.`),
    ...(parts.database.server ? { store: sharedStore(app, parts) } : {}),
  });
}

function sharedStore(app: FastifyInstance, { database, log }: Parts): NonNullable<RateLimitPluginOptions["store"]> {
  const rate = new SharedRate({
    windowMs,
    lease: (request) => leaseRequests(database, request),
    onAway: (error) =>
      log.warn({ err: error }, "requests are counted only in this process: the database is unavailable"),
  });
  const timer = setInterval(
    () => void removeOldRates(database).catch((error) => log.warn({ err: error }, "old request counts stay")),
    removeMs,
  );
  app.addHook("onClose", async () => clearInterval(timer));
  return class SharedStore {
    incr(
      address: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _ms = 0,
      most = 0,
    ) {
      void rate.admit(address, most).then(({ isAdmitted, remaining, endsInMs }) => {
        done(null, { current: isAdmitted ? most - remaining : most + 1, ttl: endsInMs });
      });
    }

    child(): never {
      throw new Error("no route has a separate limit");
    }
  };
}
