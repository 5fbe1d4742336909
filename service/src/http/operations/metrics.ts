import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Parts } from "../../parts.ts";
import { clusterMetrics } from "./cluster-metrics.ts";

/** The metrics of this process, and those of the cluster if this process exports them; read on each scrape. */
export interface Metrics {
  readonly contentType: string;
  /** Prometheus' text format. */
  read(): Promise<string>;
}

/** Measures every request of `app`, and the resources of the process. */
export function measure(app: FastifyInstance, parts: Parts): Metrics {
  const { engines, renderers } = parts;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "lightwell_http_request_seconds",
    help: "Time from a request's headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  });
  // The declared route: paths contain ids, and one label value for each would grow without bound.
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  new Gauge({
    name: "lightwell_engines_busy",
    help: "Engine processes of this process at work",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      this.set({ kind: "enhance" }, engines.busy);
      this.set({ kind: "render" }, renderers.busy);
    },
  });
  const cluster = clusterMetrics(app, parts);
  return {
    contentType: registry.contentType,
    read: async () => (await Promise.all([registry.metrics(), cluster()])).join("\n"),
  };
}
