import { parseArgs } from "node:util";
import { judge, quantile } from "./bench-service.ts";
import { measureStatus } from "./figures/status-times.ts";

const usage = `Usage: npm run -w service bench -- status [--rate N] [--seconds N] [--images N] [--megapixels N] [--idle]

Asks for the status of images and of their order at a steady rate while the order is being enhanced on the same processors. Times count
from the moment at which a request was due, so that a slow answer does not hide those behind it. Exits with 1 where the bar is missed.
  --rate N         requests a second (300)
  --seconds N      how long (20)
  --images N       images of the order (80)
  --megapixels N   of each (24)
  --idle           enhances nothing meanwhile`;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "300" },
    seconds: { type: "string", default: "20" },
    images: { type: "string", default: "80" },
    megapixels: { type: "string", default: "24" },
    idle: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const barMs = 25;

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const { times, failed, cpuMs, wasBusy } = await measureStatus({
    rate: Number(values.rate),
    seconds: Number(values.seconds),
    images: Number(values.images),
    megapixels: Number(values.megapixels),
    isIdle: values.idle,
  });
  if (!values.idle && !wasBusy) console.log("the order was done before the time was over: give more --images");
  for (const share of [0.5, 0.9, 0.99, 0.999]) {
    console.log(`p${share * 100}: ${quantile(times, share).toFixed(1)} ms`);
  }
  console.log(`the service's own process used ${cpuMs.toFixed(2)} ms of CPU a request`);
  if (failed > 0) console.log(`${failed} requests failed`);
  judge("p99 of status", failed > 0 ? Number.POSITIVE_INFINITY : quantile(times, 0.99), barMs, "ms");
}
