import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { performAccountTask } from "../../../src/account-task.ts";
import { buildApp } from "../../../src/app.ts";
import { ensureOrder } from "../../../src/store/order-store.ts";
import type { BrowserLike } from "../../support/browser-like.ts";
import { addMember, signedIn } from "../../support/members.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

/** Longer than the interval between two signs of life, in ms. */
const heartbeatMs = 16_000;

let parts: TestParts;
let app: FastifyInstance;
let browser: BrowserLike;
let orderId: string;
let number = 0;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildApp(parts);
});
beforeEach(async () => {
  const { accountId, database } = parts;
  const memberId = await addMember(parts, accountId, { email: `${number++}@example.org`, role: "viewer" });
  browser = await signedIn(app, parts, { accountId, memberId });
  orderId = await ensureOrder(database.queries, accountId, { name: "House" });
  vi.useFakeTimers({ toFake: ["setInterval"] });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** The stream of the order's events, of which everything is known once it ends. */
function follow() {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = { text: "", isOpen: true };
  const ended = app
    .inject({ url: `/app/orders/${orderId}/events`, headers: { cookie, accept: "text/event-stream" } })
    .then(({ body }) => {
      stream.text = body;
      stream.isOpen = false;
    });
  return { stream, ended };
}

/** Until the stream has been looked at once more. */
const look = () => new Promise((resolve) => setTimeout(resolve, 300));

test.each([
  ["its session ends", () => browser.post("/sign-out")],
  ["its account is suspended", () => performAccountTask({ action: "suspend", email: "one@example.org" }, parts)],
])("a stream ends soon after %s", async (_, end) => {
  const { stream, ended } = follow();
  await look();
  vi.advanceTimersByTime(heartbeatMs);
  await look();
  expect(stream.isOpen).toBe(true);
  await end();
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(heartbeatMs);
      expect(stream.isOpen).toBe(false);
    },
    { timeout: 4000, interval: 200 },
  );
  await ended;
  expect(stream.text).toContain(": alive");
  await parts.database.queries.updateTable("accounts").set({ state: "active" }).execute();
});
