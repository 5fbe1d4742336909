import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { type Answer, type Asked, openingId, type Rows } from "./pglite-messages.ts";

/** The built entry: if this runs from source, plain Node could not load the source in another thread. */
const built = import.meta.url.endsWith(".ts") ? "../../dist/database/" : "./";
const entry = fileURLToPath(new URL(`${built}pglite-thread.js`, import.meta.url));

/**
 * Flag of V8: after roughly how many bytes of executed code V8 optimizes a WebAssembly function. It is set for the
 * whole process; engines run in others. V8's own value, 1.8 million, also optimizes what the database runs once, at its
 * start. With this one it opens in 60 % of the processor time, and sorting 50,000 rows, scanning them and reading one
 * by its key take as long as before (medians, one machine of two cores).
 */
export const tieringFlag = "--wasm-tiering-budget=500000000";

interface Waiting {
  resolve(rows: Rows): void;
  reject(error: Error): void;
}

type Question = { readonly sql: string; readonly parameters: readonly unknown[] } | { readonly isEnd: true };

/**
 * An embedded PGlite on a separate thread, so that requests are answered while a statement runs. It has one session,
 * whose statements run in the order in which they are sent.
 */
export class PGliteSession {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = openingId;
  /** Why the thread accepts no more statements. */
  #ended: Error | undefined;

  private constructor(folder: string) {
    setFlagsFromString(tieringFlag);
    // Without the flags of this process, which may affect how its own entry is loaded.
    this.#worker = new Worker(entry, { workerData: { folder }, execArgv: [] });
    this.#worker.on("message", (answer: Answer) => this.#settle(answer));
    this.#worker.on("error", (cause) => this.#end(new Error("the thread of the database failed", { cause })));
    this.#worker.on("exit", () => this.#end(new Error("the database is closed")));
  }

  /** Opens the database in `folder`, and creates it if it is missing; `memory://` stores nothing. */
  static async open(folder: string): Promise<PGliteSession> {
    const session = new PGliteSession(folder);
    try {
      await session.#answer(openingId);
    } catch (error) {
      await session.#worker.terminate();
      throw error;
    }
    return session;
  }

  /**
   * Runs a statement with `parameters`, or a text of one statement or several without. Throws the database's error,
   * with its SQLSTATE as `code`.
   */
  execute(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#ask({ sql, parameters });
  }

  /** Closes after the statements that were sent before; later ones fail. */
  async close(): Promise<void> {
    if (this.#ended) return;
    const ending = this.#ask({ isEnd: true });
    this.#ended = new Error("the database is closed");
    await ending;
    await this.#worker.terminate();
  }

  async #ask(question: Question): Promise<Rows> {
    if (this.#ended) throw this.#ended;
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, ...question } satisfies Asked);
    return this.#answer(id);
  }

  /** Keeps the process alive until the answer arrives. */
  #answer(id: number): Promise<Rows> {
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("error" in answer) waiting?.reject(Object.assign(new Error(answer.error.message), answer.error.facts));
    else waiting?.resolve(answer);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
