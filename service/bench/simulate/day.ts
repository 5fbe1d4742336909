import type { Demands } from "./demands.ts";
import { EventLoop, exponential, makeDice, Station } from "./event-loop.ts";

/** The machines of a cluster. Every default is an assumption, and a flag of `simulate`. */
export interface Cluster {
  readonly workers: number;
  /** Processors of a worker; one image keeps all of them busy. */
  readonly workerCores: number;
  readonly apis: number;
  /** Bytes a second of one API's network, each way. */
  readonly apiNetwork: number;
  /** Bytes a second of one worker's network, each way. */
  readonly workerNetwork: number;
  readonly databaseCores: number;
  /** Bytes a second that the disk of the write-ahead log takes. */
  readonly databaseLog: number;
  /** Transactions a second that reach the disk. */
  readonly databaseCommits: number;
  /** Requests a second that the store takes: reads and writes. */
  readonly storeReads: number;
  readonly storeWrites: number;
  /** Bytes a second of the store, all clients together. */
  readonly storeNetwork: number;
}

export interface Load {
  readonly imagesPerDay: number;
  /** Images of an order; geometric, so that many orders have one or two. */
  readonly imagesPerOrder: number;
  readonly frames: number;
  /** Bytes of one uploaded frame. */
  readonly uploadBytes: number;
  /** Bytes of a finished picture with its preview. */
  readonly resultBytes: number;
  /** Highest hour over the mean of the day. */
  readonly peak: number;
  readonly seed: number;
}

/** Times that the store is asked for a frame: at inspection, and when the image is made. */
const readsPerFrame = 2;
/** The full picture and its preview are written once, the preview and the full picture are read once by the client. */
const resultWrites = 2;
const resultReads = 2;

export type ResourceName =
  | "workers"
  | "API processors"
  | "API network"
  | "worker network"
  | "PostgreSQL processors"
  | "PostgreSQL log"
  | "PostgreSQL commits"
  | "store reads"
  | "store writes"
  | "store network";

export interface Resource {
  readonly name: ResourceName;
  /** What one image takes, in the unit of `capacity` times seconds. */
  readonly perImage: number;
  /** What there is a second. */
  readonly capacity: number;
}

/** Everything that an image takes from the cluster. */
export function resourcesOf(demands: Demands, cluster: Cluster, load: Load): Resource[] {
  const { frames, resultBytes: down } = load;
  const scale = frames / demands.frames;
  const up = frames * load.uploadBytes;
  return [
    { name: "workers", perImage: scale * demands.engineCpuSeconds, capacity: cluster.workers * cluster.workerCores },
    { name: "API processors", perImage: scale * demands.serviceCpuSeconds, capacity: cluster.apis },
    { name: "API network", perImage: up + down, capacity: cluster.apis * cluster.apiNetwork },
    {
      name: "worker network",
      perImage: readsPerFrame * up + down,
      capacity: cluster.workers * cluster.workerNetwork,
    },
    { name: "PostgreSQL processors", perImage: scale * demands.databaseCpuSeconds, capacity: cluster.databaseCores },
    { name: "PostgreSQL log", perImage: scale * demands.walBytes, capacity: cluster.databaseLog },
    { name: "PostgreSQL commits", perImage: scale * demands.commits, capacity: cluster.databaseCommits },
    { name: "store reads", perImage: readsPerFrame * frames + resultReads, capacity: cluster.storeReads },
    { name: "store writes", perImage: frames + resultWrites, capacity: cluster.storeWrites },
    { name: "store network", perImage: (1 + readsPerFrame) * up + 2 * down, capacity: cluster.storeNetwork },
  ];
}

export const daySeconds = 86_400;

/** Share of the resource that is in use in the busiest hour. */
export function peakUse({ perImage, capacity }: Resource, { imagesPerDay, peak }: Load): number {
  return ((imagesPerDay * peak) / daySeconds) * (perImage / capacity);
}

/** Images a day at which the busiest hour uses `share` of the resource. */
export function limitOf({ perImage, capacity }: Resource, { peak }: Load, share: number): number {
  return (share * capacity * daySeconds) / (perImage * peak);
}

export interface DayResult {
  readonly images: number;
  /** From the last upload of an order to the finished image, in seconds; the first is the median. */
  readonly orderSeconds: Quantiles;
  /** The same for orders of one image. */
  readonly singleSeconds: Quantiles;
  /** Seconds that statements waited for a processor of PostgreSQL. */
  readonly databaseWait: Quantiles;
  readonly busyWorkers: number;
  readonly maxWaiting: number;
}

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/**
 * One day with its busiest moment at noon. Orders arrive as a Poisson process. One worker groups each of them; its
 * images then wait for workers, those of orders with fewer open images first. PostgreSQL serves each image twice:
 * before and after it is made. What an image costs the database is split evenly over both.
 */
export function simulateDay(demands: Demands, cluster: Cluster, load: Load): DayResult {
  const loop = new EventLoop();
  const dice = makeDice(load.seed);
  const workers = new Station(loop, cluster.workers);
  const database = new Station(loop, cluster.databaseCores);
  const network = cluster.workerNetwork;
  const frameScale = load.frames / demands.frames;
  const transfer = (load.frames * load.uploadBytes + load.resultBytes) / network;
  const making = (frameScale * demands.engineCpuSeconds) / cluster.workerCores + transfer;
  const reading = (load.frames * load.uploadBytes) / network;
  const visit = (frameScale * demands.databaseCpuSeconds) / 2;
  const waits: number[] = [];
  const orders: number[] = [];
  const singles: number[] = [];
  let images = 0;

  const ask = (then: () => void) =>
    database.serve(exponential(dice, visit), (waited) => {
      waits.push(waited);
      then();
    });

  const arrive = (count: number) => {
    const since = loop.now;
    let left = count;
    for (let i = 0; i < count; i++) {
      ask(() =>
        workers.serve(
          making * (0.75 + 0.5 * dice()),
          () =>
            ask(() => {
              images++;
              left--;
              const seconds = loop.now - since;
              orders.push(seconds);
              if (count === 1) singles.push(seconds);
            }),
          left,
        ),
      );
    }
  };

  const orderRate = load.imagesPerDay / load.imagesPerOrder / daySeconds;
  const highest = orderRate * load.peak;
  const steepness = steepnessOf(load.peak);
  const next = () => {
    loop.after(exponential(dice, 1 / highest), () => {
      if (loop.now > daySeconds) return;
      // Thinning: the rate of this moment over the highest one.
      if (dice() < noonShape(loop.now / daySeconds) ** steepness) {
        const count = 1 + Math.floor(Math.log(1 - dice()) / Math.log(1 - 1 / load.imagesPerOrder));
        // Inspection and grouping read each upload once, on one worker.
        ask(() => workers.serve(reading, () => arrive(count), 0));
      }
      next();
    });
  };
  next();
  loop.run();
  return {
    images,
    orderSeconds: quantilesOf(orders),
    singleSeconds: quantilesOf(singles),
    databaseWait: quantilesOf(waits),
    busyWorkers: workers.busySeconds / daySeconds / cluster.workers,
    maxWaiting: workers.maxWaiting,
  };
}

/** 0 at midnight, 1 at noon. */
function noonShape(day: number): number {
  return (1 - Math.cos(2 * Math.PI * day)) / 2;
}

/** The power of `noonShape` whose highest value is `peak` times its mean; bisection over its mean of 1,000 points. */
function steepnessOf(peak: number): number {
  let [low, high] = [0, 1000];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let k = 0; k < 1000; k++) sum += noonShape((k + 0.5) / 1000) ** middle;
    if (1000 / sum < peak) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
