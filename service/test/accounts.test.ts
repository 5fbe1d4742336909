import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerImage, settledImage, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
let ids: { readonly image: string; readonly order: string; readonly bracket: string };
beforeAll(async () => {
  service = await startTestService({}, [{ email: "owner@example.org" }, { email: "stranger@example.org" }]);
  const order = crypto.randomUUID();
  const image = await registerImage(service, { image_name: "mine.jpg", order_id: order });
  await upload(service, image, await smallPicture());
  const { json: bracket } = await service.call("POST", "/v3/brackets", { body: { order_id: order, name: "b.jpg" } });
  ids = { image: String(image["image_id"]), order, bracket: String(bracket["bracket_id"]) };
  await settledImage(service, ids.image);
});
afterAll(() => service.close());

/** What the owner sees of everything there is. */
async function everything() {
  const paths = [`images/${ids.image}`, `orders/${ids.order}`, `orders/${ids.order}/brackets`, "orders"];
  return Promise.all(paths.map(async (path) => (await service.call("GET", `/v3/${path}`)).json));
}

describe("what is another account's does not exist: 404 for", () => {
  test.each([
    ["GET", "/v3/images/IMAGE", undefined],
    ["GET", "/v3/images/IMAGE/enhanced", undefined],
    ["GET", "/v3/images/IMAGE/enhanced?preview=false", undefined],
    ["GET", "/v3/images/IMAGE/enhanced?response=json", undefined],
    ["GET", "/v3/images/IMAGE/original", undefined],
    ["POST", "/v3/images/IMAGE/process", { rating: 1 }],
    ["POST", "/v3/images/IMAGE/report", { score: 1 }],
    ["DELETE", "/v3/images/IMAGE", undefined],
    ["GET", "/v3/orders/ORDER", undefined],
    ["GET", "/v3/orders/ORDER/brackets", undefined],
    ["PATCH", "/v3/orders/ORDER", { name: "taken over" }],
    ["POST", "/v3/orders/ORDER/process", {}],
    ["POST", "/v3/orders/ORDER/merge", {}],
    ["DELETE", "/v3/orders/ORDER", undefined],
    ["GET", "/v3/brackets/BRACKET", undefined],
    ["DELETE", "/v3/brackets/BRACKET", undefined],
  ])("%s %s, and nothing changes", async (method, template, body) => {
    const path = template.replace("IMAGE", ids.image).replace("ORDER", ids.order).replace("BRACKET", ids.bracket);
    const before = await everything();
    const answer = await service.call(method, path, { key: service.keys[1], body });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ message: expect.stringMatching(/^There is no such /), detail: {} });
    expect(await everything()).toEqual(before);
  });
});

describe("an id that another account uses is refused at", () => {
  test.each([
    ["/v3/images", () => ({ image_name: "a.jpg", image_id: ids.image }), "image_id"],
    ["/v3/images", () => ({ image_name: "b.jpg", order_id: ids.order }), "order_id"],
    ["/v3/brackets", () => ({ order_id: ids.order }), "order_id"],
    ["/v3/orders", () => ({ order_id: ids.order }), "order_id"],
  ])("%s", async (path, body, field) => {
    const before = await everything();
    const { status, json } = await service.call("POST", path, { key: service.keys[1], body: body() });
    expect(status).toBe(422);
    expect(json["detail"]).toEqual({ json: { [field]: [expect.stringContaining("cannot be used")] } });
    expect(await everything()).toEqual(before);
  });
});

test("lists show an account's own orders alone", async () => {
  const key = service.keys[1];
  const { json: made } = await service.call("POST", "/v3/orders", { key });
  const { json } = await service.call("GET", "/v3/orders?per_page=100", { key });
  expect(json["orders"]).toEqual([expect.objectContaining({ order_id: made["order_id"] })]);
});

test("another's bracket cannot be grouped into an own order", async () => {
  const key = service.keys[1];
  const { json: order } = await service.call("POST", "/v3/orders", { key });
  const body = { images: [{ bracket_ids: [ids.bracket] }] };
  const { status, json } = await service.call("POST", `/v3/orders/${order["order_id"]}/process`, { key, body });
  expect(status).toBe(422);
  expect(JSON.stringify(json["detail"])).toContain("The order has no bracket");
});
