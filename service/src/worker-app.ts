import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { measure } from "./http/operations/metrics.ts";
import { operationRoutes } from "./http/operations/operation-routes.ts";
import { errorSchema } from "./http/schemas.ts";
import type { Parts } from "./parts.ts";

/** The HTTP face of a worker: /healthz, /readyz and /metrics, for what watches over it. */
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
