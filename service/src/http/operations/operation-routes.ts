import type { FastifyPluginAsync } from "fastify";
import type { Parts } from "../../parts.ts";
import { checkHealth } from "./check-health.ts";
import { checkReadiness } from "./check-readiness.ts";
import type { Metrics } from "./metrics.ts";
import { readMetrics } from "./read-metrics.ts";

/** /healthz, /readyz and /metrics, for monitoring. */
export const operationRoutes: FastifyPluginAsync<{ parts: Parts; metrics: Metrics }> = async (
  app,
  { parts, metrics },
) => {
  checkHealth(app, parts);
  checkReadiness(app, parts);
  readMetrics(app, metrics);
};
