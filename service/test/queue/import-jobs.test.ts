import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OldBoss from "pg-boss-10";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import { isOnServer, makeTestDatabase } from "../support/test-database.ts";

const order = (orderId: string) => ({ orderId, grouping: { by: "sight" }, preferences: {}, devMode: false }) as const;

test.each([
  ["alone on its database", false],
  ["that shared its tables with another program", true],
])("jobs that an earlier version, %s, left waiting, running or parked are done by this one", async (_, isSharing) => {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-old-jobs-"));
  const place = isOnServer ? await makeTestDatabase("") : { folder: join(folder, "database"), drop: async () => {} };
  const database = await openDatabase(place);
  const old = new OldBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schedule: false,
    supervise: false,
  });
  await old.start();
  await old.createQueue("group-order-dead");
  await old.createQueue("group-order", {
    name: "group-order",
    deadLetter: "group-order-dead",
    ...{ retryLimit: 8, retryDelay: 1, retryBackoff: true, expireInSeconds: 1800 },
  });
  await old.createQueue("deliver-events", { name: "deliver-events", policy: "short" });
  const parkedUntil = new Date(Date.now() + 3_600_000);
  await old.send("group-order", order("ran"));
  await old.fetch("group-order");
  await old.send("group-order", order("failed"));
  const [failed] = await old.fetch("group-order");
  await old.fail("group-order", failed.id);
  await old.send("group-order", order("done"));
  const [done] = await old.fetch("group-order");
  await old.complete("group-order", done.id);
  await old.send("group-order", order("waits"));
  await old.send("group-order", order("parked"), { startAfter: parkedUntil });
  await old.send("deliver-events", { orderKey: "one" }, { singletonKey: "event" });
  if (isSharing) {
    await old.createQueue("of another program");
    await old.send("of another program", {});
  }
  await old.stop({ graceful: false, close: false });

  const queue = new JobQueue(database, (error) => {
    throw error;
  });
  await queue.start();
  const { rows } = await database.executeSql(`
    select data->>'orderId' as order, state::text, retry_count, retry_limit, retry_delay, dead_letter, singleton_key,
      extract(epoch from start_after - now()) > 60 as is_parked
    from jobs.job order by created_on`);
  const common = { retry_count: 0, retry_limit: 8, retry_delay: 1, dead_letter: "group-order-dead" };
  const grouping = { ...common, singleton_key: null, is_parked: false };
  expect(rows).toEqual([
    { ...grouping, order: "ran", state: "retry" },
    { ...grouping, order: "failed", state: "retry" },
    { ...grouping, order: "waits", state: "created" },
    // A start with the embedded database tries at once what is parked.
    { ...grouping, order: "parked", state: "created", is_parked: isOnServer },
    {
      ...{ order: null, state: "created", retry_count: 0, retry_limit: 2, retry_delay: 0, dead_letter: null },
      ...{ singleton_key: "event", is_parked: false },
    },
  ]);
  expect(await queue.size("group-order")).toBe(4);
  const { rows: schemas } = await database.executeSql("select nspname from pg_namespace where nspname = 'pgboss'");
  expect(schemas).toHaveLength(isSharing ? 1 : 0);
  if (isSharing) {
    const { rows: kept } = await database.executeSql("select name from pgboss.job");
    expect(kept).toEqual([{ name: "of another program" }]);
  }
  const taken: string[] = [];
  queue.work("group-order", { atOnce: 4 }, async ({ orderId }) => void taken.push(orderId));
  const expected = isOnServer ? ["failed", "ran", "waits"] : ["failed", "parked", "ran", "waits"];
  await expect.poll(() => [...taken].sort(), { timeout: 10_000 }).toEqual(expected);
  await queue.stop(1000);
  await database.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});
