import { inSpan } from "../tracing/tracing.ts";
import type { Storage } from "./storage.ts";

/** `storage`, with a span for each call that moves bytes. */
export function traceStorage(storage: Storage): Storage {
  const { direct } = storage;
  return {
    write: (...given) => inSpan("storage write", {}, () => storage.write(...given)),
    borrow: (key) => inSpan("storage borrow", {}, () => storage.borrow(key)),
    adopt: (...given) => inSpan("storage adopt", {}, () => storage.adopt(...given)),
    remove: (key) => inSpan("storage remove", {}, () => storage.remove(key)),
    find: (key) => storage.find(key),
    read: (...given) => storage.read(...given),
    list: () => storage.list(),
    requireSpace: (leastFreeBytes) => storage.requireSpace(leastFreeBytes),
    check: (leastFreeBytes) => storage.check(leastFreeBytes),
    removeUnfinished: (olderThanMs) => storage.removeUnfinished(olderThanMs),
    ...(direct === undefined ? {} : { direct }),
    close: () => storage.close(),
  };
}
