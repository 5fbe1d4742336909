import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, RouteShorthandOptions } from "fastify";
import type { Parts } from "../parts.ts";
import { minFreeBytes } from "./free-space.ts";
import type { Metrics } from "./metrics.ts";
import { onlyErrors } from "./schemas.ts";

/** /healthz, /readyz and /metrics, for monitoring. */
export const operationRoutes: FastifyPluginAsync<{ parts: Parts; metrics: Metrics }> = async (
  app,
  { parts, metrics },
) => {
  checkHealth(app, parts);
  checkReadiness(app, parts);
  readMetrics(app, metrics);
};

/**
 * Schema of monitoring endpoints. They have no rate limit: a busy client of the same address must not make the service
 * look dead.
 */
function watched(summary: string, answers: object): RouteShorthandOptions {
  return {
    schema: { summary, tags: ["operations"], response: { ...onlyErrors(400, 401, 422, 500, 503), ...answers } },
    config: { rateLimit: false },
  };
}

const fine = Type.Object({ status: Type.Literal("ok") }, { description: "All is well" });

const unavailable = Type.Object(
  { status: Type.Literal("unavailable"), failed: Type.Array(Type.String()) },
  { description: "Names of the parts that do not answer" },
);

/** A part that takes longer, in ms, counts as not answering. */
const answerMs = 3000;

/**
 * Names of the parts that do not work: database, storage (also if fewer than `minFreeBytes` are free), and files (if
 * the process cannot open more).
 */
async function findFailed(parts: Parts, minFreeBytes: number, log: FastifyBaseLogger): Promise<string[]> {
  const checks: Readonly<Record<string, () => Promise<unknown>>> = {
    database: () => parts.database.executeSql("select 1"),
    storage: () => parts.storage.check(minFreeBytes),
    files: async () => (await open(parts.config.dataDir)).close(),
  };
  const failed = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await inTime(check());
        return [];
      } catch (error) {
        log.warn({ err: error, check: name }, "a part of the service does not answer");
        return [name];
      }
    }),
  );
  return failed.flat();
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const isOver = new AbortController();
  const late = sleep(answerMs, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`no answer within ${answerMs} ms`);
  });
  late.catch(() => {});
  await Promise.race([check, late]).finally(() => isOver.abort());
}

/** GET /healthz */
function checkHealth(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/healthz",
    watched("Whether the service can answer requests", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const failed = await findFailed(parts, 0, request.log);
      return failed.length === 0 ? { status: "ok" } : reply.code(503).send({ status: "unavailable", failed });
    },
  );
}

/** GET /readyz */
function checkReadiness(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/readyz",
    watched("Whether the service can answer, and the disk has space", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const failed = await findFailed(parts, minFreeBytes(parts), request.log);
      return failed.length === 0 ? { status: "ok" } : reply.code(503).send({ status: "unavailable", failed });
    },
  );
}

const text = {
  description: "Prometheus' text format",
  content: { "text/plain": { schema: Type.String() } },
};

/** GET /metrics */
function readMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get("/metrics", watched("Prometheus metrics", { 200: text }), async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  );
}
