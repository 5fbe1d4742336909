import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Dialect, Kysely, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "../../src/accounts/secrets.ts";
import { type DatabasePlace, openDatabase } from "../../src/database/database.ts";
import { migrationProvider } from "../../src/database/migrations.ts";
import { PGliteDialect } from "../../src/database/pglite-dialect.ts";
import { PGliteSession } from "../../src/database/pglite-session.ts";
import type { Tables } from "../../src/database/tables.ts";
import { DiskStorage } from "../../src/storage/disk-storage.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { isOrderProcessing } from "../../src/store/order-store.ts";
import { admitBracket } from "../../src/store/registrations.ts";
import { findSession } from "../../src/store/session-store.ts";
import { sweepStorage } from "../../src/store/sweep-storage.ts";
import { isOnServer, makeTestDatabase } from "../support/test-database.ts";

/** An embedded database without tables: making one takes four seconds of a processor, a copy a tenth of that. */
let blank: string;
beforeAll(async () => {
  blank = await mkdtemp(join(tmpdir(), "lightwell-blank-"));
  if (isOnServer) return;
  const session = await PGliteSession.open(blank);
  await session.close();
});
afterAll(() => rm(blank, { recursive: true, force: true }));

/** Fills a database as the release had it whose last migration is `last`. */
async function fillOld(
  place: DatabasePlace,
  last: string,
  fill: (queries: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const session = place.url === undefined ? await PGliteSession.open(place.folder) : undefined;
  const dialect: Dialect = session
    ? new PGliteDialect(session)
    : new PostgresDialect({ pool: new pg.Pool({ connectionString: place.url }) });
  const queries = new Kysely<Tables>({ dialect });
  const { error } = await new Migrator({ db: queries, provider: migrationProvider }).migrateTo(last);
  if (error) throw error;
  await fill(queries);
  await queries.destroy();
  await session?.close();
}

const created_at = new Date("2026-06-30T12:00:00Z");
const ofOne = { account_id: "one", created_at };

async function fillAccount(queries: Kysely<Tables>): Promise<void> {
  const account = {
    account_id: "one",
    email: "one@example.org",
    tier: "trial" as const,
    daily_limit: null,
    created_at,
  };
  const webhook = { webhook_url: null, webhook_authentication: null, webhook_secret: "" };
  await queries
    .insertInto("accounts")
    .values({ ...account, ...webhook, api_version: "" })
    .execute();
}

async function fillOrders(queries: Kysely<Tables>): Promise<void> {
  await fillAccount(queries);
  const orders = [
    ["three", 3],
    ["two", 2],
    ["none", 0],
  ] as const;
  for (const [order_id, count] of orders) {
    await queries
      .insertInto("orders")
      .values({ ...ofOne, order_id, name: null, last_updated_at: created_at })
      .execute();
    for (let i = 0; i < count; i++) {
      const bracket_id = `${order_id} ${i}`;
      await queries
        .insertInto("brackets")
        .values({ ...ofOne, order_id, bracket_id, name: "a.jpg" })
        .execute();
    }
  }
}

/** Opens, with today's tables, a database that was filled as the release had it whose last migration is `last`. */
async function migrate(last: string, fill: (queries: Kysely<Tables>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-old-"));
  const embedded = { folder: join(folder, "database"), url: undefined, drop: async () => {} };
  const { url, drop } = isOnServer ? await makeTestDatabase("") : embedded;
  const place = { folder: embedded.folder, ...(url === undefined ? {} : { url }) };
  if (!isOnServer) await cp(blank, place.folder, { recursive: true });
  await fillOld(place, last, fill);
  const database = await openDatabase(place);
  const close = async () => {
    await database.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, close };
}

test("files of before they were noted by key are referenced as before", async () => {
  const key = storageKey("source");
  const { database, close } = await migrate("007-count-name", async (queries) => {
    await fillOrders(queries);
    const source = JSON.stringify({ key, sizeBytes: 5, sha256: "", format: "jpeg" });
    await queries.updateTable("brackets").set({ source }).where("bracket_id", "=", "two 1").execute();
  });
  const files = await mkdtemp(join(tmpdir(), "lightwell-files-"));
  const storage = await DiskStorage.open(files);
  const left = storageKey("source");
  for (const one of [key, left]) await storage.write(one, Readable.from([Buffer.from("bytes")]), 5);
  expect(await sweepStorage(database.queries, storage, { graceMs: 0 })).toBe(1);
  expect(await storage.find(key)).toEqual({ sizeBytes: 5 });
  await close();
  await rm(files, { recursive: true, force: true });
});

test("orders of before registrations were counted hold what they held, and take no more than any other", async () => {
  const { database, close } = await migrate("005-groupings", fillOrders);
  const counts = await database.queries
    .selectFrom("orders")
    .select(["order_id", "registrations"])
    .orderBy("order_id")
    .execute();
  expect(counts).toEqual([
    { order_id: "none", registrations: 0 },
    { order_id: "three", registrations: 3 },
    { order_id: "two", registrations: 2 },
  ]);
  const register = (orderId: string) =>
    admitBracket(
      database,
      { accountId: "one", orderId, name: null, now: created_at, nameLimit: 1, most: 3 },
      { bracketId: crypto.randomUUID(), contentType: null, metadata: null },
    );
  await expect(register("three")).rejects.toMatchObject({ statusCode: 422 });
  expect(await register("two")).toMatchObject({ order_id: "two", image_id: null, source: null });
  await expect(register("two")).rejects.toMatchObject({ statusCode: 422 });
  expect(await register("none")).toMatchObject({ order_id: "none" });
  await close();
});

test("an order from before uploads were awaited is done once its images are, and waits for those that are begun", async () => {
  const { database, close } = await migrate("007-count-name", async (queries) => {
    await fillAccount(queries);
    const order = { ...ofOne, order_id: "one", name: null, last_updated_at: created_at };
    await queries.insertInto("orders").values(order).execute();
    const image = {
      order_id: "one",
      account_id: "one",
      image_name: "a.jpg",
      preferences: "{}",
      date_added: created_at,
    };
    for (const [image_id, status] of [
      ["processed", "processed"],
      ["registered", "registered"],
    ] as const) {
      await queries
        .insertInto("images")
        .values({ ...image, image_id, status })
        .execute();
      const source = status === "processed" ? "{}" : null;
      const bracket = { ...ofOne, order_id: "one", image_id, bracket_id: image_id, name: "a.jpg", source };
      await queries.insertInto("brackets").values(bracket).execute();
    }
  });
  expect(await isOrderProcessing(database.queries, "one")).toBe(false);
  await database.queries.updateTable("images").set({ status: "processing" }).execute();
  expect(await isOrderProcessing(database.queries, "one")).toBe(true);
  await close();
});

test("accounts of before there were four tiers keep their limits, and are active", async () => {
  const { database, close } = await migrate("009-pending-by-account", async (queries) => {
    for (const tier of ["testing", "gold", "enterprise"]) {
      await sql`
        insert into accounts (account_id, email, tier, api_version, webhook_secret, created_at)
        values (${tier}, ${tier}, ${tier}, '', '', now())`.execute(queries);
    }
  });
  const { queries } = database;
  expect(await queries.selectFrom("accounts").select(["email", "tier", "state"]).orderBy("email").execute()).toEqual([
    { email: "enterprise", tier: "enterprise", state: "active" },
    { email: "gold", tier: "standard", state: "active" },
    { email: "testing", tier: "trial", state: "active" },
  ]);
  await close();
});

test("accounts of before there were members have one owner, who signs in as before and stays signed in", async () => {
  const { database, close } = await migrate("020-studio", async (queries) => {
    for (const [id, state] of [
      ["one", "active"],
      ["gone", "deleted"],
    ]) {
      await sql`
        insert into accounts (account_id, email, password_hash, tier, state, api_version, webhook_secret, created_at)
        values (${id}, ${`${id}@example.org`}, ${`hash of ${id}`}, 'standard', ${state}, '', '', now())`.execute(
        queries,
      );
      await sql`insert into sessions (session_hash, account_id, created_at, expires_at)
        values (${hashToken(id)}, ${id}, now(), now() + interval '1 hour')`.execute(queries);
    }
  });
  const { queries } = database;
  expect(
    await queries.selectFrom("members").select(["account_id", "email", "password_hash", "role"]).execute(),
  ).toEqual([{ account_id: "one", email: "one@example.org", password_hash: "hash of one", role: "owner" }]);
  expect(await findSession(queries, "one")).toMatchObject({
    account: { accountId: "one", storageMb: null },
    member: { email: "one@example.org", role: "owner", isOperator: false },
  });
  expect(await findSession(queries, "gone")).toBeUndefined();
  await close();
});

test("events and deliveries are counted beyond 32 bits", async () => {
  const { database, close } = await migrate("007-count-name", async (queries) => {
    await fillOrders(queries);
    await sql.raw("alter table events alter column sequence restart with 2147483647").execute(queries);
    await sql.raw("alter table deliveries alter column delivery_id restart with 2147483647").execute(queries);
  });
  const { queries } = database;
  for (const event_id of ["a", "b"]) {
    const times = { created_at, next_attempt_at: created_at };
    await queries
      .insertInto("events")
      .values({ event_id, account_id: "one", order_id: "one", payload: "{}", state: "pending", ...times })
      .execute();
    const attempt = { attempt: 1, attempted_at: created_at, status: 200, error: null, duration_ms: 1 };
    await queries
      .insertInto("deliveries")
      .values({ event_id, account_id: "one", ...attempt })
      .execute();
  }
  const events = await queries.selectFrom("events").select("sequence").orderBy("sequence").execute();
  expect(events.map(({ sequence }) => sequence)).toEqual([2 ** 31 - 1, 2 ** 31]);
  const deliveries = await queries.selectFrom("deliveries").select("delivery_id").orderBy("delivery_id").execute();
  expect(deliveries.map(({ delivery_id }) => delivery_id)).toEqual([2 ** 31 - 1, 2 ** 31]);
  await close();
});
