import { createHash } from "node:crypto";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerImage, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxUploadMb: 1 });
});
afterAll(() => service.close());

async function register(body: object = {}) {
  return registerImage(service, { image_name: `${crypto.randomUUID()}.jpg`, hdr: true, ...body });
}

describe("an upload", () => {
  test("is accepted with any Content-Type, and answered with the hash of its bytes", async () => {
    const bytes = await smallPicture();
    for (const type of ["application/octet-stream", "image/jpeg", "text/plain"]) {
      const address = String((await register())["upload_url"]);
      const answer = await service.call("PUT", address, { key: null, headers: { "content-type": type }, body: bytes });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        size_bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    }
  });

  test("appears on its bracket", async () => {
    const image = await register();
    const brackets = async () =>
      (await service.call("GET", `/v3/orders/${image["order_id"]}/brackets`)).json["brackets"];
    expect(await brackets()).toEqual([expect.objectContaining({ is_uploaded: false, image_id: null })]);
    await upload(service, image, await smallPicture());
    expect(await brackets()).toEqual([expect.objectContaining({ is_uploaded: true })]);
  });

  test("may be repeated with the same bytes; other bytes are refused with 409", async () => {
    const image = await register();
    const bytes = await smallPicture();
    expect((await upload(service, image, bytes)).status).toBe(200);
    expect((await upload(service, image, bytes)).status).toBe(200);
    expect((await upload(service, image, await smallPicture(30))).status).toBe(409);
  });

  test.each([
    ["text", "no picture at all, but long enough to be looked at", 415],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 415],
    ["nothing", "", 400],
    ["more than is allowed", Buffer.alloc(2 ** 20 + 1, 0xff), 413],
  ])("of %s is refused, and the address stays usable", async (_what, bytes, status) => {
    const image = await register();
    const refused = await upload(service, image, bytes);
    expect(refused.status).toBe(status);
    expect(refused.json).toEqual({ message: expect.any(String), detail: {} });
    expect((await upload(service, image, await smallPicture())).status).toBe(200);
  });

  test("with a Content-Length that is too short is refused, and may be sent again whole", async () => {
    const image = await register();
    const { pathname, search } = new URL(String(image["upload_url"]));
    const bytes = await smallPicture();
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: service\r\nContent-Length: ${bytes.length - 100}\r\n\r\n`;
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname).end(Buffer.concat([Buffer.from(head), bytes]));
    expect((await buffer(socket)).toString("latin1")).toMatch(/^HTTP\/1.1 400 /);
    expect((await upload(service, image, bytes)).status).toBe(200);
  });

  test("of unknown length is bounded as well", async () => {
    const address = String((await register())["upload_url"]);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(2 ** 16).fill(0xff));
        controller.close();
      },
    });
    expect((await service.call("PUT", address, { key: null, body })).status).toBe(413);
  });
});

describe("a registered content_type", () => {
  test("is part of the image and its bracket", async () => {
    const image = await register({ content_type: "image/png" });
    const { json } = await service.call("GET", `/v3/orders/${image["order_id"]}/brackets`);
    const path = `/v3/images/${image["image_id"]}`;
    expect([image["content_type"], (await service.call("GET", path)).json["content_type"]]).toEqual([
      "image/png",
      "image/png",
    ]);
    expect(json["brackets"]).toMatchObject([{ content_type: "image/png" }]);
  });

  test("must be the upload's", async () => {
    const image = await register({ content_type: "image/jpeg" });
    const address = String(image["upload_url"]);
    expect(new URL(address).searchParams.get("content-type")).toBe("image/jpeg");
    const body = await smallPicture();
    const put = (type: string) => service.call("PUT", address, { headers: { "content-type": type }, body });
    expect((await put("application/octet-stream")).status).toBe(403);
    expect((await put("image/jpeg")).status).toBe(200);
  });

  test("is the upload's whatever its case and spaces", async () => {
    const image = await register({ content_type: "image/jpeg; q=1" });
    const headers = { "content-type": "Image/JPEG;Q=1" };
    const body = await smallPicture();
    expect((await service.call("PUT", String(image["upload_url"]), { headers, body })).status).toBe(200);
  });

  test("has no effect if it is written contentType", async () => {
    const image = await register({ contentType: "image/png" });
    expect((await upload(service, image, await smallPicture())).status).toBe(200);
  });
});

describe("an upload address", () => {
  test.each([
    ["for another upload", (url: URL, other: URL) => (url.pathname = other.pathname)],
    ["with a later expiry", (url: URL) => url.searchParams.set("expires", "99999999999")],
    ["without an expiry", (url: URL) => url.searchParams.delete("expires")],
    ["without a signature", (url: URL) => url.searchParams.delete("signature")],
    ["with another signature", (url: URL) => url.searchParams.set("signature", "x".repeat(43))],
    ["without its bond to a type", (url: URL) => url.searchParams.delete("bound")],
    ["bound to another type", (url: URL) => url.searchParams.set("content-type", "image/png")],
    ["with two signatures", (url: URL) => url.searchParams.append("signature", "x")],
  ])("%s is refused with 403 or 422", async (_what, change) => {
    const url = new URL(String((await register({ content_type: "image/jpeg" }))["upload_url"]));
    change(url, new URL(String((await register())["upload_url"])));
    const headers = { "content-type": url.searchParams.get("content-type") ?? "" };
    const answer = await service.call("PUT", url.href, { headers, body: await smallPicture() });
    expect([403, 422]).toContain(answer.status);
  });

  test("of a deleted image is gone", async () => {
    const image = await register();
    await service.call("DELETE", `/v3/orders/${image["order_id"]}`);
    expect((await upload(service, image, await smallPicture())).status).toBe(404);
  });
});

test("a refusal leaves the connection usable: the next request is answered at once", async () => {
  const image = await register();
  const started = performance.now();
  for (let i = 0; i < 3; i++) {
    await service.call("PUT", `${image["upload_url"]}x`, { body: await smallPicture() });
    await service.call("POST", "/v3/images", { key: "lw_wrong", body: { image_name: "refused.jpg" } });
    await service.call("POST", "/v3/nothing", { body: Buffer.alloc(300_000, " ") });
    await service.call("POST", "/v3/orders", { body: Buffer.alloc(2 ** 20 + 1, " ") });
  }
  expect(performance.now() - started).toBeLessThan(5000);
});
