import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Parts } from "../../parts.ts";
import { jobNames } from "../../queue/jobs.ts";
import { parkable } from "../../queue/parked-jobs.ts";
import { countUndelivered } from "../../store/event-store.ts";

/** Measures every request of `app`; the states of queue, engines and events are read when they are asked for. */
export function measure(app: FastifyInstance, { queue, engines, renderers, database }: Parts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "lightwell_http_request_seconds",
    help: "Time from a request's headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  });
  // The route as it is declared: paths hold ids, and a label value each would grow without bound.
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  gauge("lightwell_jobs_waiting", "Jobs that wait to start", "queue", async () =>
    Promise.all(jobNames.map(async (name) => [name, await queue.size(name)] as const)),
  );
  gauge(
    "lightwell_jobs_parked",
    "Jobs that failed by the service's fault and wait for the operator",
    "queue",
    async () => Promise.all(parkable.map(async (name) => [name, await queue.parked(name)] as const)),
  );
  gauge("lightwell_engines_busy", "Engine processes at work", "kind", async () => [
    ["enhance", engines.busy],
    ["render", renderers.busy],
  ]);
  gauge("lightwell_events", "Webhook events that are not delivered", "state", async () => {
    const counts = await countUndelivered(database.queries);
    return [
      ["pending", counts.pending],
      ["dead", counts.dead],
    ];
  });
  return registry;

  function gauge(
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [string, number])[]>,
  ) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        for (const [value, count] of await read()) this.set({ [label]: value }, count);
      },
    });
  }
}
