import type { Parts } from "../parts.ts";
import type { MemoryGate } from "../queue/memory-gate.ts";
import { eventDeliverer } from "../webhooks/deliver-events.ts";
import { parkImage, parkOrder, postponeEvents, tellDead } from "./dead-jobs.ts";
import { enhanceImage } from "./enhance-image.ts";
import { groupOrder } from "./group-order.ts";
import { inspectUpload } from "./inspect-upload.ts";
import { removeFiles } from "./remove-files.ts";
import { takeUpload } from "./take-upload.ts";

/**
 * Deliveries mostly wait for receivers. A run delivers for one account; a second job of the account only asks it again.
 */
const deliveries = { atOnce: 32, perAccount: 2 };

/** Each reads an upload once, and waits for the store most of the time. */
const takesAtOnce = 4;

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
  queue.work("take-upload", { atOnce: takesAtOnce }, (data) => takeUpload(data, parts));
  queue.work("remove-files", { atOnce: 1 }, (data) => removeFiles(data, parts));
  queue.work("deliver-events", deliveries, eventDeliverer(parts));
  queue.workDead("group-order", (data) => parkOrder(data, parts));
  queue.workDead("enhance-image", (data) => parkImage(data, parts));
  queue.workDead("inspect-upload", (data) => tellDead("an upload stays without its metadata", data, parts));
  queue.workDead("take-upload", (data) =>
    tellDead("an upload to the store was not taken; it is found again", data, parts),
  );
  queue.workDead("remove-files", (data) => tellDead("deleted files stay on the disk", data, parts));
  queue.workDead("deliver-events", (data) => postponeEvents(data, parts));
}
