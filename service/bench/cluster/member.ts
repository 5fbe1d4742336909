import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/free-port.ts";
import { childrenOf, cpuSecondsOf, isRunning, type ServiceProcess, startProcess } from "../service-process.ts";
import { type Endpoint, type Fault, FaultProxy } from "./fault-proxy.ts";

/** Before a process that ended is started again, in ms, as a supervisor does. */
const restartMs = 1000;
/** Between two looks at the processor time of an engine, in ms; it is counted in steps of 10 ms. */
const busyLookMs = 30;

export interface MemberOptions {
  /** `api` or `worker`. */
  readonly role: string;
  readonly name: string;
  /** A loopback address that no other member has. */
  readonly host: string;
  readonly databaseUrl: string;
  readonly storeEndpoint: string;
  readonly dataDir: string;
  /** What all members have in common. */
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/**
 * A process of the cluster, on a loopback address, a port and a data folder that no other has, with a proxy between it
 * and each of database and store. One that ends is started again until it is stopped.
 */
export class Member {
  readonly problems: string[] = [];
  readonly #options: MemberOptions;
  readonly #port: number;
  readonly #toDatabase: FaultProxy;
  readonly #toStore: FaultProxy;
  readonly #engines = new Set<number>();
  #process: ServiceProcess;
  readonly #supervision: Promise<void>;
  #isKilled = false;
  #isOver = false;
  #closing: Promise<void> | undefined;

  private constructor(options: MemberOptions, port: number, toDatabase: FaultProxy, toStore: FaultProxy) {
    this.#options = options;
    this.#port = port;
    this.#toDatabase = toDatabase;
    this.#toStore = toStore;
    this.#process = this.#start();
    this.#supervision = this.#supervise();
  }

  static async open(options: MemberOptions): Promise<Member> {
    const [database, store] = [endpointOf(options.databaseUrl), endpointOf(options.storeEndpoint)];
    const toDatabase = await FaultProxy.open(() => [database], options.host);
    const toStore = await FaultProxy.open(() => [store], options.host);
    return new Member(options, await freePort(), toDatabase, toStore);
  }

  get name(): string {
    return this.#options.name;
  }

  get isWorker(): boolean {
    return this.#options.role === "worker";
  }

  get endpoint(): Endpoint {
    return { host: this.#options.host, port: this.#port };
  }

  get origin(): string {
    return `http://${this.#options.host}:${this.#port}`;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The end of what it wrote to its standard error since its last start. */
  get errors(): string {
    return this.#process.errors();
  }

  /** Resolves once it listens, however many starts that takes. */
  async listening(): Promise<void> {
    for (;;) {
      const process = this.#process;
      if (await isUp(process)) return;
      while (this.#process === process && !this.#isOver) await sleep(50);
      if (this.#isOver) throw new Error(`${this.name} is over`);
    }
  }

  /** With kill -9. `alone`: its engines are left to end by themselves. */
  kill({ alone }: { readonly alone: boolean }): void {
    const engines = childrenOf(this.pid);
    this.#isKilled = true;
    this.#process.signal("SIGKILL");
    for (const pid of engines) {
      if (alone) this.#engines.add(pid);
      else killProcess(pid);
    }
  }

  killEngines(): void {
    for (const pid of childrenOf(this.pid)) killProcess(pid);
  }

  /** Resolves to true as soon as one of its engines uses the processor, to false after `maxMs`. */
  async whenBusy(maxMs: number): Promise<boolean> {
    for (const until = Date.now() + maxMs; Date.now() < until; ) {
      const before = childrenOf(this.pid).map((pid) => ({ pid, seconds: cpuSecondsOf(pid) }));
      await sleep(busyLookMs);
      if (before.some(({ pid, seconds }) => cpuSecondsOf(pid) > seconds)) return true;
    }
    return false;
  }

  setNetwork(fault: Fault): void {
    this.#toDatabase.set(fault);
    this.#toStore.set(fault);
  }

  setStore(fault: Fault): void {
    this.#toStore.set(fault);
  }

  /** With SIGTERM; it must end in order. */
  async stop(): Promise<void> {
    await this.listening();
    this.#isOver = true;
    this.#process.signal("SIGTERM");
    const how = await this.#process.ended;
    if (how !== "exit 0") this.problems.push(`${this.name}: SIGTERM ended it with ${how}\n${this.errors}`);
    for (const pid of this.#engines) {
      if (isRunning(pid)) this.problems.push(`an engine outlived ${this.name}, which was killed`);
    }
    await this.close();
  }

  /** Whatever happened, nothing runs on. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isOver = true;
    this.#process.signal("SIGKILL");
    await this.#supervision;
    await Promise.all([this.#toDatabase.close(), this.#toStore.close()]);
  }

  #start(): ServiceProcess {
    const { role, host, databaseUrl, dataDir, flags, env } = this.#options;
    const database = new URL(databaseUrl);
    database.hostname = host;
    database.port = String(this.#toDatabase.port);
    return startProcess(
      [
        ...[role, "--host", host, "--port", String(this.#port), "--data-dir", dataDir],
        ...["--database-url", database.href, "--storage-endpoint", `http://${host}:${this.#toStore.port}`],
        ...flags,
      ],
      env,
    );
  }

  async #supervise(): Promise<void> {
    for (;;) {
      const wasUp = await isUp(this.#process);
      const how = await this.#process.ended;
      if (this.#isOver) return;
      // A start may fail while what it needs is away; a process that is up waits for it.
      if (!this.#isKilled && wasUp) this.problems.push(`${this.name} ended unasked: ${how}\n${this.errors}`);
      else if (!this.#isKilled)
        this.#options.log(`${this.name} could not start: ${this.errors.trim().split("\n").at(-1)}`);
      this.#isKilled = false;
      await sleep(restartMs);
      if (this.#isOver) return;
      this.#process = this.#start();
    }
  }
}

function isUp({ listening }: ServiceProcess): Promise<boolean> {
  return listening.then(
    () => true,
    () => false,
  );
}

function endpointOf(address: string): Endpoint {
  const { hostname: host, port } = new URL(address);
  return { host, port: Number(port) };
}

/** It may have ended meanwhile. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}
