import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerImage } from "./support/client.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, [
    { email: "new@example.org" },
    { email: "old@example.org", apiVersion: "2024-10-01" },
  ]);
});
afterAll(() => service.close());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the name of the upload address", () => {
  test.each([
    ["an account of today without the header", 0, undefined, "upload_url"],
    ["an old account without the header", 1, undefined, "s3PutObjectUrl"],
    ["an old version asked for", 0, "2025-01-01", "s3PutObjectUrl"],
    ["the version that renamed it", 1, "2025-05-05", "upload_url"],
    ["the oldest version seen", 0, "2024-10-01", "s3PutObjectUrl"],
    ["a version of 2024", 0, "2024-11-01", "s3PutObjectUrl"],
    ["the day before the version that renamed it", 0, "2025-05-04", "s3PutObjectUrl"],
    ["the version of the Python kit", 1, "2025-05-08", "upload_url"],
    ["a version of 2025", 1, "2025-08-31", "upload_url"],
    ["a version of 2026", 1, "2026-07-01", "upload_url"],
    ["the newest version", 1, "2026-10-01", "upload_url"],
    ["a version of the future", 1, "2099-01-01", "upload_url"],
    ["a version that is no date", 1, "latest", "s3PutObjectUrl"],
  ] as const)("for %s", async (_who, account, version, field) => {
    const order_id = crypto.randomUUID();
    const options = { key: service.keys[account], headers: version ? { "x-api-version": version } : {} };
    const other = field === "upload_url" ? "s3PutObjectUrl" : "upload_url";
    for (const [path, body] of [
      ["/v3/images", { image_name: `${crypto.randomUUID()}.jpg`, order_id }],
      ["/v3/brackets", { name: `${crypto.randomUUID()}.jpg`, order_id }],
    ] as const) {
      const { status, json } = await service.call("POST", path, { ...options, body });
      expect(status).toBe(200);
      expect(json[field]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/uploads\/.*content-type=application%2Foctet-stream/);
      expect(json).not.toHaveProperty(other);
    }
  });
});

describe("registration of an image", () => {
  test("returns the whole registered image, with new ids", async () => {
    const image = await registerImage(service, { image_name: "whole.jpg", rating: 3, metadata: { room: "kitchen" } });
    expect(image).toMatchObject({
      image_id: expect.stringMatching(uuid),
      order_id: expect.stringMatching(uuid),
      image_name: "whole.jpg",
      status: "registered",
      status_reason: null,
      enhanced: false,
      error: false,
      downloaded: false,
      enhance: true,
      is_threesixty: false,
      rating: 3,
      metadata: { room: "kitchen" },
      unsupported_preferences: [],
    });
    expect(Math.abs(Number(image["date_added"]) - Date.now() / 1000)).toBeLessThan(10);
  });

  test("keeps the ids that the client chose, and puts images of one order_id into one order", async () => {
    const order_id = crypto.randomUUID();
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const image_id of ids) {
      expect(await registerImage(service, { image_name: `${image_id}.jpg`, image_id, order_id })).toMatchObject({
        image_id,
        order_id,
      });
    }
    const { json } = await service.call("GET", `/v3/orders/${order_id}`);
    expect(json).toMatchObject({ order_id, total_images: 2, status: "waiting" });
  });

  test("refuses an image_id that is taken", async () => {
    const body = { image_name: "taken.jpg", image_id: crypto.randomUUID() };
    await registerImage(service, body);
    const { status, json } = await service.call("POST", "/v3/images", { body });
    expect(status).toBe(422);
    expect(json["detail"]).toEqual({ json: { image_id: [expect.any(String)] } });
  });

  test("lists requested preferences that are not applied", async () => {
    const image = await registerImage(service, {
      image_name: "wishes.jpg",
      sky_replacement: true,
      privacy: true,
      upscale: false,
      restage: { grass: true },
      window_pull: true,
    });
    expect(image["unsupported_preferences"]).toEqual(expect.arrayContaining(["sky_replacement", "restage", "privacy"]));
    expect(image["unsupported_preferences"]).toHaveLength(3);
  });
});

describe("requests as clients send them", () => {
  test.each([
    ["GET", "/v3/orders"],
    ["GET", "/v3/orders/"],
    ["POST", "/v3/orders"],
    ["POST", "/v3/orders/"],
  ])("%s %s answers 200 and redirects nowhere", async (method, path) => {
    expect((await service.call(method, path)).status).toBe(200);
  });

  test.each([undefined, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"])(
    "JSON is read with the Content-Type %s",
    async (type) => {
      // Bytes, since fetch names a type for text.
      const body = Buffer.from(JSON.stringify({ image_name: `${crypto.randomUUID()}.jpg` }));
      const headers = type === undefined ? {} : { "content-type": type };
      expect((await service.call("POST", "/v3/images/", { body, headers })).status).toBe(200);
    },
  );

  test("an empty body is legal if every field is optional", async () => {
    const { json: order } = await service.call("POST", "/v3/orders");
    for (const verb of ["process", "merge"]) {
      for (const body of [undefined, ""]) {
        expect((await service.call("POST", `/v3/orders/${order["order_id"]}/${verb}`, { body })).status).toBe(200);
      }
    }
  });

  test("unknown fields are ignored, and null counts as left out", async () => {
    const image = await registerImage(service, {
      image_name: "unknown.jpg",
      contentType: "image/jpeg",
      surprise: [1],
      enhance: null,
    });
    expect(image).toMatchObject({ status: "registered", enhance: true });
    expect(image).not.toHaveProperty("surprise");
  });

  test("reading an image, an order and its brackets needs no key", async () => {
    const image = await registerImage(service, { image_name: "open.jpg" });
    for (const path of [`images/${image["image_id"]}`, `orders/${image["order_id"]}`]) {
      expect((await service.call("GET", `/v3/${path}`, { key: null })).status).toBe(200);
    }
    const brackets = await service.call("GET", `/v3/orders/${image["order_id"]}/brackets/`, { key: null });
    expect(brackets.json["brackets"]).toHaveLength(1);
  });

  test("a guessable id is not read without the key", async () => {
    const image = await registerImage(service, { image_name: "guess.jpg", image_id: "kitchen-1" });
    expect((await service.call("GET", `/v3/images/${image["image_id"]}`, { key: null })).status).toBe(404);
    expect((await service.call("GET", `/v3/images/${image["image_id"]}`)).status).toBe(200);
  });
});

describe("errors", () => {
  test.each([
    ["no key on a write", "POST", "/v3/orders", { key: null }, 401, {}],
    ["a key that is none", "POST", "/v3/orders", { key: "lw_wrong" }, 401, {}],
    ["a key that is none on a read", "GET", "/v3/orders", { key: "lw_wrong" }, 401, {}],
    ["a list without a key", "GET", "/v3/orders", { key: null }, 401, {}],
    ["an image that is not", "GET", `/v3/images/${crypto.randomUUID()}`, {}, 404, {}],
    ["an order that is not", "GET", `/v3/orders/${crypto.randomUUID()}`, {}, 404, {}],
    ["a bracket that is not", "DELETE", `/v3/brackets/${crypto.randomUUID()}`, {}, 404, {}],
    ["an address that is not", "GET", "/v3/pictures", {}, 404, {}],
    [
      "a required field left out",
      "POST",
      "/v3/images",
      { body: {} },
      422,
      { json: { image_name: [expect.any(String)] } },
    ],
    [
      "a field of another type",
      "POST",
      "/v3/images",
      { body: { image_name: 7 } },
      422,
      { json: { image_name: [expect.any(String)] } },
    ],
    [
      "an order_id missing from a bracket",
      "POST",
      "/v3/brackets",
      { body: { name: "a.jpg" } },
      422,
      { json: { order_id: [expect.any(String)] } },
    ],
    [
      "an own object that is too large",
      "POST",
      "/v3/images",
      { body: { image_name: "a.jpg", metadata: { note: "x".repeat(16_384) } } },
      422,
      { json: { metadata: ["Must have at most 16384 characters of JSON."] } },
    ],
    ["a body that is a list", "POST", "/v3/images", { body: [] }, 422, { json: { _schema: [expect.any(String)] } }],
    [
      "a page that is too long",
      "GET",
      "/v3/orders?per_page=1000",
      {},
      422,
      { query: { per_page: [expect.any(String)] } },
    ],
    ["an offset that is none", "GET", "/v3/orders?offset=abc", {}, 422, { query: { offset: [expect.any(String)] } }],
    [
      "an offset with a time that no database keeps",
      "GET",
      `/v3/orders?offset=${Buffer.from('[-8.64e15,"a"]').toString("base64url")}`,
      {},
      422,
      { query: { offset: [expect.any(String)] } },
    ],
    [
      "an offset with a text that no database keeps",
      "GET",
      `/v3/orders?offset=${Buffer.from('["2026-01-01T00:00:00.000Z","a\\u0000"]').toString("base64url")}`,
      {},
      422,
      { query: { offset: [expect.any(String)] } },
    ],
    ["a body that is not JSON", "POST", "/v3/images", { body: "{" }, 400, {}],
  ] as const)("%s", async (_what, method, path, options, status, detail) => {
    const answer = await service.call(method, path, options);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ message: expect.any(String), detail });
  });
});

describe("orders", () => {
  test("are created waiting, with all fields, under the requested id", async () => {
    const order_id = crypto.randomUUID();
    const { status, json } = await service.call("POST", "/v3/orders/", { body: { order_id, name: "12 Elm Street" } });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      order_id,
      name: "12 Elm Street",
      status: "waiting",
      is_deleted: false,
      is_merging: false,
      is_processing: false,
      total_images: 0,
      images: [],
    });
    for (const field of ["created_at", "last_updated_at"]) {
      expect(Number.isNaN(Date.parse(String(json[field])))).toBe(false);
    }
  });

  test("are returned if the account sends their id again; another account's id is refused with 409", async () => {
    const order_id = crypto.randomUUID();
    const create = (name: string, key: string) =>
      service.call("POST", "/v3/orders/", { key, body: { order_id, name } });
    const first = await create("Elm Street", service.keys[0]);
    const again = await create("Oak Street", service.keys[0]);
    expect([again.status, again.json["name"], again.json["created_at"]]).toEqual([
      200,
      "Elm Street",
      first.json["created_at"],
    ]);
    const others = await create("Elm Street", service.keys[1]);
    expect([others.status, others.json["message"]]).toEqual([409, expect.stringContaining("another account")]);
    await service.call("DELETE", `/v3/orders/${order_id}`);
    expect((await create("Elm Street", service.keys[0])).status).toBe(409);
  });

  test("are renamed, and deleted with their images", async () => {
    const image = await registerImage(service, { image_name: "rename.jpg" });
    const path = `/v3/orders/${image["order_id"]}`;
    const renamed = await service.call("PATCH", path, { body: { name: "Other" } });
    expect([renamed.status, renamed.json["name"]]).toEqual([200, "Other"]);
    expect((await service.call("DELETE", path)).status).toBe(204);
    expect((await service.call("GET", path)).status).toBe(404);
    expect((await service.call("GET", `/v3/images/${image["image_id"]}`)).status).toBe(404);
  });

  test("are listed page by page, each once, newest first", async () => {
    const made: unknown[] = [];
    for (let i = 0; i < 5; i++) made.push((await service.call("POST", "/v3/orders")).json["order_id"]);
    const listed: { order_id: string; created_at: string }[] = [];
    let path: string | undefined = "/v3/orders/?per_page=2";
    while (path) {
      const { json } = await service.call("GET", path);
      const { orders, pagination } = json as {
        orders: typeof listed;
        pagination: { next_offset: string | null; per_page: number };
      };
      expect(pagination.per_page).toBe(2);
      listed.push(...orders);
      path = pagination.next_offset === null ? undefined : `/v3/orders/?per_page=2&offset=${pagination.next_offset}`;
    }
    const ids = listed.map((order) => order.order_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.slice(0, 5))).toEqual(new Set(made));
    const times = listed.map((order) => Date.parse(order.created_at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });
});
