import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { EngineOptions } from "lightwell";
import { describeSpan, inSpan } from "../tracing/tracing.ts";
import { type CallResults, type EngineCall, EngineFailure, type FromProcess, type ToProcess } from "./calls.ts";

/** The built entry, also if this runs from source: plain Node cannot load the source in another process. */
const built = import.meta.url.endsWith(".ts") ? "../../dist/engine/" : "./";
const entry = fileURLToPath(new URL(`${built}engine-process.js`, import.meta.url));

interface CallOptions {
  /** Called when the call's turn comes; if it returns false, the call is skipped. By default, every call is wanted. */
  readonly isWanted?: () => boolean;
  /** The account that the call belongs to. Accounts take turns; calls without one count as one account. */
  readonly accountId?: string;
}

interface Waiting {
  readonly call: EngineCall;
  readonly timeoutMs: number;
  readonly isWanted: () => boolean;
  readonly accountId: string;
  readonly resolve: (result: CallResults[keyof CallResults]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Engines in separate processes, one call at a time in each: if a hostile file crashes native code, only its call is
 * lost, and the process is replaced.
 */
export class EnginePool {
  readonly #engine: EngineOptions;
  readonly #members: Member[];
  readonly #waiting: Waiting[] = [];
  /** Accounts in the order of their last turns; cleared when nothing runs or waits. */
  readonly #served = new Set<string>();
  #closed = false;

  constructor(size: number, engine: EngineOptions) {
    this.#engine = engine;
    this.#members = Array.from({ length: size }, () => new Member());
  }

  get busy(): number {
    return this.#members.filter((member) => member.isBusy).length;
  }

  /**
   * Throws `EngineFailure`: the engine's own errors, `crashed` if the process ended, `limits` if the time limit was
   * exceeded, `cancelled` if the call was no longer wanted when its turn came.
   */
  async run<Call extends EngineCall>(
    call: Call,
    timeoutMs: number,
    { isWanted = () => true, accountId = "" }: CallOptions = {},
  ): Promise<CallResults[Call["kind"]]> {
    if (this.#closed) throw new EngineFailure("cancelled", "cancelled", "the service stops");
    const turn = () =>
      new Promise<CallResults[keyof CallResults]>((resolve, reject) => {
        this.#waiting.push({ call, timeoutMs, isWanted, accountId, resolve, reject });
        this.#next();
      });
    const result = await inSpan(`engine ${call.kind}`, {}, async () => {
      const made = await turn();
      if ("timingsMs" in made) describeSpan(spanFacts(made.timingsMs));
      return made;
    });
    return result as CallResults[Call["kind"]];
  }

  /** Ends the processes; running calls are rejected as `cancelled`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopped());
    await Promise.all(this.#members.map((member) => member.end()));
  }

  #next(): void {
    if (this.#waiting.length === 0 && this.busy === 0) this.#served.clear();
    const member = this.#members.find((one) => !one.isBusy);
    const waiting = member && this.#nextWanted();
    if (!member || !waiting) return;
    member
      .run(waiting, this.#engine)
      .then(waiting.resolve, waiting.reject)
      .finally(() => this.#next());
  }

  #nextWanted(): Waiting | undefined {
    for (;;) {
      const waiting = this.#takeTurn();
      if (!waiting || waiting.isWanted()) return waiting;
      waiting.reject(new EngineFailure("cancelled", "cancelled", "the client no longer waits for it"));
    }
  }

  /**
   * The oldest call of the account whose last turn is longest ago, so an account never waits for all calls of another.
   */
  #takeTurn(): Waiting | undefined {
    const order = [...this.#served];
    let chosen = 0;
    let turn = Number.POSITIVE_INFINITY;
    for (const [i, { accountId }] of this.#waiting.entries()) {
      const own = order.indexOf(accountId);
      if (own >= turn) continue;
      [chosen, turn] = [i, own];
    }
    const [waiting] = this.#waiting.splice(chosen, 1);
    if (waiting) {
      this.#served.delete(waiting.accountId);
      this.#served.add(waiting.accountId);
    }
    return waiting;
  }
}

function spanFacts(timingsMs: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(timingsMs).map(([step, ms]) => [`engine.${step}.ms`, ms]));
}

/** One process, started with its first call. */
class Member {
  #child: ChildProcess | undefined;
  #nextId = 0;
  #ending = false;
  isBusy = false;

  async run({ call, timeoutMs }: Waiting, engine: EngineOptions): Promise<CallResults[keyof CallResults]> {
    this.isBusy = true;
    const child = this.#start(engine);
    const id = this.#nextId++;
    let timer: NodeJS.Timeout | undefined;
    let stop = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const onMessage = (message: FromProcess) => {
          if (message.id !== id) return;
          if (message.type === "result") resolve(message.result);
          else reject(new EngineFailure(message.code, message.kind, message.message));
        };
        const onExit = (code: number | null, signal: string | null) =>
          reject(
            this.#ending
              ? stopped()
              : new EngineFailure("internal", "crashed", `the engine's process ended (${signal ?? `exit ${code}`})`),
          );
        stop = () => {
          child.off("message", onMessage);
          child.off("exit", onExit);
        };
        child.on("message", onMessage);
        child.on("exit", onExit);
        timer = setTimeout(() => {
          reject(new EngineFailure("limits/time", "limits", `it took longer than ${timeoutMs} ms`));
          this.#abandon(child);
        }, timeoutMs);
        send(child, { type: "call", id, call });
      });
    } finally {
      clearTimeout(timer);
      stop();
      this.isBusy = false;
    }
  }

  async end(): Promise<void> {
    this.#ending = true;
    const child = this.#child;
    if (!child) return;
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  }

  /** Detaches a process before ending it, so that the next call starts a new one. */
  #abandon(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill("SIGKILL");
  }

  #start(engine: EngineOptions): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(entry, [], { stdio: ["ignore", "ignore", "inherit", "ipc"], serialization: "advanced" });
    child.once("exit", () => {
      if (this.#child === child) this.#child = undefined;
    });
    // "exit" reports it too; without a listener, this event would end the service.
    child.on("error", () => {});
    send(child, { type: "start", engine });
    this.#child = child;
    return child;
  }
}

function send(child: ChildProcess, message: ToProcess): void {
  child.send(message, () => {});
}

function stopped(): EngineFailure {
  return new EngineFailure("cancelled", "cancelled", "the service stops");
}
