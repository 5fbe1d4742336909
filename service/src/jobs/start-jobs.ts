import type { Parts } from "../parts.ts";
import type { MemoryGate } from "../queue/memory-gate.ts";
import { eventDeliverer } from "../webhooks/deliver-events.ts";
import { logDead, parkImage, parkOrder, postponeEvents } from "./dead-jobs.ts";
import { enhanceImage } from "./enhance-image.ts";
import { groupOrder } from "./group-order.ts";
import { inspectUpload } from "./inspect-upload.ts";
import { removeFiles } from "./remove-files.ts";
import { takeUpload } from "./take-upload.ts";

/**
 * Concurrent delivery jobs: they mostly wait for receivers. A run delivers for one account; a second job of the account
 * only triggers another look.
 */
const deliveries = { atOnce: 32, perAccount: 2 };

/** Concurrent jobs that take uploads: each reads an upload once and mostly waits for the store. */
const takesAtOnce = 4;

/** Starts taking jobs; those that an earlier run left begin again. `gate` limits how many pictures are made at once. */
export function startJobs(parts: Parts, gate?: MemoryGate): void {
  const { queue, config } = parts;
  queue.work("group-order", { atOnce: 1 }, (data) => groupOrder(data, parts));
  // One more than there are processes, so that none is idle while a picture is stored and the next job is fetched.
  queue.work("enhance-image", { atOnce: config.engineProcesses + 1, ...(gate ? { gate } : {}) }, (data) =>
    enhanceImage(data, parts),
  );
  queue.work("inspect-upload", { atOnce: 1 }, (data) => inspectUpload(data, parts));
  queue.work("take-upload", { atOnce: takesAtOnce }, (data) => takeUpload(data, parts));
  queue.work("remove-files", { atOnce: 1 }, (data) => removeFiles(data, parts));
  queue.work("deliver-events", deliveries, eventDeliverer(parts));
  queue.workDead("group-order", (data) => parkOrder(data, parts));
  queue.workDead("enhance-image", (data) => parkImage(data, parts));
  queue.workDead("inspect-upload", (data) => logDead("an upload stays without its metadata", data, parts));
  queue.workDead("take-upload", (data) =>
    logDead("an upload to the store was not taken; it is found again", data, parts),
  );
  queue.workDead("remove-files", (data) => logDead("deleted files stay on the disk", data, parts));
  queue.workDead("deliver-events", (data) => postponeEvents(data, parts));
}
