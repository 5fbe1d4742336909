import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerImage, settledImage, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

describe("limits of an account", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ dailyEnhancements: 1, sameNamePerHour: 3, orderImages: 3 }, [
      { email: "one@example.org" },
      { email: "two@example.org" },
      { email: "large@example.org", tier: "enterprise" },
    ]);
  });
  afterAll(() => service.close());

  test("over the daily limit, a new image goes to error with the reason, and stays there if it is processed again", async () => {
    const registered = await registerImage(service, { image_name: "first.jpg" });
    await upload(service, registered, await smallPicture());
    expect(await settledImage(service, registered["image_id"])).toMatchObject({ status: "processed" });
    const second = await registerImage(service, { image_name: "second.jpg" });
    expect((await upload(service, second, await smallPicture())).status).toBe(200);
    const limited = {
      status: "error",
      error: true,
      enhanced: false,
      status_reason: expect.stringMatching(/rate limited/),
    };
    const path = `/v3/images/${second["image_id"]}`;
    expect((await service.call("GET", path)).json).toMatchObject(limited);
    const again = await service.call("POST", `${path}/process`);
    expect([again.status, again.json["status"]]).toEqual([200, "error"]);
    const order = await service.call("GET", `/v3/orders/${second["order_id"]}`);
    expect(order.json).toMatchObject({ status: "error", is_processing: false });
  });

  test("processing again over the daily limit does not change a finished picture or its preferences", async () => {
    await service.restart(async (queries) => {
      await queries.deleteFrom("enhancement_days").execute();
    });
    const registered = await registerImage(service, { image_name: "finished.jpg", enhance_type: "warm" });
    await upload(service, registered, await smallPicture(7));
    await settledImage(service, registered["image_id"]);
    const path = `/v3/images/${registered["image_id"]}`;
    const again = await service.call("POST", `${path}/process`, { body: { enhance_type: "modern" } });
    expect(again.json).toMatchObject({
      status: "processed",
      enhanced: true,
      error: false,
      enhance_type: "warm",
      status_reason: expect.stringMatching(/^rate limited: .*this request was refused and the existing picture stays/),
    });
    expect((await service.call("GET", `${path}/enhanced`)).status).toBe(200);
  });

  test("the next day, refused images are processed on request", async () => {
    const held = await registerImage(service, { image_name: "held.jpg" });
    await upload(service, held, await smallPicture());
    const path = `/v3/images/${held["image_id"]}`;
    expect((await service.call("GET", path)).json).toMatchObject({ status: "error" });
    await service.restart(async (queries) => {
      await queries.updateTable("enhancement_days").set({ day: "2020-01-01" }).execute();
    });
    expect((await service.call("POST", `${path}/process`)).json).toMatchObject({ status: "processing" });
    expect(await settledImage(service, held["image_id"])).toMatchObject({ status: "processed", status_reason: null });
  });

  test("the limit is each account's own, and an enterprise account's is larger", async () => {
    const key = service.keys[2];
    for (const image_name of ["a.jpg", "b.jpg"]) {
      const registered = await registerImage(service, { image_name }, { key });
      await upload(service, registered, await smallPicture());
      const { json } = await service.call("GET", `/v3/images/${registered["image_id"]}`, { key });
      expect(["processing", "processed"]).toContain(json["status"]);
    }
  });

  test("the same name, as image or bracket, is refused with 429 and the time of the next try", async () => {
    const body = { image_name: "same.jpg", name: "same.jpg", order_id: crypto.randomUUID() };
    const statuses: number[] = [];
    for (const path of ["/v3/images", "/v3/brackets", "/v3/images/"]) {
      statuses.push((await service.call("POST", path, { body })).status);
    }
    expect(statuses).toEqual([200, 200, 200]);
    for (const path of ["/v3/images", "/v3/brackets"]) {
      const refused = await service.call("POST", path, { body });
      expect(refused.status).toBe(429);
      expect(refused.json).toEqual({ message: expect.stringContaining("3 times an hour"), detail: {} });
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(3500);
      expect(seconds).toBeLessThanOrEqual(3600);
    }
    const near = await service.call("POST", "/v3/images", { body: { image_name: "Same.jpg" } });
    const others = await service.call("POST", "/v3/images", { key: service.keys[1], body: { image_name: "same.jpg" } });
    expect([near.status, others.status]).toEqual([200, 200]);
  });

  test("an order has a limit of images and brackets, and a page of orders has no more images", async () => {
    const key = service.keys[2];
    const register = (order_id: string) =>
      service.call("POST", "/v3/images", { key, body: { order_id, image_name: `${crypto.randomUUID()}.jpg` } });
    const [full, half] = [crypto.randomUUID(), crypto.randomUUID()];
    const images = [await register(full), await register(full), await register(full)];
    const reason = "The order has 3 images, which is the limit; choose another.";
    const bracket = await service.call("POST", "/v3/brackets", { key, body: { order_id: full } });
    for (const refused of [await register(full), bracket]) {
      expect([refused.status, refused.json["detail"]]).toEqual([422, { json: { order_id: [reason] } }]);
    }
    await service.call("DELETE", `/v3/images/${images[0].json["image_id"]}`, { key });
    expect([(await register(full)).status, (await register(half)).status]).toEqual([200, 200]);
    const page = async (offset: string) => {
      const { orders, pagination } = (await service.call("GET", `/v3/orders?${offset}`, { key })).json as {
        orders: { order_id: string; total_images: number }[];
        pagination: { next_offset: string | null };
      };
      return { orders: orders.map(({ order_id, total_images }) => [order_id, total_images]), pagination };
    };
    const first = await page("");
    expect(first.orders).toEqual([[half, 1]]);
    const second = await page(`offset=${first.pagination.next_offset}`);
    expect(second.orders[0]).toEqual([full, 3]);
  });
});

describe("the rate of one address", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ requestsPerSecond: 5 });
  });
  afterAll(() => service.close());

  test("is refused with 429 over all endpoints, with headers that say when to try again", async () => {
    const paths = ["/v3/orders", "/v3/images/1", "/openapi.json", "/v3/brackets/1"];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => service.call("GET", paths[i % 4])));
    const refused = answers.filter(({ status }) => status === 429);
    // A busy machine spreads them over several seconds, each of which lets five pass.
    expect(refused.length).toBeGreaterThan(0);
    for (const { json, headers } of refused) {
      expect(json).toEqual({ message: expect.stringContaining("More than 5 requests a second"), detail: {} });
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("ratelimit-limit")).toBe("5");
      expect(headers.get("ratelimit-remaining")).toBe("0");
    }
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await service.call("GET", "/v3/orders")).status).toBe(200);
  });
});
