import { parseArgs } from "node:util";
import { type Cluster, daySeconds, type Load, limitOf, peakUse, resourcesOf, simulateDay } from "./simulate/day.ts";
import { readDemands } from "./simulate/demands.ts";

// npm run -w service bench -- simulate: which part of a cluster reaches its limit first, and how long images wait on a
// simulated day. What an image costs is measured (`--measure`, saved in results/demands.json); what the machines can do
// is assumed, and each assumption is a flag.

/** Share of a resource that the busiest hour may use: beyond it, waits grow quickly. */
const usableShare = 0.8;
const megabyte = 1e6;

const flags = {
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
type Flag = keyof typeof flags;

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(flags).map((name) => [name, { type: "string" }])),
    measure: { type: "boolean" },
    help: { type: "boolean" },
  } as Record<string, { type: "string" | "boolean" }>,
});

if (values["help"]) {
  for (const [name, { value, what }] of Object.entries(flags)) console.log(`--${name} ${value}\t${what}`);
  console.log("--measure\tmeasures what an image costs, on this machine and with PostgreSQL, and saves it");
} else if (values["measure"]) {
  const { measureDemands } = await import("./simulate/measure.ts");
  await measureDemands();
} else {
  report();
}

function numberOf(name: Flag): number {
  const text = values[name];
  const number = text === undefined ? flags[name].value : Number(text);
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0, not ${JSON.stringify(text)}`);
  return number;
}

function report(): void {
  const demands = readDemands();
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
  console.log(`An image costs (measured ${demands.measured}, ${demands.machine}, ${demands.frames} frames):`);
  console.log(JSON.stringify(demands, null, 2));

  const resources = resourcesOf(demands, cluster, load);
  console.log("\n| resource | share in the busiest moment | limit, images a day |\n|---|---:|---:|");
  const rows = resources.map((resource) => ({
    name: resource.name,
    use: peakUse(resource, load),
    limit: limitOf(resource, load, usableShare),
  }));
  for (const { name, use, limit } of rows.sort((a, b) => b.use - a.use)) {
    console.log(`| ${name} | ${(use * 100).toFixed(1)} % | ${Math.round(limit).toLocaleString("en")} |`);
  }
  console.log(`\nThe first limit: ${rows[0].name} (a limit keeps ${usableShare * 100} % in use at most).`);
  const beyond = rows.find(({ name }) => name !== "workers" && name !== rows[0].name);
  if (beyond && rows[0].name === "workers") console.log(`With more workers, the next one is: ${beyond.name}.`);

  const day = simulateDay(demands, cluster, load);
  const seconds = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} s`;
  const line = (what: string, { p50, p99, most }: { p50: number; p99: number; most: number }) =>
    console.log(`${what}: median ${seconds(p50)}, p99 ${seconds(p99)}, longest ${seconds(most)}`);
  console.log(`\nA simulated day (${day.images.toLocaleString("en")} images, ${daySeconds / 3600} hours):`);
  line("from the last upload to each image", day.orderSeconds);
  line("the same for orders of one image", day.singleSeconds);
  line("wait for PostgreSQL", day.databaseWait);
  console.log(
    `workers busy: ${(day.busyWorkers * 100).toFixed(0)} % of the day; most images waiting: ${day.mostWaiting}`,
  );
}
