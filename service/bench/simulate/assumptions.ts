import type { Cluster, Load } from "./day.ts";

/** Share of a resource that the busiest hour may use: beyond it, waits grow quickly. */
export const usableShare = 0.8;
const megabyte = 1e6;

/** Every assumption: a flag of `simulate`, with its default. */
export const flags = {
  "images-per-day": { value: 1_000_000, what: "images a day" },
  "images-per-order": { value: 25, what: "images of an order, on average" },
  frames: { value: 5, what: "frames of an image" },
  "upload-mb": { value: 10, what: "size of a frame, MB (a JPEG of 24 megapixels)" },
  "result-mb": { value: 9, what: "size of a finished picture with its preview, MB" },
  peak: { value: 3, what: "busiest moment over the day's mean" },
  workers: { value: 1000, what: "worker machines" },
  "worker-cores": { value: 2, what: "processors of a worker" },
  apis: { value: 16, what: "API processes, one processor each" },
  "api-network-mb": { value: 1250, what: "network of an API, MB/s (10 Gbit/s)" },
  "worker-network-mb": { value: 125, what: "network of a worker, MB/s (1 Gbit/s)" },
  "database-cores": { value: 16, what: "processors of PostgreSQL" },
  "database-log-mb": { value: 250, what: "write-ahead log of PostgreSQL, MB/s" },
  "database-commits": { value: 10_000, what: "transactions a second, by group commit" },
  "store-reads": { value: 5500, what: "reads a second (Amazon S3 guarantees 5,500 for each prefix)" },
  "store-writes": { value: 3500, what: "writes a second (Amazon S3 guarantees 3,500 for each prefix)" },
  "store-network-mb": { value: 12_500, what: "network of the store, MB/s (100 Gbit/s)" },
  seed: { value: 1, what: "seed of the simulated day" },
} as const;
export type Flag = keyof typeof flags;

/** The machines and the load, as `numberOf` says for each flag; by default as assumed. */
export function readAssumptions(numberOf: (name: Flag) => number = (name) => flags[name].value): {
  readonly cluster: Cluster;
  readonly load: Load;
} {
  const cluster: Cluster = {
    workers: numberOf("workers"),
    workerCores: numberOf("worker-cores"),
    apis: numberOf("apis"),
    apiNetwork: numberOf("api-network-mb") * megabyte,
    workerNetwork: numberOf("worker-network-mb") * megabyte,
    databaseCores: numberOf("database-cores"),
    databaseLog: numberOf("database-log-mb") * megabyte,
    databaseCommits: numberOf("database-commits"),
    storeReads: numberOf("store-reads"),
    storeWrites: numberOf("store-writes"),
    storeNetwork: numberOf("store-network-mb") * megabyte,
  };
  const load: Load = {
    imagesPerDay: numberOf("images-per-day"),
    imagesPerOrder: numberOf("images-per-order"),
    frames: numberOf("frames"),
    uploadBytes: numberOf("upload-mb") * megabyte,
    resultBytes: numberOf("result-mb") * megabyte,
    peak: numberOf("peak"),
    seed: numberOf("seed"),
  };
  return { cluster, load };
}
