import { setMaxListeners } from "node:events";
import { EngineError } from "../errors/index.ts";

/**
 * A signal that fires with the first of its sources, for the same reason. `AbortSignal.any` does not do here: Node 20
 * holds its sources weakly, so that a time limit that nobody else holds is collected and never fires.
 */
export class JoinedSignal {
  readonly signal: AbortSignal;
  readonly #released = new AbortController();

  constructor(sources: readonly AbortSignal[]) {
    const own = new AbortController();
    this.signal = own.signal;
    // Every kernel, file and process of a call listens.
    setMaxListeners(0, own.signal);
    for (const source of sources) {
      if (source.aborted) own.abort(source.reason);
      source.addEventListener("abort", () => own.abort(source.reason), { once: true, signal: this.#released.signal });
    }
  }

  /** Lets go of the sources, which may live longer: from now on the signal does not fire. */
  release(): void {
    this.#released.abort();
  }
}

/** What was thrown, with the reason of the signal as `cause` where it is that a signal has fired. */
export function withReason(thrown: unknown, signal: AbortSignal): unknown {
  if (!(thrown instanceof EngineError) || thrown.code !== "cancelled") return thrown;
  return signal.aborted && thrown.cause === undefined
    ? new EngineError(thrown.code, thrown.message, thrown.context, signal.reason)
    : thrown;
}
