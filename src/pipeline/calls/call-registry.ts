import { setMaxListeners } from "node:events";
import { EngineError } from "../../errors/index.ts";
import { JoinedSignal, withReason } from "../concurrency.ts";
import { type InputFile, type NamedSource, SourceStore } from "../disk/index.ts";
import { type FailedFile, withSummaries } from "../finding/index.ts";
import { Leases } from "../leases.ts";
import type { Tools } from "../tools.ts";
import { destroyStreams, openSources, readable } from "./call.ts";
import { namedSources, type Source, type SummarizedSource } from "./named-sources.ts";

type Work<T> = (
  opened: (InputFile | FailedFile)[],
  store: SourceStore,
  signal: AbortSignal,
  tools: Tools,
) => Promise<T>;

type Stream<T> = (...given: Parameters<Work<T>>) => AsyncGenerator<T>;

/** The running calls of an engine: each has its own signal and store, and closing the engine ends them all. */
export class CallRegistry {
  readonly #tools: Tools;
  readonly #closing = new AbortController();
  readonly #calls = new Set<Promise<unknown>>();
  readonly #stores = new Set<SourceStore>();

  constructor(tools: Tools) {
    this.#tools = tools;
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * Opens the sources, does the work, and releases everything. Throws `cancelled` when the engine is closed, or when
   * the caller's signal or `also` fires; the signal's reason is its `cause`.
   */
  run<T>(
    given: readonly Source[],
    signal: AbortSignal | undefined,
    work: Work<T>,
    also?: AbortSignal | undefined,
  ): Promise<T> {
    this.check();
    return this.#run(namedSources(given), signal, work, also);
  }

  /** Like `run`, for work that can use summaries. Also throws `input/summary`. */
  runOnSummaries<T>(
    given: readonly (Source | SummarizedSource)[],
    signal: AbortSignal | undefined,
    work: Work<T>,
  ): Promise<T> {
    this.check();
    return this.#run(namedSources(given, { takesSummaries: true }), signal, (opened, store, running, tools) =>
      withSummaries(readable(opened), tools, (informed) => work(opened, store, running, informed)),
    );
  }

  #run<T>(
    sources: readonly NamedSource[],
    signal: AbortSignal | undefined,
    work: Work<T>,
    also?: AbortSignal | undefined,
  ): Promise<T> {
    const joined = this.#join(signal, also);
    const running = joined.signal;
    const store = this.#newStore();
    const call = (async () => {
      const leases = new Leases(this.#tools);
      try {
        return await work(await openSources(sources, store, running), store, running, leases.tools);
      } catch (thrown) {
        throw withReason(thrown, running);
      } finally {
        joined.release();
        leases.end();
        await this.#release(store, sources);
      }
    })();
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }

  /**
   * Like `run`, for work that reports events while it runs. It counts its memory separately, since the events may be
   * read long after they were sent.
   */
  async *stream<T>(given: readonly NamedSource[], signal: AbortSignal | undefined, work: Stream<T>): AsyncGenerator<T> {
    const joined = this.#join(signal);
    const running = joined.signal;
    const store = this.#newStore();
    try {
      yield* work(await openSources(given, store, running), store, running, this.#tools);
    } catch (thrown) {
      throw withReason(thrown, running);
    } finally {
      joined.release();
      await this.#release(store, given);
    }
  }

  /** Throws `cancelled` when the engine is closed. */
  check(): void {
    if (!this.#closing.signal.aborted) return;
    throw new EngineError("cancelled", "engine: the engine is closed; createEngine makes another");
  }

  #newStore(): SourceStore {
    const store = new SourceStore(this.#tools.limits.maxFileBytes, this.#tools.summaryVersion);
    this.#stores.add(store);
    return store;
  }

  async #release(store: SourceStore, sources: readonly NamedSource[]): Promise<void> {
    destroyStreams(sources);
    await store.close();
    this.#stores.delete(store);
  }

  /**
   * A signal for this call only, so that its many listeners are released with it. The caller releases it. Throws
   * `cancelled` when the engine is closed.
   */
  #join(signal: AbortSignal | undefined, also?: AbortSignal): JoinedSignal {
    this.check();
    if (signal !== undefined && !(signal instanceof AbortSignal))
      throw new EngineError("options/invalid", "engine: signal must be an AbortSignal", { option: "signal" });
    return new JoinedSignal([...(signal ? [signal] : []), ...(also ? [also] : []), this.#closing.signal]);
  }

  /** Calls `end`, which closes the threads and processes, when no call runs any more. */
  async close(end: () => Promise<unknown>): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#calls);
    await end();
    // A batch whose events are no longer read cannot clean up.
    await Promise.all([...this.#stores].map((store) => store.close()));
  }
}
