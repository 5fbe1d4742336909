import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shapesOfAnswers } from "./clients/shapes.ts";
import { vendorExamples } from "./clients/vendor-examples.ts";
import { requestsOnTheWire } from "./clients/wire.ts";
import { type Received, type Receiver, startReceiver } from "./support/receiver.ts";
import { smallPicture } from "./support/small-picture.ts";
import { type Answer, type Json, poll, shootFile, startTestService, type TestService } from "./support/test-service.ts";

// The requests of the programs that exist for this API, as they send them: paths, headers, bodies, with and without the
// key.

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const webhook = { url: receiver.url, authentication: "Bearer of the receiver" };
  service = await startTestService({ privateWebhooks: true }, [
    { email: "new@example.org", webhook },
    { email: "old@example.org", apiVersion: "2024-10-01" },
  ]);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

requestsOnTheWire(() => service);
vendorExamples(() => service);
shapesOfAnswers(() => service);

/** One request as a client writes it; every header is its own. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> {
  const text =
    typeof body === "string" || body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return service.call(method, path, { key: null, headers, body: typeof text === "string" ? Buffer.from(text) : text });
}

/** Polls as clients do, until a status that they take for the end. */
function untilDone(path: string, headers: Readonly<Record<string, string>>): Promise<Json> {
  return poll(
    () => send("GET", path, headers),
    ({ status }) => ["processed", "failed", "error"].includes(String(status)),
  );
}

test("the JavaScript kit: a version of 2025-01-01, Accept of JSON, JSON as text/plain, no key on reads, bytes of pictures", async () => {
  const headers = { "x-api-version": "2025-01-01", accept: "application/json" };
  const keyed = { ...headers, "x-api-key": service.keys[0] };
  const body = {
    image_name: "javascript.jpg",
    contentType: "image/jpeg",
    enhance_type: "neutral",
    sky_replacement: true,
  };
  const registered = await send("POST", "/v3/images", { ...keyed, "content-type": "text/plain;charset=UTF-8" }, body);
  expect(registered.status).toBe(200);
  const { image_id, s3PutObjectUrl } = registered.json as Record<string, string>;
  expect(registered.json).not.toHaveProperty("upload_url");
  expect(new URL(s3PutObjectUrl).searchParams.get("content-type")).toBe("application/octet-stream");
  expect((await send("PUT", s3PutObjectUrl, { "content-type": "image/jpeg" }, await smallPicture(1))).status).toBe(200);
  const image = await untilDone(`/v3/images/${image_id}`, headers);
  expect(image).toMatchObject({ status: "processed", error: false, unsupported_preferences: ["sky_replacement"] });
  const picture = await send("GET", `/v3/images/${image_id}/enhanced?preview=true`, keyed);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(picture.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

test("the Python kit: a version of 2025-05-08, trailing slashes, brackets of an order without a key, merge without a body", async () => {
  const headers = { "x-api-version": "2025-05-08" };
  const keyed = { ...headers, "x-api-key": service.keys[0] };
  const created = await send("POST", "/v3/orders/", keyed);
  const order_id = String(created.json["order_id"]);
  expect(created.json).toMatchObject({ status: "waiting", total_images: 0, images: [], is_deleted: false });
  for (const field of ["created_at", "last_updated_at"]) {
    expect(created.json[field]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
  }
  for (const name of ["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG"]) {
    const json = { ...keyed, "content-type": "application/json" };
    const bracket = await send("POST", "/v3/brackets/", json, { order_id, name, metadata: { room: name } });
    const address = String(bracket.json["upload_url"]);
    const type = new URL(address).searchParams.get("content-type") ?? "";
    expect((await send("PUT", address, { "content-type": type }, await shootFile(name))).status).toBe(200);
  }
  const brackets = await send("GET", `/v3/orders/${order_id}/brackets/`, headers);
  expect((brackets.json["brackets"] as Json[]).map(({ is_uploaded }) => is_uploaded)).toEqual([true, true, true]);
  expect((brackets.json["brackets"] as Json[])[0]["metadata"]).toEqual({ room: "IMG_0006.JPG" });
  expect((await send("POST", `/v3/orders/${order_id}/merge/`, keyed)).status).toBe(200);
  const order = await poll(
    () => send("GET", `/v3/orders/${order_id}/`, headers),
    ({ is_merging, is_processing }) => is_merging === false && is_processing === false,
  );
  expect(order).toMatchObject({ total_images: 1, status: "processed" });
  const [image] = order["images"] as Json[];
  expect(image["metadata"]).toEqual({ room: "IMG_0006.JPG" });
  const full = await send("GET", `/v3/images/${image["image_id"]}/enhanced/?preview=false&format=jpeg`, keyed);
  expect(full.headers.get("content-disposition")).toContain("IMG_0006.jpg");
  for (let offset = ""; ; ) {
    const { orders, pagination } = (await send("GET", `/v3/orders/?per_page=1&offset=${offset}`, keyed)).json as {
      orders: Json[];
      pagination: { next_offset: string | null };
    };
    if (orders[0]["order_id"] === order_id) break;
    expect(pagination).toEqual({ next_offset: expect.any(String), per_page: 1 });
    offset = String(pagination.next_offset);
  }
  expect((await send("DELETE", `/v3/images/${image["image_id"]}/`, keyed)).status).toBe(204);
  expect((await send("DELETE", `/v3/orders/${order_id}/`, keyed)).status).toBe(204);
});

test("the Go client of an old account: no version, the key on everything, the legacy content_type, bytes without a redirect", async () => {
  const keyed = { "x-api-key": service.keys[1] };
  const json = { ...keyed, "content-type": "application/json" };
  const legacy = { brightness_boost: "LOW", contrast_boost: null, denoise_level: "HIGH", ai_version: "4.x" };
  const body = { image_name: "go.jpg", content_type: "image/jpeg", ...legacy };
  const { json: image } = await send("POST", "/v3/images/", json, body);
  expect(image).toMatchObject({ ...legacy, unsupported_preferences: ["denoise_level"] });
  const address = String(image["s3PutObjectUrl"]);
  const bytes = await smallPicture(2);
  const refused = await send("PUT", address, { ...keyed, "content-type": "application/octet-stream" }, bytes);
  expect(refused.status).toBe(403);
  expect((await send("PUT", address, { ...keyed, "content-type": "image/jpeg" }, bytes)).status).toBe(200);
  const done = await untilDone(`/v3/images/${image["image_id"]}`, keyed);
  expect(done).toMatchObject({ status: "processed", enhanced: true });
  expect(Number.isInteger(done["date_added"])).toBe(true);
  for (const size of ["small", "large", "big"]) {
    const picture = await send("GET", `/v3/images/${image["image_id"]}/enhanced?size=${size}`, keyed);
    expect([picture.status, picture.headers.get("location")]).toEqual([200, null]);
  }
  const original = await send("GET", `/v3/images/${image["image_id"]}/original`, keyed);
  expect(original.bytes.equals(bytes)).toBe(true);
});

test("a shell script without a version: no Content-Type, JSON that describes the picture, its address without the key", async () => {
  const keyed = { "x-api-key": service.keys[0] };
  const { json: image } = await send("POST", "/v3/images", keyed, { image_name: "shell.jpg", hdr: false });
  const put = await send("PUT", String(image["upload_url"]), keyed, await smallPicture(3));
  expect(put.status).toBe(200);
  await untilDone(`/v3/images/${image["image_id"]}`, {});
  const described = await send("GET", `/v3/images/${image["image_id"]}/enhanced`, {
    ...keyed,
    accept: "application/json",
  });
  const picture = await send("GET", String(described.json["url"]), {});
  expect(createHash("sha256").update(picture.bytes).digest("hex")).toBe(described.json["sha256"]);
  const again = await send("POST", `/v3/images/${image["image_id"]}/process`, keyed);
  expect([again.status, again.json["status"]]).toEqual([200, "processing"]);
  const report = { categories: ["COLOR"], comment: "", score: 0, source: "API" };
  expect((await send("POST", `/v3/images/${image["image_id"]}/report`, keyed, report)).status).toBe(200);
});

test("a browser: the preflight of another origin is answered, and so is what follows", async () => {
  const origin = "https://studio.example";
  const asked = "content-type,x-api-key,x-api-version";
  const preflight = await fetch(`${service.address}/v3/images/`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": asked },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  expect(preflight.headers.get("access-control-allow-headers")).toBe(asked);
  const keyed = { origin, "x-api-key": service.keys[0] };
  const registered = await send("POST", "/v3/images/", keyed, { image_name: "browser.jpg" });
  const put = await send("PUT", String(registered.json["upload_url"]), { origin }, await smallPicture(6));
  const refused = await send("POST", "/v3/images/", { origin, "x-api-key": "none" }, {});
  for (const { headers } of [registered, put, refused]) expect(headers.get("access-control-allow-origin")).toBe("*");
  expect([registered.status, put.status, refused.status]).toEqual([200, 200, 401]);
  const page = await fetch(`${service.address}/sign-in`, { headers: { origin } });
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
});

test("values as Python and forms write them: True, False, 0, 1, null, an empty parameter", async () => {
  const keyed = { "x-api-key": service.keys[0], "x-dev-mode": "True" };
  const body = {
    image_name: "values.jpg",
    order_id: null,
    image_id: null,
    content_type: null,
    enhance: "False",
    privacy: 1,
  };
  const registered = await send("POST", "/v3/images/", keyed, body);
  expect(registered.json).toMatchObject({ enhance: false, unsupported_preferences: ["privacy"] });
  const { image_id, upload_url } = registered.json;
  await send("PUT", String(upload_url), {}, await smallPicture(5));
  await untilDone(`/v3/images/${image_id}`, {});
  const query = "?preview=False&quality=&format=&max_width=&watermark=0";
  expect((await send("GET", `/v3/images/${image_id}/enhanced${query}`, keyed)).status).toBe(200);
  expect((await send("GET", `/v3/images/${image_id}`, {})).json).toMatchObject({ downloaded: false });
  const orders = await send("GET", "/v3/orders?offset=&per_page=", keyed);
  expect(orders.json["pagination"]).toMatchObject({ per_page: 10 });
});

describe("a receiver of webhooks", () => {
  const payloadsOf = (list: readonly Received[], orderId: unknown) =>
    list.map(({ text }) => JSON.parse(text) as Json).filter(({ order_id }) => order_id === orderId);

  test("receives registration and end, in order, with the configured value; the end says that the order is done", async () => {
    const keyed = { "x-api-key": service.keys[0] };
    const { json: image } = await send("POST", "/v3/images", keyed, { image_name: "told.jpg" });
    const { image_id, order_id, upload_url } = image;
    await send("PUT", String(upload_url), {}, await smallPicture(4));
    await untilDone(`/v3/images/${image_id}`, {});
    await poll(
      async () => ({ json: { count: payloadsOf(receiver.received, order_id).length } }) as unknown as Answer,
      ({ count }) => count === 2,
    );
    expect(payloadsOf(receiver.received, order_id)).toEqual([
      { event: "image_registered", image_id, order_id },
      { event: "image_processed", image_id, order_id, error: false, order_is_processing: false },
    ]);
    for (const { headers } of receiver.received) {
      expect(headers).toMatchObject({
        authorization: "Bearer of the receiver",
        "webhook-id": expect.stringMatching(/^msg_/),
        "webhook-timestamp": expect.stringMatching(/^\d+$/),
        "webhook-signature": expect.stringMatching(/^v1,/),
      });
    }
  });

  test("receives one event for a merged image, not one for each frame", async () => {
    const keyed = { "x-api-key": service.keys[0] };
    const order_id = crypto.randomUUID();
    const ids: unknown[] = [];
    for (const image_name of ["IMG_0006.JPG", "IMG_0007.JPG"]) {
      const { json: frame } = await send("POST", "/v3/images", keyed, { image_name, order_id, hdr: true });
      await send("PUT", String(frame["upload_url"]), {}, await shootFile(image_name));
      ids.push(frame["image_id"]);
    }
    await send("POST", `/v3/orders/${order_id}/process`, keyed, { number_of_brackets_per_image: 2 });
    const [image_id] = ids;
    await untilDone(`/v3/images/${ids[1]}`, {});
    await poll(
      async () => ({ json: { count: payloadsOf(receiver.received, order_id).length } }) as unknown as Answer,
      ({ count }) => Number(count) >= 2,
    );
    expect(payloadsOf(receiver.received, order_id)).toEqual([
      { event: "image_registered", image_id, order_id },
      { event: "image_processed", image_id, order_id, error: false, order_is_processing: false },
    ]);
  });
});
