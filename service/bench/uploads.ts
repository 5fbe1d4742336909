import { parseArgs } from "node:util";
import { judge, startBenchService } from "./bench-service.ts";
import { memoryOf, runUploads } from "./many-uploads.ts";

// npm run -w service bench:uploads -- [--count N]: as many uploads of small files at once, each over a connection of
// its own.

const { values } = parseArgs({ options: { count: { type: "string", default: "1000" } } });
const growthBarMb = 400;

// Nothing is enhanced meanwhile: the uploads are brackets that nobody merges.
const service = await startBenchService();
try {
  const before = memoryOf(service.process.pid).residentMb;
  const { statuses, seconds } = await runUploads(service, Number(values.count));
  const grown = memoryOf(service.process.pid).mostMb - before;
  console.log(`${values.count} uploads in ${seconds.toFixed(1)} s, answered with`, statuses);
  judge("uploads that did not succeed", Number(values.count) - (statuses["200"] ?? 0), 0, "");
  judge("growth of the service's memory", grown, growthBarMb, "MB");
} finally {
  await service.close();
}
