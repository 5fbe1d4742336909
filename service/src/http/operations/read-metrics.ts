import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { watched } from "./watched.ts";

const text = {
  description: "Prometheus' text format",
  content: { "text/plain": { schema: Type.String() } },
};

/** GET /metrics */
export function readMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get("/metrics", watched("Prometheus metrics", { 200: text }), async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  );
}
