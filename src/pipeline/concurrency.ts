import { setMaxListeners } from "node:events";
import { EngineError } from "../errors/index.ts";

/**
 * Runs `work` for each item, at most `limit` at a time, and returns the results in order. Rejects at the first
 * rejection.
 */
export async function mapConcurrently<In, Out>(
  items: readonly In[],
  limit: number,
  work: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}

/**
 * A signal that fires with the first of its sources, for the same reason. `AbortSignal.any` does not work here: Node 20
 * holds its sources weakly, so a time limit without another reference is garbage-collected and never fires.
 */
export class JoinedSignal {
  readonly signal: AbortSignal;
  readonly #stopListening: readonly (() => void)[];

  constructor(sources: readonly AbortSignal[]) {
    const own = new AbortController();
    this.signal = own.signal;
    // Every kernel, file and process of a call listens.
    setMaxListeners(0, own.signal);
    this.#stopListening = sources.map((source) => {
      if (source.aborted) own.abort(source.reason);
      return listen(source, () => own.abort(source.reason));
    });
  }

  /** Removes the listeners from the sources, which may live longer. The signal does not fire afterwards. */
  release(): void {
    for (const stop of this.#stopListening) stop();
  }
}

interface Shared {
  readonly calls: Set<() => void>;
  readonly fire: () => void;
}

/** The functions to call when a signal fires. */
const shared = new WeakMap<AbortSignal, Shared>();

/**
 * Calls `onAbort` when the signal fires; the returned function cancels this. All calls share one listener per signal,
 * because Node.js warns of a leak from the eleventh on.
 */
function listen(signal: AbortSignal, onAbort: () => void): () => void {
  const { calls, fire } = shared.get(signal) ?? share(signal);
  calls.add(onAbort);
  return () => {
    calls.delete(onAbort);
    if (calls.size > 0 || shared.get(signal)?.calls !== calls) return;
    shared.delete(signal);
    signal.removeEventListener("abort", fire);
  };
}

function share(signal: AbortSignal): Shared {
  const calls = new Set<() => void>();
  const fire = () => {
    for (const call of calls) call();
  };
  signal.addEventListener("abort", fire, { once: true });
  shared.set(signal, { calls, fire });
  return { calls, fire };
}

/** The thrown error, with the signal's reason as `cause` if the signal fired. */
export function withReason(thrown: unknown, signal: AbortSignal): unknown {
  if (!(thrown instanceof EngineError) || thrown.code !== "cancelled") return thrown;
  return signal.aborted && thrown.cause === undefined
    ? new EngineError(thrown.code, thrown.message, thrown.context, signal.reason)
    : thrown;
}
