import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EngineCall, EngineFailure } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import type { Parts } from "../../src/parts.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import { retryParked } from "../../src/queue/stored-jobs.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { failAttempt } from "../../src/store/image-states.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { isOnServer } from "../support/test-database.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

/** Fails at every call. */
class BrokenEngines extends EnginePool {
  readonly #failure: Error;
  readonly #ofGrouping: Error;

  constructor(failure: Error, ofGrouping = failure) {
    super(1, {});
    this.#failure = failure;
    this.#ofGrouping = ofGrouping;
  }

  override async run(call: EngineCall): Promise<never> {
    throw call.kind === "group" ? this.#ofGrouping : this.#failure;
  }
}

const crash = new EngineFailure("internal", "crashed", "the engine's process ended (SIGSEGV)");

let parts: TestParts;
/** On the same database, after a restart. */
let next: Parts | undefined;

beforeEach(async () => {
  parts = await makeTestParts();
  const { accountId, database } = parts;
  await database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
  await ensureOrder(database.queries, accountId, { orderId: "one" });
  await database.queries.updateTable("orders").set({ is_merging: true }).execute();
  for (const name of ["a.jpg", "b.jpg", "c.jpg"]) {
    const { bracket_id: bracketId } = await insertBracket(database.queries, {
      orderId: "one",
      accountId,
      name,
      imageId: null,
      heldImageId: null,
      contentType: null,
    });
    const source = JSON.stringify({ key: storageKey("source"), sizeBytes: 1, sha256: "", format: "jpeg" });
    await database.queries.updateTable("brackets").set({ source }).where("bracket_id", "=", bracketId).execute();
  }
  const data = { orderId: "one", grouping: { by: "sight" }, preferences: {}, devMode: false } as const;
  await parts.queue.send("group-order", data, database.queries);
});

afterEach(async () => {
  await next?.queue.stop(1000);
  next = undefined;
  await parts.close();
});

/** As if the jobs that wait had been tried before. */
async function leaveOneTry() {
  await parts.database.executeSql("update jobs.job set retry_limit = 0 where name not like '\\_\\_%'");
}

function images() {
  return parts.database.queries.selectFrom("images").selectAll().orderBy("image_name").execute();
}

function order() {
  return parts.database.queries.selectFrom("orders").select("is_merging").executeTakeFirstOrThrow();
}

/** What waits an hour is tried at the next start; on a server, where others run meanwhile, by command. */
async function restart(engines: EnginePool): Promise<void> {
  if (isOnServer) await retryParked(parts.database);
  const queue = new JobQueue(parts.database, () => {});
  await queue.start();
  next = { ...parts, queue, engines };
  startJobs(next);
}

test("an order whose grouping crashes every time waits for the operator and is grouped at the next start", async () => {
  await leaveOneTry();
  startJobs({ ...parts, engines: new BrokenEngines(crash) });
  await vi.waitFor(async () => expect(await parts.queue.parked("group-order")).toBe(1), 15_000);
  expect(await order()).toEqual({ is_merging: true });
  expect(await images()).toEqual([]);
  await parts.queue.stop(1000);
  await restart(new BrokenEngines(new EngineFailure("group/limit", "limits", "group: too many files")));
  await vi.waitFor(async () => expect(await order()).toEqual({ is_merging: false }), 15_000);
  expect(await images()).toHaveLength(3);
});

test("files that the engine refuses to group become single images at once", async () => {
  const refusal = new EngineFailure("group/limit", "limits", "group: too many files");
  startJobs({ ...parts, engines: new BrokenEngines(refusal) });
  await vi.waitFor(async () => expect(await order()).toEqual({ is_merging: false }), 5000);
  expect(await images()).toHaveLength(3);
});

test.each([
  ["a crash", crash],
  ["a full disk", new EngineFailure("io/write", "io", "encode: ENOSPC: no space left on device")],
])(
  "%s does not fail a picture: its image waits for the operator, and begins again at the next start",
  async (_, failure) => {
    const { database } = parts;
    const refusal = new EngineFailure("group/limit", "limits", "group: too many files");
    // Grouping is refused, so that the three frames become images.
    const engines = new BrokenEngines(failure, refusal);
    await database.executeSql("update jobs.queue set retry_limit = 0 where name = 'enhance-image'");
    startJobs({ ...parts, engines });
    await vi.waitFor(async () => {
      const found = await images();
      expect(found.map(({ status }) => status)).toEqual(["processing", "processing", "processing"]);
      for (const { status_reason } of found) expect(status_reason).toMatch(/^waiting for the operator/);
    }, 30_000);
    expect(await parts.queue.parked("enhance-image")).toBe(3);
    const events = await database.queries.selectFrom("events").select("payload").execute();
    expect(events.filter(({ payload }) => payload.event === "image_processed")).toEqual([]);
    await parts.queue.stop(1000);
    await restart(new BrokenEngines(new EngineFailure("input/corrupt", "input", "decode: not a picture")));
    await vi.waitFor(async () => {
      const found = await images();
      expect(found.map(({ status }) => status)).toEqual(["error", "error", "error"]);
    }, 30_000);
  },
);

test("the failure of an attempt says nothing of a newer one", async () => {
  startJobs({ ...parts, engines: new BrokenEngines(new EngineFailure("group/limit", "limits", "too many")) });
  await vi.waitFor(
    async () => expect((await images()).map(({ status }) => status)).toEqual(Array(3).fill("error")),
    15_000,
  );
  const [{ image_id: imageId }] = await images();
  await parts.database.queries.updateTable("images").set({ status: "processing", attempt: 2 }).execute();
  const fail = (attempt: number, reason: string) =>
    parts.database.transact((transaction) => failAttempt(transaction, parts.queue, { imageId, attempt }, reason));
  await fail(1, "too late");
  expect(await images()).toMatchObject([{ status: "processing" }, {}, {}]);
  await fail(2, "in time");
  expect(await images()).toMatchObject([{ status: "error", status_reason: "in time" }, {}, {}]);
});

test.skipIf(isOnServer)(
  "a job that a killed process was doing waits again once the service starts, and has lost no try",
  async () => {
    const { database } = parts;
    const job = "update jobs.job set state = 'active', started_on = now() where name = 'group-order' returning id";
    expect((await database.executeSql(job)).rows).toHaveLength(1);
    expect(await parts.queue.size("group-order")).toBe(0);
    const next = new JobQueue(database, () => {});
    await next.start();
    expect(await next.size("group-order")).toBe(1);
    await next.stop(1000);
  },
);

test("a job that was fetched over a connection that broke before the answer is done all the same", async () => {
  const { database } = parts;
  await parts.queue.stop(1000);
  let broken = 0;
  const queue = new JobQueue(
    {
      ...database,
      async executeSql(text, values) {
        const answer = await database.executeSql(text, values);
        const isFetch = text.includes("SKIP LOCKED") && values?.[0] === "group-order";
        if (!isFetch || broken++ > 0) return answer;
        throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      },
    },
    () => {},
  );
  await queue.start();
  const done: string[] = [];
  queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => void done.push(orderId));
  // On a server, once the sign of life is missing.
  await vi.waitFor(() => expect(done).toEqual(["one"]), 30_000);
  await queue.stop(1000);
});

test("a transaction that ends in a deadlock is begun again, and one that the database refuses is not", async () => {
  const { database } = parts;
  const trouble = (code: string) => Object.assign(new Error(code), { code });
  let tries = 0;
  await database.transact(async (transaction) => {
    await transaction
      .updateTable("orders")
      .set({ name: `try ${++tries}` })
      .execute();
    if (tries < 3) throw trouble("40P01");
  });
  expect(await database.queries.selectFrom("orders").select("name").execute()).toEqual([{ name: "try 3" }]);
  const refused = database.transact(async () => {
    tries++;
    throw trouble("23505");
  });
  await expect(refused).rejects.toThrow("23505");
  expect(tries).toBe(4);
});
