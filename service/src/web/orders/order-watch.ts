import type { Queries } from "../../database/database.ts";
import { findOrder } from "../../store/order-store.ts";
import { readStudioOrder, type StudioOrder } from "../../store/studio-orders.ts";

/** Interval between two looks at an order whose pictures are being made, and at one that only may change, in ms. */
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
 * Looks at orders in the database for the pages that show them. All pages of one order share a look, and the service
 * does not look at an order without pages. The database is what processes have in common, so it does not matter which
 * of them makes the pictures.
 */
export class OrderWatch {
  readonly #queries: Queries;
  readonly #onError: (error: unknown) => void;
  readonly #watches = new Map<string, Watch>();

  constructor(queries: Queries, onError: (error: unknown) => void) {
    this.#queries = queries;
    this.#onError = onError;
  }

  /** Calls `listener` after each look, until the returned function is called. */
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
