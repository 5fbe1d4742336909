import { isTransient } from "../database/transient.ts";
import { EngineFailure } from "../engine/calls.ts";
import { databaseAway, diskFull, engineAway, type HttpError, storageAway, storeAway } from "../errors/http-error.ts";
import { isDiskBroken, isDiskFull, isStorageUnavailable } from "../storage/storage.ts";

/** The answer for a failure of the service that passes, so that the same request may succeed later. */
export function troubleOf(error: Error): HttpError | undefined {
  if (isDiskFull(error)) return diskFull();
  if (isDiskBroken(error)) return storageAway();
  // Before the database, whose connections break with the same codes.
  if (isStorageUnavailable(error)) return storeAway();
  if (isTransient(error)) return databaseAway();
  // A process that ended is replaced; one that took too long was overloaded.
  const isOver = error instanceof EngineFailure && ["crashed", "cancelled", "limits"].includes(error.kind);
  return isOver ? engineAway() : undefined;
}
