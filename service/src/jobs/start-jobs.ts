import type { Parts } from "../parts.ts";
import type { MemoryGate } from "../queue/memory-gate.ts";
import { deliverEvents } from "../webhooks/deliver-events.ts";
import { parkImage, parkOrder, postponeEvents, tellDead } from "./dead-jobs.ts";
import { enhanceImage } from "./enhance-image.ts";
import { groupOrder } from "./group-order.ts";
import { inspectUpload } from "./inspect-upload.ts";
import { removeFiles } from "./remove-files.ts";

/** Deliveries mostly wait for receivers: a slow one holds up its account's events, and leaves room for others'. */
const deliveries = { atOnce: 8, perAccount: 2 };

/** From here on, jobs are taken; what an earlier run left begins again. `gate` bounds how many pictures are made. */
export function startJobs(parts: Parts, gate?: MemoryGate): void {
  const { queue, config } = parts;
  queue.work("group-order", { atOnce: 1 }, (data) => groupOrder(data, parts));
  // One more than there are processes, so that none is idle while the picture before is put away and the next job
  // fetched.
  queue.work("enhance-image", { atOnce: config.engineProcesses + 1, ...(gate ? { gate } : {}) }, (data) =>
    enhanceImage(data, parts),
  );
  queue.work("inspect-upload", { atOnce: 1 }, (data) => inspectUpload(data, parts));
  queue.work("remove-files", { atOnce: 1 }, (data) => removeFiles(data, parts));
  queue.work("deliver-events", deliveries, (data) => deliverEvents(data, parts));
  queue.workDead("group-order", (data) => parkOrder(data, parts));
  queue.workDead("enhance-image", (data) => parkImage(data, parts));
  queue.workDead("inspect-upload", (data) => tellDead("an upload stays without its metadata", data, parts));
  queue.workDead("remove-files", (data) => tellDead("deleted files stay on the disk", data, parts));
  queue.workDead("deliver-events", (data) => postponeEvents(data, parts));
}
