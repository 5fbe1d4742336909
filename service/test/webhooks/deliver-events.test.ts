import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { recordEvent } from "../../src/store/event-store.ts";
import { ensureOrder } from "../../src/store/order-store.ts";
import { deliverEvents, eventDeliverer, pauseMs } from "../../src/webhooks/deliver-events.ts";
import { setWebhook } from "../../src/webhooks/webhook-settings.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let receiver: Receiver;

beforeAll(async () => {
  parts = await makeTestParts({ privateWebhooks: true });
});

beforeEach(async () => {
  for (const table of ["deliveries", "events"] as const) await parts.database.queries.deleteFrom(table).execute();
  await parts.database.queries.updateTable("accounts").set({ webhook_url: null }).execute();
  receiver = await startReceiver();
});

afterEach(() => receiver.close());

afterAll(() => parts.close());

/** Settings without their event. */
async function sendTo(url: string, authentication: string | null = null) {
  await parts.database.queries
    .updateTable("accounts")
    .set({ webhook_url: url, webhook_authentication: authentication })
    .execute();
}

async function record(orderId: string, ...imageIds: string[]) {
  for (const image_id of imageIds) {
    await recordEvent(parts.database.queries, parts.queue, parts.accountId, {
      event: "image_registered",
      image_id,
      order_id: orderId,
    });
  }
}

/** Separate jobs, so that none waits for another's run. */
function deliver(orderKey: string) {
  return eventDeliverer(parts)({ orderKey });
}

async function letPauseEnd() {
  await parts.database.queries
    .updateTable("events")
    .set({ next_attempt_at: new Date(0) })
    .execute();
}

function events() {
  return parts.database.queries.selectFrom("events").selectAll().orderBy("sequence").execute();
}

function deliveries() {
  return parts.database.queries.selectFrom("deliveries").selectAll().orderBy("delivery_id").execute();
}

function receivedIds() {
  return receiver.received.map(({ text }) => JSON.parse(text).image_id);
}

test("an event arrives with its payload, the configured authentication and a valid signature", async () => {
  await sendTo(receiver.url, "Basic  b3Blbg==");
  await record("one", "a");
  await deliver("one");
  const [{ headers, text }] = receiver.received;
  const [{ event_id, state }] = await events();
  expect(JSON.parse(text)).toEqual({ event: "image_registered", image_id: "a", order_id: "one" });
  expect(headers).toMatchObject({
    authorization: "Basic  b3Blbg==",
    "content-type": "application/json",
    "webhook-id": event_id,
  });
  const { webhook_secret } = await parts.database.queries
    .selectFrom("accounts")
    .select("webhook_secret")
    .executeTakeFirstOrThrow();
  expect(new Webhook(webhook_secret).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text));
  expect(state).toBe("delivered");
  expect(await deliveries()).toMatchObject([{ event_id, attempt: 1, status: 204, error: null }]);
});

test("the events of an order arrive in order, also after a failure", async () => {
  await sendTo(receiver.url);
  await record("one", "a", "b", "c");
  receiver.answer(500);
  await deliver("one");
  expect(receivedIds()).toEqual(["a"]);
  receiver.answer(200);
  await deliver("one");
  expect(receivedIds()).toEqual(["a"]);
  await letPauseEnd();
  await deliver("one");
  expect(receivedIds()).toEqual(["a", "a", "b", "c"]);
  expect(receiver.received[0].headers["webhook-id"]).toBe(receiver.received[1].headers["webhook-id"]);
  expect((await deliveries()).map(({ status }) => status)).toEqual([500, 200, 200, 200]);
});

test("an order whose receiver fails does not hold up another", async () => {
  await sendTo(receiver.url);
  await record("one", "a");
  receiver.answer(500);
  await deliver("one");
  receiver.answer(200);
  await record("two", "b");
  await deliver("two");
  expect(receivedIds()).toEqual(["a", "b"]);
});

test("two workers on one order deliver each event once", async () => {
  await sendTo(receiver.url);
  await record("one", "a", "b", "c", "d");
  await Promise.all([deliver("one"), deliver("one"), deliver("one")]);
  expect(receivedIds()).toEqual(["a", "b", "c", "d"]);
});

test("a redirect is not followed, and counts as a failure", async () => {
  await sendTo(receiver.url);
  receiver.answer(302, { location: new URL("/elsewhere", receiver.url).href });
  await record("one", "a");
  await deliver("one");
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  expect(await deliveries()).toMatchObject([{ status: 302 }]);
  expect(await events()).toMatchObject([{ state: "pending" }]);
});

test("after ten attempts an event is given up and the next one follows", async () => {
  await sendTo(receiver.url);
  await record("one", "a", "b");
  receiver.answer(503);
  for (let i = 0; i < 10; i++) {
    await letPauseEnd();
    await deliver("one");
  }
  expect(await events()).toMatchObject([{ state: "dead", attempts: 10 }, { attempts: 1 }]);
  expect(receivedIds()).toEqual([...Array(10).fill("a"), "b"]);
});

test.each(["http://127.0.0.1", "http://0x7f000001", "http://localhost", "http://[::ffff:127.0.0.1]"])(
  "nothing is sent to %s unless private addresses are allowed",
  async (origin) => {
    await sendTo(`${origin}:${new URL(receiver.url).port}/hook`);
    await record("one", "a");
    await deliverEvents(parts.accountId, { ...parts, config: { ...parts.config, privateWebhooks: false } });
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: null, error: expect.stringMatching(/RefusedAddress.*public address/) },
    ]);
  },
);

test("a delivery without an answer records the reason", async () => {
  await sendTo(receiver.url);
  await record("one", "a");
  await receiver.close();
  await deliver("one");
  expect(await deliveries()).toMatchObject([{ status: null, error: expect.stringContaining("ECONNREFUSED") }]);
  receiver = await startReceiver();
});

test.each([
  [{ url: "ftp://example.org/", authentication: null }, "webhook_url"],
  [{ url: "https://example.org/", authentication: "two\r\nlines" }, "webhook_authentication"],
])("settings that cannot be used are refused: %j", async (settings, field) => {
  await expect(setWebhook(parts, parts.accountId, settings)).rejects.toMatchObject({
    statusCode: 422,
    detail: { json: { [field]: [expect.any(String)] } },
  });
  expect(await events()).toEqual([]);
});

test("pauses grow from seconds to half a day, and differ", () => {
  expect([1, 2, 3, 9].map((attempts) => pauseMs(attempts, 0) / 1000)).toEqual([5, 20, 80, 43_200]);
  expect(pauseMs(1, 0.5)).toBe(3750);
});

// Last, for from here on jobs are done.
test("saved settings are sent to the new address, and the queue delivers again after a failure", async () => {
  receiver.answer(500);
  startJobs(parts);
  await setWebhook(parts, parts.accountId, { url: receiver.url, authentication: "open" });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
  receiver.answer(200);
  await parts.database.queries.transaction().execute(async (transaction) => {
    await ensureOrder(transaction, parts.accountId, { orderId: "one" });
  });
  await record("one", "a");
  parts.queue.wake("deliver-events");
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), 15_000);
  expect(receiver.received.map(({ text }) => JSON.parse(text).event)).toEqual([
    "webhook_updated",
    "image_registered",
    "webhook_updated",
  ]);
});
