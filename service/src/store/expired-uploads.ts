import type { Database } from "../database/database.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { deletePictures } from "./delete-pictures.ts";
import { listExpired } from "./resumable-uploads.ts";

/** Uploads of one round, so that a stop need not wait long. */
const uploadsAtOnce = 1000;

/**
 * Deletes the brackets whose parts did not become a file in time, with their parts. Returns how many;
 * `queue.wake("remove-files")` follows.
 */
export async function removeExpiredUploads(database: Database, queue: JobQueue, now = new Date()): Promise<number> {
  const expired = await listExpired(database.queries, now, uploadsAtOnce);
  for (const bracketId of expired) {
    await database.transact((transaction) => deletePictures(transaction, queue, { bracketId }));
  }
  return expired.length;
}
