import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DiskStorage } from "../../src/storage/disk-storage.ts";
import { freePort } from "../../test/support/free-port.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { makeTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { buildService, prepareAccount } from "../service-process.ts";
import { audit } from "./audit.ts";
import type { Moment } from "./moments.ts";
import { type OrderRecord, runOrder } from "./orders.ts";
import { PatientClient } from "./patient-client.ts";
import type { SmallDisk } from "./small-disk.ts";
import { strayFiles } from "./stray-files.ts";
import { Targets } from "./targets.ts";

export interface KillOptions {
  readonly moments: readonly Moment[];
  /** Runs on it, and strikes it too. */
  readonly postgres?: PostgresServer | undefined;
  /** Keeps the service's files, except for an embedded database. */
  readonly disk?: SmallDisk | undefined;
  /** Orders that run at the same time (2). */
  readonly ordersAtOnce?: number;
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

const settleMs = 300_000;

/**
 * Strikes a service at moments of running orders, starts it on the same folder each time it was killed, and looks at
 * what is left in the end.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  buildService();
  const { postgres, disk, moments } = options;
  const home = await mkdtemp(join(tmpdir(), "lightwell-kills-"));
  const dataDir = disk?.folder ?? home;
  const receiver = await startReceiver();
  const place = await makeTestDatabase(join(home, "database"), postgres?.url);
  const key = await prepareAccount(place, dataDir, receiver.url);
  // A database on a full disk is another matter: PostgreSQL ends itself, and comes back.
  if (disk && place.databaseUrl === undefined) await disk.borrow("database", place.folder);
  const run = new Run({ ...options, place, dataDir, key, port: await freePort() });
  try {
    await run.strikeAll(moments);
    await run.settle();
    const storage = await DiskStorage.open(join(dataDir, "storage"));
    const broken = await audit(place, storage, run.orders, receiver.received);
    const problems = [...broken, ...(await strayFiles(dataDir, { isShared: place.databaseUrl !== undefined }))];
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    const { orphans, longestOrphanMs } = run.targets;
    return {
      kills: moments.length,
      orders: run.orders.length,
      lostAnswers: run.lostAnswers,
      deliveries: ids.length,
      repeated: ids.length - new Set(ids).size,
      orphans,
      longestOrphanMs,
      problems: [...run.targets.problems, ...problems],
    };
  } finally {
    run.end();
    await receiver.close();
    await place.drop();
    await rm(home, { recursive: true, force: true });
  }
}

interface RunPlace {
  readonly place: TestDatabase;
  readonly dataDir: string;
  readonly key: string;
  readonly port: number;
}

class Run {
  readonly orders: OrderRecord[] = [];
  readonly targets: Targets;
  readonly #origin: string;
  readonly #options: KillOptions;
  readonly #client: PatientClient;
  readonly #patience = new AbortController();
  #clients: Promise<void>[] = [];
  #isStriking = true;

  constructor({ place, dataDir, key, port, ...options }: KillOptions & RunPlace) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#options = options;
    const { postgres, disk } = options;
    const flags = [
      ...["--data-dir", dataDir, "--port", String(port), "--public-url", this.#origin, "--log-level", "fatal"],
      ...["--private-webhooks", "--daily-enhancements", "1000000", "--requests-per-second", "1000000"],
      ...["--engine-processes", "1", "--engine-workers", "1", "--stop-seconds", "120"],
      ...(disk ? ["--min-free-mb", "1"] : []),
      ...(place.databaseUrl === undefined ? [] : ["--database-url", place.databaseUrl]),
    ];
    this.#client = new PatientClient(this.#origin, key, this.#patience.signal);
    this.targets = new Targets(flags, { postgres, disk });
  }

  get lostAnswers(): number {
    return this.#client.lost;
  }

  async strikeAll(moments: readonly Moment[]): Promise<void> {
    await this.targets.listening;
    this.#clients = Array.from({ length: this.#options.ordersAtOnce ?? 2 }, () => this.#runOrders());
    for (const [i, moment] of moments.entries()) {
      const { blow, afterMs, isEarly = false } = moment;
      if (!isEarly) await this.targets.listening;
      await sleep(afterMs);
      await this.targets.strike(moment);
      this.#options.tell?.(`${i + 1}: ${blow}, ${afterMs} ms after the ${isEarly ? "start" : "blow before"}`);
    }
    this.#isStriking = false;
  }

  /** Orders one after another, as long as blows come. */
  async #runOrders(): Promise<void> {
    while (this.#isStriking) this.orders.push(await runOrder(this.#client));
  }

  /** Lets everything come to its end, then stops the service as one should. */
  async settle(): Promise<void> {
    const timer = setTimeout(() => this.#patience.abort(new Error("the orders did not come to their end")), settleMs);
    try {
      await this.targets.listening;
      await Promise.all(this.#clients);
      await this.#allDelivered();
    } catch (error) {
      this.targets.problems.push(String(error));
    } finally {
      clearTimeout(timer);
    }
    await this.targets.stop();
  }

  /**
   * Until no job waits and no event is left to be delivered, by what the service itself says. A look that is planned
   * for when another delivery should be over finds nothing then, and need not be waited for.
   */
  async #allDelivered(): Promise<void> {
    for (;;) {
      this.#patience.signal.throwIfAborted();
      const text = await (await fetch(new URL("/metrics", this.#origin))).text();
      const jobs = [...text.matchAll(/^lightwell_jobs_waiting\{queue="(?!deliver).*\} (\d+)$/gm)].map(([, n]) =>
        Number(n),
      );
      if (/^lightwell_events\{state="pending"\} 0$/m.test(text) && jobs.every((n) => n === 0)) return;
      await sleep(250);
    }
  }

  /** Whatever happened, nothing runs on. */
  end(): void {
    this.#isStriking = false;
    this.#patience.abort(new Error("the run is over"));
    this.targets.end();
    for (const client of this.#clients) client.catch(() => {});
  }
}
