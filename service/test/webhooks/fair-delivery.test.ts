import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { recordEvent } from "../../src/store/event-store.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let receiver: Receiver;
let asked = 0;
/** Takes requests and never answers. */
const dead = createServer(() => {
  asked++;
});

beforeAll(async () => {
  parts = await makeTestParts({ privateWebhooks: true });
  receiver = await startReceiver();
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  startJobs(parts);
});
afterAll(async () => {
  dead.closeAllConnections();
  dead.close();
  await receiver.close();
  await parts.close();
});

test("events of one account arrive within 5 s while another's receiver never answers for any of its 60 orders", async () => {
  const { database, queue, secrets, accountId } = parts;
  const other = await createAccount(database, secrets, { email: "other@example.org" });
  const send = (id: string, url: string) =>
    database.queries.updateTable("accounts").set({ webhook_url: url }).where("account_id", "=", id).execute();
  await send(accountId, `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`);
  await send(other.accountId, receiver.url);
  const record = (id: string, order: string) =>
    recordEvent(database.queries, queue, id, { event: "image_registered", image_id: "a", order_id: order });
  for (let i = 0; i < 60; i++) await record(accountId, `dead-${i}`);
  queue.wake("deliver-events");
  // A server announces the first event before the others are there; they wait for the next look.
  await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(1), 10_000);
  const begun = performance.now();
  await record(other.accountId, "alive");
  queue.wake("deliver-events");
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(asked).toBeLessThanOrEqual(8);
}, 60_000);
