import { once, setMaxListeners } from "node:events";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Worker } from "node:worker_threads";
import type { Piscina } from "piscina";
import { cancelledError, EngineError, missingFileError } from "../errors/index.ts";
import { type KernelChoice, type KernelRunner, type SelectedKernels, selectKernels } from "../kernels/index.ts";
import type { TaskName } from "../pipeline/tasks.ts";
import type { Executor } from "../pipeline/tools.ts";
import { runBands } from "./bands.ts";
import { type Help, offerHelp } from "./help.ts";
import type { Message, Reply, WorkerSettings } from "./protocol.ts";

interface PoolOptions {
  readonly threads: number;
  /** What threads run, or the pool's own. */
  readonly kernels: KernelChoice | SelectedKernels;
  /** A task that runs longer is ended together with its thread; the pool starts a new one. */
  readonly timeoutMs: number;
  /** JavaScript heap of one thread; pixels do not count. */
  readonly heapMb: number;
  /** Address of the module that the threads run, when not the engine's own: for tests of what the pool survives. */
  readonly entry?: string;
}

/** Tasks whose kernels other threads may help with: those with pictures of full size. */
const helpedTasks: ReadonlySet<string> = new Set<TaskName>(["decode", "encode", "encodeFile"]);

/** How long the end of a thread may take. */
const threadEndMs = 1000;
/** How long its modules may take to load, on a machine that is busy. */
const threadLoadMs = 10_000;

interface Job {
  start(): void;
  /** For a job that never starts. */
  giveUp(): void;
}

/** Worker threads behind one first-in-first-out queue, on piscina. */
export class WorkerPool implements Executor {
  readonly concurrency: number;
  readonly #options: PoolOptions;
  /** Absent until there is something to do: what fails before that need not wait for threads. */
  #started: Piscina<Message, Reply> | undefined;
  readonly #selected: SelectedKernels;
  readonly #timeoutMs: number;
  readonly #queue: Job[] = [];
  /** When the modules of each thread are loaded, or the thread is gone. */
  readonly #loaded = new WeakMap<Worker, Promise<void>>();
  /** What threads work on. */
  readonly #dispatched = new Set<Promise<unknown>>();
  #running = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.concurrency = options.threads;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs;
    this.#selected = typeof options.kernels === "string" ? selectKernels(options.kernels) : options.kernels;
    // Flags are the whole process's: a thread that set them would do so under the others at their work.
    setFlagsFromString("--expose-gc");
  }

  run: Executor["run"] = (name, input, signal, onStopped) =>
    this.#enqueue({ kind: "task", name, input }, signal, onStopped) as Promise<never>;

  kernels(signal: AbortSignal): KernelRunner {
    setMaxListeners(0, signal); // every kernel in the queue listens
    const send = (message: Message) => this.#enqueue(message, signal);
    const { implementation, kernels, wasm } = this.#selected;
    return { implementation, run: runBands(send, signal, this.concurrency, wasm, kernels) };
  }

  /**
   * Work that waits is rejected with `cancelled`, and so is what is under way once all threads have loaded; resolves
   * when all threads are gone, except for those stuck in native code. Threads load their modules before they are ended:
   * Node 20 ends the whole process with a thread that is ended while it links an ES module (`v8::Module::IsGraphAsync
   * must be used on an instantiated module`).
   */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.giveUp();
    if (!this.#started) return;
    await this.#allLoaded(this.#started);
    await Promise.race([this.#started.destroy(), wait(threadEndMs, undefined, { ref: false })]);
  }

  #start({ threads, heapMb, entry = workerUrl() }: PoolOptions): Piscina<Message, Reply> {
    const { implementation, wasm } = this.#selected;
    const settings: WorkerSettings = { kernels: implementation, ...(wasm ? { wasm: wasm.share } : {}) };
    // Loaded here: a program that imports the library may never need threads.
    const loaded = createRequire(import.meta.url)("piscina") as typeof import("piscina");
    const started = new loaded.Piscina<Message, Reply>({
      filename: entry,
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: "disabled",
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    started.on("error", () => {}); // a dying thread also rejects the task it ran, which reports it
    this.#watchThreads(started);
    started.on("workerDestroy", () => queueMicrotask(() => this.#watchThreads(started)));
    return started;
  }

  /** A thread's first message says that its modules are loaded. */
  #watchThreads({ threads }: Piscina): void {
    for (const thread of threads) {
      if (this.#loaded.has(thread)) continue;
      const { threadId } = thread;
      thread.once("exit", () => this.#takeBackMemoryOf(threadId));
      const loaded = new Promise<void>((resolve) => {
        for (const event of ["message", "exit"]) thread.once(event, () => resolve());
      });
      this.#loaded.set(thread, loaded);
    }
  }

  /** Threads that helped the one that is gone may still write into its memory. */
  async #takeBackMemoryOf(threadId: number): Promise<void> {
    const { wasm } = this.#selected;
    if (!wasm) return;
    await Promise.allSettled(this.#dispatched);
    wasm.forget(threadId);
  }

  async #allLoaded({ threads }: Piscina): Promise<void> {
    // Idle threads do not keep the process alive; this timer does.
    const over = new AbortController();
    const late = wait(threadLoadMs, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([Promise.all(threads.map((thread) => this.#loaded.get(thread))), late]);
    over.abort();
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
        // A running kernel writes into memory that its caller may use again once it is notified: that happens when the
        // thread has stopped.
      };
      const job: Job = {
        giveUp,
        start: () => {
          const dispatched = this.#dispatch(message);
          this.#dispatched.add(dispatched);
          dispatched.then(resolve, reject).finally(() => {
            this.#dispatched.delete(dispatched);
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
    this.#started ??= this.#start(this.#options);
    const piscina = this.#started;
    const deadline = new AbortController();
    const threads = [...piscina.threads];
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    timer.unref();
    const help = this.#helpFor(message);
    let reply: Reply;
    try {
      const sent = help && message.kind === "task" ? { ...message, help: help.port } : message;
      reply = await piscina.run(sent, { signal: deadline.signal, transferList: help ? [help.port] : [] });
    } catch (thrown) {
      if (deadline.signal.aborted) await this.#endOf(threads, piscina);
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
  async #endOf(threads: readonly Worker[], piscina: Piscina): Promise<void> {
    const ended = threads.filter((thread) => !piscina.threads.includes(thread) && thread.threadId >= 0);
    const gone = Promise.all(ended.map((thread) => once(thread, "exit")));
    await Promise.race([gone, wait(threadEndMs, undefined, { ref: false })]);
  }

  #translate(thrown: unknown, name: string, timedOut: boolean): EngineError {
    if (timedOut)
      return new EngineError("limits/time", `${name}: took longer than ${this.#timeoutMs / 1000} s`, {
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
 * Threads run compiled JavaScript; started from the sources (tests, scripts), they use the built package next to them.
 * Its bundle loads in half the time of the modules, which are preferred if newer. Throws `unsupported/bundled` if there
 * is neither.
 */
export function workerUrl(): string {
  const dist = new URL(import.meta.url.endsWith(".ts") ? "../../dist/" : "../", import.meta.url);
  const timeOf = (name: string) => statSync(new URL(name, dist), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf("bundle/worker.js") + timeOf("workers/worker.js") === 0) throw missingFileError("dist/bundle/worker.js");
  const isBundled = timeOf("bundle/start.js") >= Math.max(1, timeOf(".tsbuildinfo"));
  return new URL(isBundled ? "bundle/worker.js" : "workers/worker.js", dist).href;
}
