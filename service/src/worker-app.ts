import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { measure } from "./http/operations/metrics.ts";
import { operationRoutes } from "./http/operations/operation-routes.ts";
import { errorSchema } from "./http/schemas.ts";
import type { Parts } from "./parts.ts";

/** The HTTP server of a worker: /healthz, /readyz and /metrics, for monitoring. */
export async function buildWorkerApp(parts: Parts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    forceCloseConnections: "idle",
  });
  app.addSchema(errorSchema);
  const metrics = measure(app, parts);
  await app.register(operationRoutes, { parts, metrics });
  return app;
}
