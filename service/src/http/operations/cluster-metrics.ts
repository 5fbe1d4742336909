import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Gauge, Registry } from "prom-client";
import type { Parts } from "../../parts.ts";
import { jobNames } from "../../queue/jobs.ts";
import { parkable } from "../../queue/parked-jobs.ts";
import { countUndelivered } from "../../store/event-store.ts";
import { endLease, holdLease } from "../../store/leases.ts";
import { countOpenOrders } from "../../store/open-orders.ts";
import { readStoredBytes } from "../../store/stored-bytes.ts";

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
export function clusterMetrics(app: FastifyInstance, parts: Parts): () => Promise<string> {
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
