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
  /** Kernels for the threads to load, or kernels that are already loaded. */
  readonly kernels: KernelChoice | SelectedKernels;
  /**
   * Time limit of a task, in ms. A task that takes longer is ended together with its thread, and the pool starts a new
   * thread.
   */
  readonly timeoutMs: number;
  /** Maximum JavaScript heap of one thread, in MB, without pixels. */
  readonly heapMb: number;
  /** URL of the module that the threads run, if not the engine's own. For tests of how the pool handles failures. */
  readonly entry?: string;
}

/** Tasks whose kernels other threads help with: those with full-size pictures. */
const helpedTasks: ReadonlySet<string> = new Set<TaskName>(["decode", "encode", "encodeFile"]);

/** Longest wait for a thread to end, in ms. */
const threadEndMs = 1000;
/** Longest wait for a thread to load its modules, in ms, on a busy machine. */
const threadLoadMs = 10_000;

interface Job {
  start(): void;
  /** Called for a job that never starts. */
  giveUp(): void;
}

/** Worker threads behind one first-in, first-out queue, based on piscina. */
export class WorkerPool implements Executor {
  readonly concurrency: number;
  readonly #options: PoolOptions;
  /** Absent until the first job, so that failures before it need not wait for threads. */
  #started: Piscina<Message, Reply> | undefined;
  readonly #selected: SelectedKernels;
  readonly #timeoutMs: number;
  readonly #queue: Job[] = [];
  /** For each thread: resolves when its modules are loaded or the thread is gone. */
  readonly #loaded = new WeakMap<Worker, Promise<void>>();
  /** Messages that threads are working on. */
  readonly #dispatched = new Set<Promise<unknown>>();
  #running = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.concurrency = options.threads;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs;
    this.#selected = typeof options.kernels === "string" ? selectKernels(options.kernels) : options.kernels;
    // Flags apply to the whole process. If a thread set them, they would change while other threads are working.
    setFlagsFromString("--expose-gc");
  }

  run: Executor["run"] = (name, input, signal, onStopped) =>
    this.#enqueue({ kind: "task", name, input }, signal, onStopped) as Promise<never>;

  kernels(signal: AbortSignal): KernelRunner {
    setMaxListeners(0, signal); // every queued kernel adds a listener
    const send = (message: Message) => this.#enqueue(message, signal);
    const { implementation, kernels, wasm } = this.#selected;
    return { implementation, run: runBands(send, signal, this.concurrency, wasm, kernels) };
  }

  /**
   * Rejects queued work with `cancelled`, and running work once all threads have loaded. Resolves when all threads have
   * ended, except for those stuck in native code. Threads load their modules before they are ended: if a thread is
   * ended while it links an ES module, Node 20 ends the whole process (`v8::Module::IsGraphAsync must be used on an
   * instantiated module`).
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
    // Loaded on demand: a program that imports the library might never need threads.
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
    started.on("error", () => {}); // a failing thread also rejects its task, which reports the error
    this.#watchThreads(started);
    started.on("workerDestroy", () => queueMicrotask(() => this.#watchThreads(started)));
    return started;
  }

  /** A thread's first message means that its modules are loaded. */
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

  /** Waits first: threads that helped the ended one can still write into its memory. */
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
        // A running kernel writes into memory that its caller may reuse once the promise settles, so this one settles
        // only when the thread has stopped.
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
   * Waits until an ended thread is gone, because until then it can write into its task's memory. A thread stuck in
   * native code is not waited for.
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
 * URL of the module that threads run: compiled JavaScript. From the sources (tests, scripts), it is that of the built
 * package next to them. The bundle loads in half the time of the separate modules, which are used if they are newer.
 * Throws `unsupported/bundled` if neither exists.
 */
export function workerUrl(): string {
  const dist = new URL(import.meta.url.endsWith(".ts") ? "../../dist/" : "../", import.meta.url);
  const timeOf = (name: string) => statSync(new URL(name, dist), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf("bundle/worker.js") + timeOf("workers/worker.js") === 0) throw missingFileError("dist/bundle/worker.js");
  const isBundled = timeOf("bundle/start.js") >= Math.max(1, timeOf(".tsbuildinfo"));
  return new URL(isBundled ? "bundle/worker.js" : "workers/worker.js", dist).href;
}
