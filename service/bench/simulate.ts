import { parseArgs } from "node:util";
import { type Flag, flags, readAssumptions, usableShare } from "./simulate/assumptions.ts";
import { daySeconds, limitOf, peakUse, resourcesOf, simulateDay } from "./simulate/day.ts";
import { readDemands } from "./simulate/demands.ts";

// npm run -w service bench -- simulate: which part of a cluster reaches its limit first, and how long images wait on a
// simulated day. What an image costs is measured (`--measure`, saved in results/demands.json); what the machines can do
// is assumed, and each assumption is a flag.

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
  const { cluster, load } = readAssumptions(numberOf);
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
    `workers busy: ${(day.busyWorkers * 100).toFixed(0)} % of the day; most images waiting: ${day.maxWaiting}`,
  );
}
