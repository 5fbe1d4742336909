import { readAssumptions, usableShare } from "../bench/simulate/assumptions.ts";
import { daySeconds, limitOf, peakUse, type ResourceName, resourcesOf, simulateDay } from "../bench/simulate/day.ts";
import { type Demands, readDemands } from "../bench/simulate/demands.ts";

const { cluster, load } = readAssumptions();
const peakImagesPerSecond = (imagesPerDay: number) => (imagesPerDay * load.peak) / daySeconds;

const parts: Readonly<Record<ResourceName, string>> = {
  workers: "workers",
  "API processors": "API processors",
  "API network": "network of the APIs",
  "worker network": "network of the workers",
  "PostgreSQL processors": "processors of PostgreSQL",
  "PostgreSQL log": "log of PostgreSQL",
  "PostgreSQL commits": "transactions of PostgreSQL",
  "store reads": "reads of the store",
  "store writes": "writes of the store",
  "store network": "network of the store",
};

/** The page with what the saved demands give between its markers. Throws if a marker is missing. */
export function withScalingTables(page: string, demands = readDemands()): string {
  const tables = { shares: sharesOf(demands), costs: costsOf(demands), sizes: sizesOf(demands) };
  return Object.entries(tables).reduce((text, [name, lines]) => replace(text, name, lines), page);
}

function replace(page: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: npm run docs -w service -->\n`, `\n<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`SCALING.md: expected a line ${begin.trim()} and one ${end.trim()}`);
  return `${page.slice(0, from + begin.length)}\n${lines.join("\n")}\n${page.slice(to)}`;
}

function sharesOf(demands: Demands): string[] {
  const rows = resourcesOf(demands, cluster, load)
    .map((resource) => ({
      part: parts[resource.name],
      use: peakUse(resource, load),
      limit: limitOf(resource, load, usableShare),
    }))
    .sort((a, b) => b.use - a.use)
    .map(({ part, use, limit }) => `| ${part} | ${short(100 * use)} % | ${short(limit / 1e6)} million |`);
  const { orderSeconds, databaseWait } = simulateDay(demands, cluster, load);
  return [
    `Costs were measured on ${demands.measured}, ${demands.machine}:`,
    "",
    "| part | share in the busiest moment | images a day at 80 % |",
    "|---|---:|---:|",
    ...rows,
    "",
    `On the simulated day an image is finished ${short(orderSeconds.p50)} s after the last upload (median), ${short(orderSeconds.p99)} s (p99);`,
    `statements wait ${short(databaseWait.p99)} s for PostgreSQL at p99, when an order of many images is written at once.`,
  ];
}

function costsOf(demands: Demands): string[] {
  const seconds = (value: number) => [`${short(value)} s`, `${short((1000 * value) / 60)} min`];
  const bytes = (value: number) => [`${short(value / 1000)} kB`, `${short(value / 1000)} MB`];
  const megabytes = (value: number) => [`${short(value / 1e6)} MB`, `${short(value / 1e6)} GB`];
  const rows: readonly (readonly [string, ...(readonly string[])])[] = [
    ["processor time of the engine", ...seconds(demands.engineCpuSeconds)],
    ["processor time of the service (API and jobs)", ...seconds(demands.serviceCpuSeconds)],
    ["processor time of PostgreSQL", ...seconds(demands.databaseCpuSeconds)],
    ["transactions", short(demands.commits), `${short(demands.commits)} thousand`],
    ["write-ahead log", ...bytes(demands.walBytes)],
    ["rows and indexes", ...bytes(demands.rowBytes)],
    ["uploads, with frames of 10 MB", ...megabytes(demands.frames * load.uploadBytes)],
    ["finished picture and preview", ...megabytes(load.resultBytes)],
  ];
  return ["| | for one image | for 1,000 images |", "|---|---:|---:|", ...rows.map((row) => `| ${row.join(" | ")} |`)];
}

/** Processors that PostgreSQL is given at least. */
const minDatabaseCores = 2;

function sizesOf(demands: Demands): string[] {
  const rows = [50_000, 250_000, 1_000_000].map((images) => {
    const rate = peakImagesPerSecond(images) / usableShare;
    const apis = Math.ceil(rate * demands.serviceCpuSeconds);
    const workers = Math.ceil((rate * demands.engineCpuSeconds) / cluster.workerCores);
    const cores = Math.max(minDatabaseCores, 2 ** Math.ceil(Math.log2(rate * demands.databaseCpuSeconds)));
    const network = resourcesOf(demands, cluster, load).find(({ name }) => name === "store network");
    const gigabits = Math.ceil((8 * rate * (network?.perImage ?? 0)) / 1e9);
    return `| ${images.toLocaleString("en")} | ${apis} | ${workers} | ${cores} | ${gigabits} Gbit/s |`;
  });
  return [
    "| images a day | APIs | workers | processors of PostgreSQL | network of the store |",
    "|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

/** Two digits, and every digit before the point. */
function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}
