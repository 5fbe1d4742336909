import type { Queries } from "../../database/database.ts";
import { findOrder } from "../../store/order-store.ts";
import { readStudioOrder, type StudioOrder } from "../../store/studio-orders.ts";

/** Intervals between queries of an order, in ms: while its pictures are being made, and otherwise. */
const busyMs = 1000;
const idleMs = 4000;

/** Gets the order as it is now; undefined once it is deleted. */
export type OrderListener = (order: StudioOrder | undefined) => void;

interface Watch {
  readonly listeners: Set<OrderListener>;
  timer: NodeJS.Timeout | undefined;
  last: StudioOrder | undefined;
}

/**
 * Polls orders in the database for the browser pages that show them. Pages that show the same part of an order share a
 * query; orders that no page shows are not polled. All processes share the database, so it does not matter which of
 * them makes the pictures.
 */
export class OrderWatch {
  readonly #queries: Queries;
  readonly #onError: (error: unknown) => void;
  readonly #watches = new Map<string, Watch>();

  constructor(queries: Queries, onError: (error: unknown) => void) {
    this.#queries = queries;
    this.#onError = onError;
  }

  /** Calls `listener` after each query, until the returned function is called. */
  follow(orderId: string, page: number, listener: OrderListener): () => void {
    const name = JSON.stringify([orderId, page]);
    const watch = this.#watches.get(name) ?? this.#begin(name, orderId, page);
    watch.listeners.add(listener);
    if (watch.last) listener(watch.last);
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0) return;
      clearTimeout(watch.timer);
      if (this.#watches.get(name) === watch) this.#watches.delete(name);
    };
  }

  #begin(name: string, orderId: string, page: number): Watch {
    const watch: Watch = { listeners: new Set(), timer: undefined, last: undefined };
    this.#watches.set(name, watch);
    const look = async () => {
      let waitMs = idleMs;
      try {
        const row = await findOrder(this.#queries, orderId);
        watch.last = row && (await readStudioOrder(this.#queries, row, page));
        for (const listener of watch.listeners) listener(watch.last);
        if (watch.last?.isMerging || (watch.last?.counts.processing ?? 0) > 0) waitMs = busyMs;
      } catch (error) {
        this.#onError(error);
      }
      if (watch.listeners.size > 0) watch.timer = setTimeout(look, waitMs);
    };
    watch.timer = setTimeout(look, 0);
    return watch;
  }
}
