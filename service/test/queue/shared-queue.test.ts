import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, test as baseTest, beforeAll, describe, expect, vi } from "vitest";
import { FaultProxy } from "../../bench/cluster/fault-proxy.ts";
import { type Database, type DatabasePlace, openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import { freePort } from "../support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makeTestDatabase, type TestDatabase } from "../support/test-database.ts";

const programs = await findPostgres();
const processFile = fileURLToPath(new URL("../support/queue-process.ts", import.meta.url));

interface Open {
  readonly database: Database;
  readonly queue: JobQueue;
}

interface OtherProcess {
  readonly child: ChildProcess;
  said(): string;
}

/** A database of one test alone, and all that is opened on it. */
class Home {
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly place: TestDatabase;

  constructor(place: TestDatabase) {
    this.place = place;
  }

  async open(at: DatabasePlace = this.place): Promise<Open> {
    const database = await openDatabase(at);
    this.closeLater(() => database.close());
    const queue = new JobQueue(database, () => {});
    await queue.start();
    this.closeLater(() => queue.stop(1000));
    return { database, queue };
  }

  /** Another process, once it has taken a job. */
  async startOther(): Promise<OtherProcess> {
    const child = spawn(process.execPath, ["--import", "tsx", processFile, this.place.url ?? ""], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.closeLater(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    let said = "";
    child.stdout?.on("data", (text) => {
      said += text;
    });
    await vi.waitFor(() => expect(said).toContain("took"), 30_000);
    return { child, said: () => said };
  }

  closeLater(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
    await this.place.drop();
  }
}

function send({ database, queue }: Open, orderId: string): Promise<void> {
  const data = { orderId, grouping: { by: "sight" }, preferences: {}, devMode: false } as const;
  return queue.send("group-order", data, database.queries);
}

async function jobOf({ database }: Open) {
  const { rows } = await database.executeSql("select state::text, retry_count from jobs.job");
  return rows[0];
}

let postgres: PostgresServer;
const test = baseTest.extend<{ home: Home }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what a fixture needs from its pattern
  home: async ({}, use) => {
    const home = new Home(await makeTestDatabase("", postgres.url));
    await use(home);
    await home.close();
  },
});

/** Several processes on one PostgreSQL. Tests that wait for heartbeats overlap. */
describe.skipIf(programs === undefined)("queues that share a server", () => {
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? "", await freePort());
  }, 60_000);
  afterAll(() => postgres.close());

  test("a job that one process sends is taken by another at once, by one only", async ({ home }) => {
    const [sender, first, second] = [await home.open(), await home.open(), await home.open()];
    const done: string[] = [];
    const waits: number[] = [];
    for (const { queue } of [first, second]) {
      queue.work("group-order", { atOnce: 4 }, async ({ orderId }) => {
        done.push(orderId);
        waits.push(Date.now() - Number(orderId));
      });
    }
    // The start does not wait for the listener.
    await vi.waitFor(async () => {
      const { rows } = await sender.database.executeSql(
        "select count(*)::integer as count from pg_stat_activity where datname = current_database() and application_name = 'lightwell-service listener' and query <> ''",
      );
      expect(rows[0]["count"]).toBeGreaterThanOrEqual(3);
    }, 10_000);
    const sent: string[] = [];
    for (let i = 0; i < 10; i++) {
      const orderId = String(Date.now());
      sent.push(orderId);
      await send(sender, orderId);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await vi.waitFor(() => expect(done).toHaveLength(10), 10_000);
    expect([...done].sort()).toEqual(sent);
    // Without notifications, half of the polling interval of 3 s on average.
    expect([...waits].sort((a, b) => a - b)[5]).toBeLessThan(500);
  });

  test.concurrent("the job of a process that was killed runs in another within 30 s", async ({ home }) => {
    const own = await home.open();
    await send(own, "one");
    const { child } = await home.startOther();
    child.kill("SIGKILL");
    const killedAt = Date.now();
    const done: string[] = [];
    own.queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => void done.push(orderId));
    await vi.waitFor(() => expect(done).toEqual(["one"]), 40_000);
    expect(Date.now() - killedAt).toBeLessThan(30_000);
  }, 90_000);

  test.concurrent("a process that came back from the dead settles nothing", async ({ home }) => {
    const own = await home.open();
    await send(own, "one");
    const { child, said } = await home.startOther();
    child.kill("SIGSTOP");
    let end = () => {};
    const begun = new Promise<void>((began) => {
      own.queue.work("group-order", { atOnce: 1 }, async () => {
        began();
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      });
    });
    await begun;
    child.stdin?.write("end\n");
    child.kill("SIGCONT");
    await vi.waitFor(() => expect(said()).toContain("went to another process"), 10_000);
    expect(await jobOf(own)).toEqual({ state: "active", retry_count: 1 });
    end();
    await vi.waitFor(async () => expect(await jobOf(own)).toEqual({ state: "completed", retry_count: 1 }), 5000);
  }, 90_000);

  test.concurrent("a process that loses its network has its job run elsewhere, and works again once the network is back", async ({
    home,
  }) => {
    const own = await home.open();
    const proxy = await FaultProxy.open(() => [
      { host: "127.0.0.1", port: Number(new URL(home.place.url ?? "").port) },
    ]);
    home.closeLater(() => proxy.close());
    const url = new URL(home.place.url ?? "");
    url.port = String(proxy.port);
    const cutOff = await home.open({ folder: "", url: url.href });
    const done: string[] = [];
    let end = () => {};
    cutOff.queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => {
      done.push(`cut off: ${orderId}`);
      if (orderId !== "one") return;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await send(own, "one");
    await vi.waitFor(() => expect(done).toEqual(["cut off: one"]), 10_000);
    proxy.set("cut");
    const cutAt = Date.now();
    own.queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => void done.push(`own: ${orderId}`));
    await vi.waitFor(() => expect(done).toHaveLength(2), 30_000);
    expect(done[1]).toBe("own: one");
    expect(Date.now() - cutAt).toBeLessThan(30_000);
    end();
    proxy.set("none");
    await own.queue.stop(1000);
    await send(own, "two");
    await vi.waitFor(() => expect(done).toHaveLength(3), 20_000);
    expect(done[2]).toBe("cut off: two");
    const { rows } = await own.database.executeSql("select state::text, retry_count from jobs.job order by created_on");
    expect(rows).toEqual([
      { state: "completed", retry_count: 1 },
      { state: expect.any(String), retry_count: 0 },
    ]);
  }, 90_000);

  test("what runs too long for a stop is handed to another process at once, and loses no try", async ({ home }) => {
    const [first, second] = [await home.open(), await home.open()];
    await send(first, "one");
    let begun = 0;
    first.queue.work("group-order", { atOnce: 1 }, () => new Promise(() => begun++));
    await vi.waitFor(() => expect(begun).toBe(1), 5000);
    await first.queue.stop(10);
    const done: string[] = [];
    second.queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => void done.push(orderId));
    await vi.waitFor(() => expect(done).toEqual(["one"]), 5000);
    const { rows } = await second.database.executeSql("select retry_limit - retry_count as left from jobs.job");
    expect(rows).toEqual([{ left: 8 }]);
  });

  test("processes that start at the same time on an empty database all start", async ({ home }) => {
    const started = await Promise.all(Array.from({ length: 10 }, () => home.open()));
    expect(started).toHaveLength(10);
  }, 60_000);

  test("a service of an earlier version keeps this one from starting", async ({ home }) => {
    const { database } = await home.open();
    await database.server?.alone(async () => {
      const waiting = home.open();
      const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 300, "waits"))]);
      expect(first).toBe("waits");
      home.closeLater(() => waiting);
    });
  });
});
