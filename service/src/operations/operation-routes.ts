import type { FastifyPluginAsync } from "fastify";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import type { Parts } from "../parts.ts";

/** What watches over the service asks; a busy client of the same address must not make it look dead, so no limit counts here. */
export const operationRoutes: FastifyPluginAsync<{ parts: Parts; metrics: Registry }> = async (
  app,
  { parts, metrics },
) => {
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const;

  app.get("/healthz", options, async () => ({ status: "ok" }));

  app.get("/readyz", options, async (request, reply) => {
    const names = ["database", "storage"];
    const checks = [sql`select 1`.execute(parts.database.queries), parts.storage.check()];
    const failed = (await Promise.allSettled(checks)).flatMap((check, i) => {
      if (check.status === "fulfilled") return [];
      request.log.warn({ err: check.reason, check: names[i] }, "not ready");
      return [names[i]];
    });
    return reply
      .code(failed.length === 0 ? 200 : 503)
      .send(failed.length === 0 ? { status: "ok" } : { status: "unavailable", failed });
  });

  app.get("/metrics", options, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
};
