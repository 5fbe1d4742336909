import { once, setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Worker } from "node:worker_threads";
import { Piscina } from "piscina";
import { cancelledError, EngineError } from "../errors/index.ts";
import { type KernelImplementation, type KernelRunner, selectKernels } from "../kernels/index.ts";
import type { Executor } from "../pipeline/executor.ts";
import type { TaskName } from "../pipeline/tasks.ts";
import { runBands } from "./bands.ts";
import { type Help, offerHelp } from "./help.ts";
import type { Message, Reply, WorkerSettings } from "./protocol.ts";

export interface PoolOptions {
  readonly threads: number;
  readonly kernels: "auto" | "reference";
  /** A task that runs longer is ended together with its thread; the pool starts a new one. */
  readonly timeoutMs: number;
  /** JavaScript heap of one thread; pixels do not count. */
  readonly heapMb: number;
  /** Address of the module that the threads run, when not the engine's own: for tests of what the pool survives. */
  readonly entry?: string;
}

/** Tasks whose kernels other threads may help with: those with pictures of full size. */
const helpedTasks: ReadonlySet<string> = new Set<TaskName>(["decode", "encode"]);

/** How long the end of a thread may take. */
const threadEndMs = 1000;

interface Job {
  start(): void;
  /** For a job that never starts. */
  giveUp(): void;
}

/** Worker threads behind one first-in-first-out queue, on piscina. */
export class WorkerPool implements Executor {
  readonly concurrency: number;
  readonly #piscina: Piscina<Message, Reply>;
  readonly #implementation: KernelImplementation;
  readonly #timeoutMs: number;
  readonly #queue: Job[] = [];
  #running = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.concurrency = options.threads;
    this.#timeoutMs = options.timeoutMs;
    this.#implementation = selectKernels(options.kernels).implementation;
    // Flags are the whole process's: a thread that set them would do so under the others at their work.
    setFlagsFromString("--expose-gc");
    const settings: WorkerSettings = { kernels: options.kernels };
    this.#piscina = new Piscina<Message, Reply>({
      filename: options.entry ?? workerUrl(),
      minThreads: options.threads,
      maxThreads: options.threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: "disabled",
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
    });
    this.#piscina.on("error", () => {}); // a dying thread also rejects the task it ran, which is where it is told
  }

  run: Executor["run"] = (name, input, signal, onStopped) =>
    this.#enqueue({ kind: "task", name, input }, signal, onStopped) as Promise<never>;

  kernels(signal: AbortSignal): KernelRunner {
    setMaxListeners(0, signal); // every kernel in the queue listens
    const send = (message: Message) => this.#enqueue(message, signal);
    return { implementation: this.#implementation, run: runBands(send, signal, this.concurrency) };
  }

  /**
   * Work under way is rejected with `cancelled`; resolves when all threads are gone, except for those stuck in native
   * code.
   */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.giveUp();
    await Promise.race([this.#piscina.destroy(), wait(threadEndMs, undefined, { ref: false })]);
  }

  #enqueue(message: Message, signal: AbortSignal, onStopped = () => {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        onStopped();
        reject(cancelledError(message.name));
      };
      if (signal.aborted || this.#closed) return giveUp();
      const onAbort = () => {
        const position = this.#queue.indexOf(job);
        if (position >= 0) {
          this.#queue.splice(position, 1);
          giveUp();
        } else if (message.kind === "task") {
          reject(cancelledError(message.name));
        }
        // A running kernel writes into memory that its caller may use again once it is told: it is told when the thread
        // has stopped.
      };
      const job: Job = {
        giveUp,
        start: () => {
          this.#dispatch(message)
            .then(resolve, reject)
            .finally(() => {
              onStopped();
              signal.removeEventListener("abort", onAbort);
              this.#running--;
              this.#next();
            });
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.concurrency) {
      const job = this.#queue.shift();
      if (!job) return;
      this.#running++;
      job.start();
    }
  }

  async #dispatch(message: Message): Promise<unknown> {
    const deadline = new AbortController();
    const threads = [...this.#piscina.threads];
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    timer.unref();
    const help = this.#helpFor(message);
    let reply: Reply;
    try {
      const sent = help && message.kind === "task" ? { ...message, help: help.port } : message;
      reply = await this.#piscina.run(sent, { signal: deadline.signal, transferList: help ? [help.port] : [] });
    } catch (thrown) {
      if (deadline.signal.aborted) await this.#endOf(threads);
      throw this.#translate(thrown, message.name, deadline.signal.aborted);
    } finally {
      clearTimeout(timer);
      await help?.end();
    }
    if (!reply.ok) throw EngineError.fromData(reply.error);
    return reply.output;
  }

  #helpFor(message: Message): Help | undefined {
    if (this.concurrency < 2 || message.kind !== "task" || !helpedTasks.has(message.name)) return undefined;
    return offerHelp((kernel, signal) => this.#enqueue(kernel, signal), this.concurrency - 1);
  }

  /**
   * Until a thread that was ended is gone, it may still write into its task's memory; one stuck in native code is not
   * waited for.
   */
  async #endOf(threads: readonly Worker[]): Promise<void> {
    const ended = threads.filter((thread) => !this.#piscina.threads.includes(thread) && thread.threadId >= 0);
    const gone = Promise.all(ended.map((thread) => once(thread, "exit")));
    await Promise.race([gone, wait(threadEndMs, undefined, { ref: false })]);
  }

  #translate(thrown: unknown, name: string, timedOut: boolean): EngineError {
    if (timedOut)
      return new EngineError("limits/time", `${name}: took longer than ${this.#timeoutMs} ms`, {
        timeoutMs: this.#timeoutMs,
      });
    if (this.#closed) return cancelledError(name);
    const code = (thrown as { code?: string }).code;
    if (code === "ERR_WORKER_OUT_OF_MEMORY")
      return new EngineError("limits/memory", `${name}: a worker ran out of heap`, {}, thrown);
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return new EngineError("internal", `${name}: a worker ended unexpectedly: ${text}`, {}, thrown);
  }
}

/**
 * Threads run compiled JavaScript; started from the sources (tests, scripts), they use the built package beside them.
 */
function workerUrl(): string {
  const own = new URL("./worker.js", import.meta.url);
  return (import.meta.url.endsWith(".ts") ? new URL("../../dist/workers/worker.js", import.meta.url) : own).href;
}
