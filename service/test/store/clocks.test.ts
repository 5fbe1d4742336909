import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findBracketsOfOrder } from "../../src/store/bracket-store.ts";
import { findOrder } from "../../src/store/order-store.ts";
import { admitBracket } from "../../src/store/registrations.ts";
import { isOnServer } from "../support/test-database.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;

beforeEach(async () => {
  parts = await makeTestParts();
});
afterEach(() => parts.close());

/** By a process whose clock is wrong by that many seconds. */
async function register(name: string, skewSeconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skewSeconds * 1000 });
  const { accountId, database } = parts;
  const registration = { accountId, orderId: "one", name, now: new Date(), nameLimit: 30, most: 100 };
  const bracket = { bracketId: crypto.randomUUID(), contentType: null, metadata: null };
  await admitBracket(database, registration, bracket).finally(() => vi.useRealTimers());
}

// The clock of the embedded database is that of its process.
test.runIf(isOnServer)(
  "brackets that APIs with different clocks register stay in the order in which they came",
  async () => {
    const skews = [60, -60, 0, 60, -60];
    for (const [i, skew] of skews.entries()) await register(`${i}.jpg`, skew);
    const { queries } = parts.database;
    const brackets = await findBracketsOfOrder(queries, "one");
    expect(brackets.map(({ name }) => name)).toEqual(skews.map((_, i) => `${i}.jpg`));
    const order = await findOrder(queries, "one");
    expect(order?.last_updated_at.getTime()).toBeGreaterThanOrEqual(order?.created_at.getTime() ?? Number.NaN);
  },
);
