import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { secretsFrom } from "../../src/accounts/secrets.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { claimOldest, recordAttempt, recordEvent } from "../../src/store/event-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { freePort } from "../support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres-server.ts";

const programs = await findPostgres();

/** The embedded database has the clock of its process. */
describe.skipIf(programs === undefined)("events on a server", () => {
  let postgres: PostgresServer;
  let database: Database;
  let queue: JobQueue;
  let accountId: string;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? "", await freePort());
    database = await openDatabase({ url: postgres.url, folder: "" });
    queue = new JobQueue(database, () => {}, { takesJobs: false });
    await queue.start();
    ({ accountId } = await createAccount(database, secretsFrom(Buffer.alloc(64)), { email: "one@example.org" }));
    await database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
  }, 60_000);
  afterAll(async () => {
    await queue.stop(1000);
    await database.close();
    await postgres.close();
  });
  afterEach(() => void vi.useRealTimers());

  /** The clock of this process alone. */
  function shiftClock(ms: number): void {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  }

  const hourMs = 3_600_000;

  test.each([
    ["an hour ahead", hourMs],
    ["an hour behind", -hourMs],
  ])("a process whose clock is %s claims an event once, for as long as the lease holds", async (name, shiftMs) => {
    await ensureOrder(database.queries, accountId, { orderId: name });
    shiftClock(shiftMs);
    const event = { event: "image_registered", image_id: "one", order_id: name } as const;
    await database.transact((transaction) => recordEvent(transaction, queue, accountId, event));
    vi.useRealTimers();
    const claimed = await claimOldest(database.queries, name, 20_000);
    expect(claimed).toMatchObject({ attempts: 1 });
    shiftClock(shiftMs);
    expect(await claimOldest(database.queries, name, 20_000)).toBeUndefined();
    const ended = { status: 500, error: null, begun: new Date(), state: "pending", pauseMs: 0 } as const;
    await database.transact((transaction) => recordAttempt(transaction, claimed ?? never(), ended));
    expect(await claimOldest(database.queries, name, 20_000)).toMatchObject({ attempts: 2 });
  });
});

function never(): never {
  throw new Error("nothing was claimed");
}
