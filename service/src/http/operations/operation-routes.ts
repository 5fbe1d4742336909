import { Type } from "@sinclair/typebox";
import type { FastifyPluginAsync, RouteShorthandOptions } from "fastify";
import type { Registry } from "prom-client";
import type { Parts } from "../../parts.ts";
import { leastFreeBytes } from "../free-space.ts";
import { onlyErrors } from "../schemas.ts";

const fine = Type.Object({ status: Type.Literal("ok") }, { description: "All is well" });
const unavailable = Type.Object(
  { status: Type.Literal("unavailable"), failed: Type.Array(Type.String()) },
  { description: "The parts that do not answer" },
);
const text = {
  description: "Prometheus' text format",
  content: { "text/plain": { schema: Type.String() } },
};

/**
 * What watches over the service asks; a busy client of the same address must not make it look dead, so no limit counts
 * here.
 */
export const operationRoutes: FastifyPluginAsync<{ parts: Parts; metrics: Registry }> = async (
  app,
  { parts, metrics },
) => {
  const options = (summary: string, answers: object): RouteShorthandOptions => ({
    schema: { summary, tags: ["operations"], response: { ...onlyErrors(400, 401, 422, 500, 503), ...answers } },
    config: { rateLimit: false },
  });

  app.get("/healthz", options("Whether the process answers", { 200: fine }), async () => ({ status: "ok" }));

  app.get(
    "/readyz",
    options("Whether database and storage answer, and the disk has space", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const names = ["database", "storage"];
      const checks = [parts.database.executeSql("select 1"), parts.storage.check(leastFreeBytes(parts))];
      const failed = (await Promise.allSettled(checks)).flatMap((check, i) => {
        if (check.status === "fulfilled") return [];
        request.log.warn({ err: check.reason, check: names[i] }, "not ready");
        return [names[i]];
      });
      return reply
        .code(failed.length === 0 ? 200 : 503)
        .send(failed.length === 0 ? { status: "ok" } : { status: "unavailable", failed });
    },
  );

  app.get("/metrics", options("Prometheus metrics", { 200: text }), async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
};
