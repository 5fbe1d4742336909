import { afterAll, beforeAll, expect, test } from "vitest";
import { invitationDays, invite } from "../../src/store/invitations.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { createShare } from "../../src/store/shares.ts";
import { prune } from "../../src/store/sweep-storage.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts();
});
afterAll(() => parts.close());

const now = new Date("2026-06-30T12:00:00Z");

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

async function addEvent(event_id: string, state: "pending" | "delivered" | "dead", days: number): Promise<void> {
  const { database, accountId: account_id } = parts;
  const at = daysAgo(days);
  await database.queries
    .insertInto("events")
    .values({ event_id, account_id, order_id: null, payload: "{}", state, created_at: at, next_attempt_at: at })
    .execute();
  await database.queries
    .insertInto("deliveries")
    .values({ event_id, account_id, attempt: 1, attempted_at: at, status: 500, error: null, duration_ms: 1 })
    .execute();
}

async function idsIn(table: "events" | "deliveries"): Promise<string[]> {
  const rows = await parts.database.queries.selectFrom(table).select("event_id").orderBy("event_id").execute();
  return rows.map(({ event_id }) => event_id);
}

test("events that are over and old go with their deliveries, and names that count no longer; nothing else does", async () => {
  const { queries } = parts.database;
  await addEvent("delivered, old", "delivered", 31);
  await addEvent("given up, old", "dead", 400);
  await addEvent("delivered, new", "delivered", 29);
  await addEvent("waiting, old", "pending", 31);
  for (const [name, days] of [
    ["an hour ago", 1 / 24],
    ["just now", 0.5 / 24],
  ] as const) {
    const registration = { account_id: parts.accountId, name, registered_at: daysAgo(days) };
    await queries.insertInto("name_registrations").values(registration).execute();
  }
  expect(await prune(queries, 30, now)).toBe(2);
  for (const table of ["events", "deliveries"] as const) {
    expect(await idsIn(table)).toEqual(["delivered, new", "waiting, old"]);
  }
  const names = await queries.selectFrom("name_registrations").select("name").execute();
  expect(names).toEqual([{ name: "just now" }]);
});

test("more events than one statement takes are removed all the same", async () => {
  const { queries } = parts.database;
  const at = daysAgo(50);
  const rows = Array.from({ length: 1500 }, (_, i) => ({
    ...{ event_id: `many ${i}`, account_id: parts.accountId, order_id: null, payload: "{}" },
    ...{ state: "delivered" as const, created_at: at, next_attempt_at: at },
  }));
  await queries.insertInto("events").values(rows).execute();
  expect(await prune(queries, 30, now)).toBe(1500);
});

test("links to orders and invitations go once they have expired", async () => {
  const { accountId, database } = parts;
  const { queries } = database;
  const orderId = await ensureOrder(queries, accountId, {});
  for (const days of [0, 1]) {
    await createShare(queries, { accountId, orderId, expiresAt: daysAgo(days - 0.5) });
    const invitation = { email: `${days}@example.org`, tier: "trial" as const, api_version: null };
    await invite(queries, invitation, daysAgo(invitationDays + days - 0.5));
  }
  await prune(queries, 30, now);
  for (const table of ["shares", "invitations"] as const) {
    const rows = await queries.selectFrom(table).select("expires_at").execute();
    expect(rows).toEqual([{ expires_at: daysAgo(-0.5) }]);
  }
});
