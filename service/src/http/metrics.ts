import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Parts } from "../parts.ts";
import { jobNames } from "../queue/jobs.ts";
import { parkable } from "../queue/stored-jobs.ts";
import { countOpenOrders, endLease, holdLease, readStoredBytes } from "../store/cluster-figures.ts";
import { countUndelivered } from "../store/event-store.ts";

/** The metrics of this process, and those of the cluster if this process exports them; read on each scrape. */
export interface Metrics {
  readonly contentType: string;
  /** Prometheus' text format. */
  read(): Promise<string>;
}

/** Measures every request of `app`, and the resources of the process. */
export function measure(app: FastifyInstance, parts: Parts): Metrics {
  const { engines, renderers, previewers } = parts;
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
      this.set({ kind: "preview" }, previewers.busy);
    },
  });
  const cluster = clusterMetrics(app, parts);
  return {
    contentType: registry.contentType,
    read: async () => (await Promise.all([registry.metrics(), cluster()])).join("\n"),
  };
}

const leaseName = "cluster-metrics";
/**
 * How long a process remains the exporter after its last scrape, in ms: Prometheus scrapes at least once a minute.
 */
const holdMs = 150_000;

/** Counts of one metric, by the value of its label. */
type Counts = readonly (readonly [label: string, count: number])[];

interface ClusterMetric {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => Promise<Counts>;
}

/**
 * Metrics that all processes on one database share. Only one process exports them, so that sums over processes are
 * right: the first that is scraped, until it ends or is not scraped for a while. The result is empty in the others, and
 * if the database is unavailable.
 */
function clusterMetrics(app: FastifyInstance, parts: Parts): () => Promise<string> {
  const { database, log } = parts;
  const holder = randomUUID();
  const isShared = database.server !== undefined;
  const metrics = metricsOf(parts);
  if (isShared) {
    app.addHook("onClose", async () => {
      await endLease(database.queries, leaseName, holder).catch(() => {});
    });
  }
  return async () => {
    try {
      if (isShared && !(await holdLease(database.queries, leaseName, holder, holdMs))) return "";
      const registry = new Registry();
      for (const { name, help, label, read } of metrics) {
        const counts = await read();
        // A metric without labels would otherwise be exported as 0.
        if (counts.length === 0) continue;
        const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] });
        for (const [value, count] of counts) gauge.set(label ? { [label]: value } : {}, count);
      }
      return await registry.metrics();
    } catch (error) {
      log.warn({ err: error }, "the metrics of the cluster could not be read");
      return "";
    }
  };
}

function metricsOf({ queue, database: { queries } }: Parts): readonly ClusterMetric[] {
  return [
    {
      name: "lightwell_jobs_waiting",
      help: "Jobs of the cluster that wait to start",
      label: "queue",
      read: () => Promise.all(jobNames.map(async (name) => [name, await queue.size(name)] as const)),
    },
    {
      name: "lightwell_jobs_parked",
      help: "Jobs of the cluster that failed through the service's fault and wait for the operator",
      label: "queue",
      read: () => Promise.all(parkable.map(async (name) => [name, await queue.parked(name)] as const)),
    },
    {
      name: "lightwell_events",
      help: "Webhook events of the cluster that are not delivered",
      label: "state",
      read: async () => {
        const { pending, dead } = await countUndelivered(queries);
        return [
          ["pending", pending],
          ["dead", dead],
        ];
      },
    },
    {
      name: "lightwell_orders_open",
      help: "Orders of the cluster that are being grouped or enhanced",
      read: async () => [["", await countOpenOrders(queries)]],
    },
    {
      name: "lightwell_storage_bytes",
      help: "Bytes of the cluster's uploads and pictures, counted every six hours",
      read: async () => {
        const bytes = await readStoredBytes(queries);
        return bytes === undefined ? [] : [["", bytes]];
      },
    },
  ];
}
