import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { revealKey } from "../../src/store/account-store.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { smallPicture } from "../support/small-picture.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
let key: string;
beforeAll(async () => {
  // Nothing may be enhanced: each image ends, with its event, once its file has come.
  parts = await makeTestParts({ dailyEnhancements: 0, uploadMinutes: 60 });
  await parts.database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
  app = await buildCheckedApp(parts);
  key = String(await revealKey(parts.database.queries, parts.secrets, parts.accountId));
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
afterEach(() => vi.useRealTimers());

async function register(orderId: string, name: string): Promise<Record<string, string>> {
  const payload = { image_name: name, order_id: orderId };
  return (await app.inject({ method: "POST", url: "/v3/images", headers: { "x-api-key": key }, payload })).json();
}

async function upload({ upload_url }: Record<string, string>): Promise<void> {
  const { pathname, search } = new URL(upload_url);
  const headers = { "content-type": "image/jpeg" };
  const payload = await smallPicture();
  expect((await app.inject({ method: "PUT", url: pathname + search, headers, payload })).statusCode).toBe(200);
}

async function stateOf(orderId: string): Promise<unknown[]> {
  const { status, is_processing } = (
    await app.inject({ url: `/v3/orders/${orderId}`, headers: { "x-api-key": key } })
  ).json();
  return [status, is_processing];
}

/** What the events of the order's images say of the order. */
async function reportedProcessing(orderId: string) {
  const events = parts.database.queries.selectFrom("events").select("payload").where("order_id", "=", orderId);
  const payloads = (await events.orderBy("sequence").execute()).map(({ payload }) => payload);
  return payloads.flatMap((payload) => (payload["event"] === "image_processed" ? payload["order_is_processing"] : []));
}

test("a client that uploads one registered file after another gets one final event", async () => {
  const orderId = crypto.randomUUID();
  const images = [await register(orderId, "a.jpg"), await register(orderId, "b.jpg"), await register(orderId, "c.jpg")];
  expect(await stateOf(orderId)).toEqual(["waiting", false]);
  const states: unknown[] = [];
  for (const image of images) {
    await upload(image);
    states.push(await stateOf(orderId));
  }
  expect(states).toEqual([
    ["processing", true],
    ["processing", true],
    ["error", false],
  ]);
  expect(await reportedProcessing(orderId)).toEqual([true, true, false]);
});

test("an order does not wait for an upload whose address has expired or whose image was deleted", async () => {
  const orderId = crypto.randomUUID();
  const [first, second, third] = [
    await register(orderId, "a.jpg"),
    await register(orderId, "b.jpg"),
    await register(orderId, "c.jpg"),
  ];
  await upload(first);
  const headers = { "x-api-key": key };
  await app.inject({ method: "DELETE", url: `/v3/images/${second["image_id"]}`, headers });
  expect(await stateOf(orderId)).toEqual(["processing", true]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
  expect(await stateOf(orderId)).toEqual(["error", false]);
  const late = await register(orderId, "d.jpg");
  await upload(late);
  expect(await reportedProcessing(orderId)).toEqual([true, false]);
  expect(third["status"]).toBe("registered");
});
