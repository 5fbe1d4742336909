import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Account } from "../../src/domain/account.ts";
import { groupingPriority } from "../../src/domain/grouping.ts";
import { createAccount, findAccount } from "../../src/store/account-store.ts";
import { beginEnhancement } from "../../src/store/image-states.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder, lockOrder } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let many: Account;
let few: Account;
beforeAll(async () => {
  parts = await makeTestParts({ dailyEnhancements: 1_000_000 });
  const { database, secrets } = parts;
  const account = async (accountId: string) => {
    const found = await findAccount(database.queries, accountId);
    if (!found) throw new Error("no account");
    return found;
  };
  many = await account(parts.accountId);
  few = await account((await createAccount(database, secrets, { email: "few@example.org" })).accountId);
});
afterAll(() => parts.close());
beforeEach(() => parts.database.executeSql("delete from jobs.job; delete from images"));

async function beginImage({ accountId, ...account }: Account): Promise<string> {
  const { database } = parts;
  await ensureOrder(database.queries, accountId, { orderId: accountId });
  return database.transact(async (transaction) => {
    await lockOrder(transaction, accountId);
    const place = { orderId: accountId, accountId, name: "a.jpg", contentType: null };
    const imageId = await insertImage(transaction, { ...place, preferences: {}, devMode: false });
    await beginEnhancement(transaction, parts, imageId, { accountId, ...account });
    return imageId;
  });
}

/** The account of each job that a single place would run, in order, until none waits; `after` runs after each. */
async function runAll(after: (done: number) => Promise<unknown> = async () => {}): Promise<string[]> {
  const { database } = parts;
  const order: string[] = [];
  for (;;) {
    const { rows } = await database.executeSql(`
      update jobs.job set state = 'completed' where id = (
        select id from jobs.job where state = 'created' order by priority desc, created_on limit 1
      ) returning data->>'imageId' as id`);
    if (rows.length === 0) return order;
    const image = await database.queries
      .updateTable("images")
      .set({ status: "processed" })
      .where("image_id", "=", String(rows[0]["id"]))
      .returning("account_id")
      .executeTakeFirstOrThrow();
    order.push(image.account_id === few.accountId ? "few" : "many");
    await after(order.length);
  }
}

test("a single image does not wait for the thirty that another account asked for before", async () => {
  for (let i = 0; i < 30; i++) await beginImage(many);
  await beginImage(few);
  expect((await runAll()).indexOf("few")).toBeLessThanOrEqual(2);
});

test("half-way through thirty images, a single one still comes next but one", async () => {
  for (let i = 0; i < 30; i++) await beginImage(many);
  const order = await runAll(async (done) => {
    if (done === 15) await beginImage(few);
  });
  expect(order.indexOf("few")).toBeLessThanOrEqual(17);
});

test("an account that always has one image open leaves the other half of the places to one with many", async () => {
  for (let i = 0; i < 20; i++) await beginImage(many);
  await beginImage(few);
  const order = await runAll(async (done) => {
    if (done < 40 && !(await isOpen(few))) await beginImage(few);
  });
  const share = order.slice(0, 30).filter((account) => account === "many").length;
  expect(share).toBeGreaterThanOrEqual(13);
});

async function isOpen({ accountId }: Account): Promise<boolean> {
  const row = await parts.database.queries
    .selectFrom("images")
    .select("image_id")
    .where("account_id", "=", accountId)
    .where("status", "=", "processing")
    .executeTakeFirst();
  return row !== undefined;
}

test("a small order is grouped before a large one that came shortly before, and a large one does not wait for ever", () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, seconds));
  const large = groupingPriority(500, at(0));
  expect(groupingPriority(5, at(30))).toBeGreaterThan(large);
  expect(groupingPriority(5, at(60))).toBeLessThan(large);
  expect(groupingPriority(5000, new Date("2090-01-01"))).toBeGreaterThan(-(2 ** 31));
});

test("a receiver that does not answer holds two deliveries of its account, and none of others", async () => {
  const { queue, database } = parts;
  const begun: string[] = [];
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const send = (orderKey: string, accountId: string) =>
    queue.send("deliver-events", { orderKey }, database.queries, { key: orderKey, accountId });
  for (let i = 0; i < 10; i++) await send(`dead ${i}`, many.accountId);
  await send("alive", few.accountId);
  queue.work("deliver-events", { atOnce: 8, perAccount: 2 }, async ({ orderKey }) => {
    begun.push(orderKey);
    if (orderKey !== "alive") await gate;
  });
  await vi.waitFor(() => expect(begun).toContain("alive"), 5000);
  expect(begun.filter((key) => key !== "alive")).toHaveLength(2);
  end();
  await vi.waitFor(() => expect(begun).toHaveLength(11), 15_000);
});
