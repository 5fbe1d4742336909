import { parseArgs } from "node:util";
import { findChromium } from "../test/support/chromium.ts";
import { freePort } from "../test/support/free-port.ts";
import { findPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { judge, quantile } from "./bench-service.ts";
import { measurePages, type PageFigures } from "./pages/measure-pages.ts";

const usage = `Usage: npm run -w service bench -- pages [options]

Sends an order of 24-megapixel photographs with Chromium, enhances it, and looks at its page while pictures arrive. Counts tasks that block the
page's thread, and the time until the first byte of a page while the service enhances. Needs Chromium and Debian's postgresql. Exits with 1
where a bar is missed.
  --files N        photographs of the order (200)
  --requests N     for pages, one after another (100)`;

/** Longest time that a page may not react, in ms. */
const taskBarMs = 100;
/** Longest time until the first byte of a page, in ms. */
const firstByteBarMs = 100;

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "200" },
    requests: { type: "string", default: "100" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Chromium is not installed: apt-get install chromium");
  const programs = await findPostgres();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const postgres = await startPostgres(programs, await freePort());
  const counts = { files: Number(values.files), requests: Number(values.requests) };
  const figures = await measurePages({ executablePath, server: postgres.url, ...counts }).finally(postgres.close);
  report(figures);
}

function report({ uploadTasks, orderTasks, firstBytes, uploadSeconds, wasBusy }: PageFigures): void {
  console.log(`the upload took ${uploadSeconds.toFixed(0)} s`);
  if (!wasBusy) console.log("nothing was enhanced while the pages were asked for: give more --files");
  const all = Object.values(firstBytes).flat();
  for (const [name, times] of [...Object.entries(firstBytes), ["all", all] as const]) {
    const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    console.log(`first byte, ${name}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  judge("p95 of the first byte", quantile(all, 0.95), firstByteBarMs, "ms");
  for (const [name, tasks] of [
    ["upload list", uploadTasks],
    ["order page", orderTasks],
  ] as const) {
    console.log(`${name}: ${tasks.length} tasks above 50 ms`);
    judge(`longest task of the ${name}`, Math.max(0, ...tasks), taskBarMs, "ms");
  }
}
