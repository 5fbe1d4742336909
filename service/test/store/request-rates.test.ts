import { afterAll, beforeAll, expect, test } from "vitest";
import { leaseRequests, removeOldRates } from "../../src/store/request-rates.ts";
import { type BorrowedDatabase, borrowDatabase } from "../support/test-database.ts";

let borrowed: BorrowedDatabase;

beforeAll(async () => {
  borrowed = await borrowDatabase();
});

afterAll(() => borrowed.release());

const rule = { subject: "192.0.2.1", most: 10, windowMs: 1000 };

async function age(ms: number): Promise<void> {
  await borrowed.database.executeSql(`update request_rates set started_at = started_at - ${ms} * interval '1 ms'`);
}

test("leases add up to the limit of one window, and what was spent counts", async () => {
  const { database } = borrowed;
  const first = await leaseRequests(database, { ...rule, spent: 2, wanted: 5 });
  expect(first).toEqual({ granted: 5, remaining: 3, endsInMs: 1000 });
  expect(await leaseRequests(database, { ...rule, spent: 1, wanted: 5 })).toMatchObject({ granted: 2, remaining: 0 });
  expect(await leaseRequests(database, { ...rule, spent: 0, wanted: 1 })).toMatchObject({ granted: 0, remaining: 0 });
  const other = await leaseRequests(database, { ...rule, subject: "192.0.2.2", spent: 12, wanted: 1 });
  expect(other).toMatchObject({ granted: 0, remaining: 0 });
});

test("the next window begins with the first lease after the end of the one before", async () => {
  const { database } = borrowed;
  await age(400);
  const { endsInMs } = await leaseRequests(database, { ...rule, spent: 0, wanted: 1 });
  expect(endsInMs).toBeLessThanOrEqual(600);
  await age(600);
  expect(await leaseRequests(database, { ...rule, spent: 0, wanted: 4 })).toMatchObject({ granted: 4, remaining: 6 });
});

test("rows of windows that are long over are removed, once a minute", async () => {
  const { database } = borrowed;
  const count = async () => (await database.executeSql("select from request_rates")).rows.length;
  await age(61_000);
  await leaseRequests(database, { ...rule, spent: 0, wanted: 1 });
  await removeOldRates(database);
  expect(await count()).toBe(1);
  await age(61_000);
  await removeOldRates(database);
  expect(await count()).toBe(1);
});
