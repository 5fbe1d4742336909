import { afterAll, beforeAll, expect, test } from "vitest";
import { runUploads } from "../bench/many-uploads.ts";
import { settledOrder, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { type Json, startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

// `npm run -w service bench:uploads` sends a thousand.
test("200 uploads at once, each over a connection of its own, all succeed", async () => {
  const { statuses } = await runUploads({ address: service.address, key: service.keys[0] }, 200);
  expect(statuses).toEqual({ 200: 200 });
}, 120_000);

test("80 uploads during groupings of their order, twenty at a time, are all accepted, and each file belongs to one image", async () => {
  const order_id = crypto.randomUUID();
  const registered: Json[] = [];
  for (let i = 0; i < 80; i++)
    registered.push((await service.call("POST", "/v3/brackets", { body: { order_id } })).json);
  const bytes = await smallPicture();
  const group = () =>
    service.call("POST", `/v3/orders/${order_id}/process`, {
      body: { number_of_brackets_per_image: 2, enhance: false },
    });
  const statuses: number[] = [];
  for (let from = 0; from < 80; from += 20) {
    const uploads = registered.slice(from, from + 20).map((bracket) => upload(service, bracket, bytes));
    const answers = await Promise.all([...uploads, group(), group()]);
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await group()).status).toBe(200);
  const order = await settledOrder(service, order_id);
  expect(order).toMatchObject({ status: "processed" });
  const { json } = await service.call("GET", `/v3/orders/${order_id}/brackets`);
  const brackets = json["brackets"] as Json[];
  expect(brackets).toHaveLength(80);
  const images = new Set(brackets.map(({ image_id }) => image_id));
  expect(images.has(null)).toBe(false);
  expect(images.size).toBe(order["total_images"]);
}, 120_000);
