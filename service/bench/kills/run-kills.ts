import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { makeTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import {
  buildService,
  childrenOf,
  freePort,
  isRunning,
  prepareAccount,
  type ServiceProcess,
  startProcess,
} from "../service-process.ts";
import { audit } from "./audit.ts";
import { type OrderRecord, runOrder } from "./orders.ts";
import { PatientClient } from "./patient-client.ts";

export interface KillOptions {
  /** How often something is killed. */
  readonly count: number;
  /** Of the moments; the machine's speed has its say in what happens at them. */
  readonly seed: number;
  /** A kill comes so long after the service listens, at most. */
  readonly longestMs: number;
  /** Runs on it, and strikes it too. */
  readonly postgres?: PostgresServer;
  readonly tell?: (line: string) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly orders: number;
  /** Requests that a kill left without an answer. */
  readonly lostAnswers: number;
  readonly deliveries: number;
  /** Deliveries of an event that had arrived before. */
  readonly repeated: number;
  /** Engine processes that outlived their service, and the longest that one did. */
  readonly orphans: number;
  readonly longestOrphanMs: number;
  /** Every rule that was broken; none where all hold. */
  readonly problems: readonly string[];
}

const ordersAtOnce = 2;
const orphanMs = 60_000;
const settleMs = 300_000;

/**
 * Kills a service at random moments of running orders, starts it on the same folder each time, and looks at what is
 * left in the end.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  buildService();
  const dataDir = await mkdtemp(join(tmpdir(), "lightwell-kills-"));
  const receiver = await startReceiver();
  const place = await makeTestDatabase(join(dataDir, "database"), options.postgres?.url);
  const key = await prepareAccount(place, dataDir, receiver.url);
  const run = new Run({ ...options, place, dataDir, key, port: await freePort() });
  try {
    await run.killAll();
    await run.settle();
    const problems = await audit(place, dataDir, run.orders, receiver.received);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    return {
      kills: options.count,
      orders: run.orders.length,
      lostAnswers: run.lostAnswers,
      deliveries: ids.length,
      repeated: ids.length - new Set(ids).size,
      orphans: run.orphans,
      longestOrphanMs: run.longestOrphanMs,
      problems: [...run.problems, ...problems],
    };
  } finally {
    run.end();
    await receiver.close();
    await place.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface RunPlace {
  readonly place: TestDatabase;
  readonly dataDir: string;
  readonly key: string;
  readonly port: number;
}

const databaseBlows = ["database", "database, in order", "connections"] as const;

/** What is ended: the service with its engines or without, its engines, its database, its connections to that. */
type Blow = "service" | "service alone" | "engines" | (typeof databaseBlows)[number];

class Run {
  readonly orders: OrderRecord[] = [];
  readonly problems: string[] = [];
  orphans = 0;
  longestOrphanMs = 0;
  readonly #flags: readonly string[];
  readonly #origin: string;
  readonly #options: KillOptions;
  readonly #client: PatientClient;
  readonly #random: () => number;
  readonly #patience = new AbortController();
  #clients: Promise<void>[] = [];
  #isKilling = true;
  #service: ServiceProcess;

  constructor({ place, dataDir, key, port, ...options }: KillOptions & RunPlace) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#options = options;
    this.#random = randomFrom(options.seed);
    this.#flags = [
      ...["--data-dir", dataDir, "--port", String(port), "--public-url", this.#origin, "--log-level", "fatal"],
      ...["--private-webhooks", "--daily-enhancements", "1000000", "--requests-per-second", "1000000"],
      ...["--engine-workers", "1", "--stop-seconds", "120"],
      ...(place.databaseUrl === undefined ? [] : ["--database-url", place.databaseUrl]),
    ];
    this.#client = new PatientClient(this.#origin, key, this.#patience.signal);
    this.#service = startProcess(this.#flags);
  }

  get lostAnswers(): number {
    return this.#client.lost;
  }

  async killAll(): Promise<void> {
    await this.#service.listening;
    this.#clients = Array.from({ length: ordersAtOnce }, () => this.#runOrders());
    for (let i = 0; i < this.#options.count; i++) {
      // One in eight falls into the start itself.
      const isEarly = i > 0 && this.#random() < 0.125;
      if (!isEarly) await this.#service.listening;
      const pauseMs = Math.round(this.#random() * this.#options.longestMs);
      await sleep(pauseMs);
      const blow = this.#pick(isEarly);
      await this.#strike(blow);
      this.#options.tell?.(`${i + 1}: ${blow}, ${pauseMs} ms after the ${isEarly ? "start" : "blow before"}`);
    }
    this.#isKilling = false;
  }

  /** A start that meets a server that is away fails, as it may; so the service itself is what dies in a start. */
  #pick(isEarly: boolean): Blow {
    const ofService = ["service", "service alone"] as const;
    const ofRest = ["engines", ...(this.#options.postgres ? databaseBlows : [])] as const;
    const all = isEarly ? ofService : [...ofService, ...ofRest];
    return all[Math.floor(this.#random() * all.length)];
  }

  async #strike(blow: Blow): Promise<void> {
    if (blow === "engines") {
      for (const pid of childrenOf(this.#service.pid)) process.kill(pid, "SIGKILL");
    } else if (blow === "service" || blow === "service alone") {
      await this.#kill(blow === "service alone");
      this.#service = startProcess(this.#flags);
    } else if (blow === "connections") {
      await this.#options.postgres?.cut();
    } else {
      await this.#options.postgres?.restart(blow === "database" ? "immediate" : "fast");
    }
  }

  /** Orders one after another, as long as kills come. */
  async #runOrders(): Promise<void> {
    while (this.#isKilling) this.orders.push(await runOrder(this.#client));
  }

  /** `alone`: the engines' processes are left to end by themselves. */
  async #kill(alone: boolean): Promise<void> {
    const children = childrenOf(this.#service.pid);
    this.#service.signal("SIGKILL");
    if (!alone) for (const pid of children) process.kill(pid, "SIGKILL");
    const how = await this.#service.ended;
    if (how !== "SIGKILL") this.problems.push(`the service ended by itself: ${how}\n${this.#service.errors()}`);
    if (alone) void this.#watchOrphans(children);
  }

  async #watchOrphans(pids: readonly number[]): Promise<void> {
    const begun = Date.now();
    this.orphans += pids.length;
    while (pids.some(isRunning)) {
      await sleep(50);
      this.longestOrphanMs = Math.max(this.longestOrphanMs, Date.now() - begun);
      if (Date.now() - begun < orphanMs) continue;
      this.problems.push(`an engine's process outlived its service by ${orphanMs / 1000} s`);
      return;
    }
  }

  /** Lets everything come to its end, then stops the service as one should. */
  async settle(): Promise<void> {
    const timer = setTimeout(() => this.#patience.abort(new Error("the orders did not come to their end")), settleMs);
    try {
      await this.#service.listening;
      await Promise.all(this.#clients);
      await this.#allDelivered();
    } catch (error) {
      this.problems.push(String(error));
    } finally {
      clearTimeout(timer);
    }
    this.#service.signal("SIGTERM");
    const how = await this.#service.ended;
    if (how !== "exit 0") this.problems.push(`SIGTERM ended the service with ${how}\n${this.#service.errors()}`);
  }

  /** Until no event is left to be delivered, by what the service itself says. */
  async #allDelivered(): Promise<void> {
    for (;;) {
      this.#patience.signal.throwIfAborted();
      const text = await (await fetch(new URL("/metrics", this.#origin))).text();
      const jobs = [...text.matchAll(/^lightwell_jobs_waiting\{.*\} (\d+)$/gm)].map(([, n]) => Number(n));
      if (/^lightwell_events\{state="pending"\} 0$/m.test(text) && jobs.every((n) => n === 0)) return;
      await sleep(250);
    }
  }

  /** Whatever happened, nothing runs on. */
  end(): void {
    this.#isKilling = false;
    this.#patience.abort(new Error("the run is over"));
    this.#service.signal("SIGKILL");
    for (const client of this.#clients) client.catch(() => {});
  }
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
