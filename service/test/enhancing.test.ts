import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerImage, settledImage, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { type CallOptions, shootFile, startTestService, type TestService } from "./support/test-service.ts";

const name = "IMG_0012.JPG";

let service: TestService;
/** The path of an image that is processed. */
let path: string;
beforeAll(async () => {
  service = await startTestService();
  const image = await registerImage(service, { image_name: name });
  await upload(service, image, await shootFile(name));
  path = `/v3/images/${image["image_id"]}`;
  expect(await settledImage(service, image["image_id"])).toMatchObject({ status: "processed", enhanced: true });
});
afterAll(() => service.close());

const enhanced = (query = "", options: CallOptions = {}) => service.call("GET", `${path}/enhanced${query}`, options);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("the preview comes as bytes, with their type, size and a file name", async () => {
  const { status, headers, bytes } = await enhanced();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("image/jpeg");
  expect(headers.get("content-length")).toBe(String(bytes.length));
  expect(headers.get("content-disposition")).toContain('filename="IMG_0012.jpg"');
  expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  expect((await service.call("GET", path)).json).toMatchObject({ downloaded: false });
});

test("asking for the headers of the full size buys nothing", async () => {
  const { status, headers, bytes } = await service.call("HEAD", `${path}/enhanced?preview=false`);
  expect([status, headers.get("content-type"), bytes.length]).toEqual([200, "image/jpeg", 0]);
  expect((await service.call("GET", path)).json).toMatchObject({ downloaded: false });
});

test("the full size has the same bytes each time, with the caption and without the location, and counts as downloaded", async () => {
  const [first, second] = [await enhanced("?preview=false"), await enhanced("/?preview=false")];
  expect(first.status).toBe(200);
  expect(sha256(first.bytes)).toBe(sha256(second.bytes));
  expect(first.bytes.toString("latin1")).not.toContain("GPSLatitude");
  expect((await sharp(first.bytes).metadata()).exif?.length).toBeGreaterThan(0);
  expect((await service.call("GET", path)).json).toMatchObject({ downloaded: true });
});

test.each([
  ["?format=webp", "image/webp", {}],
  ["?format=png&scale=0.5", "image/png", {}],
  ["?format=avif&max_width=64", "image/avif", { width: 64 }],
  ["?max_width=100&quality=50", "image/jpeg", { width: 100 }],
  ["?preview=false&max_width=100&dpi=300", "image/jpeg", { width: 100, density: 300 }],
  ["?size=large&max_width=80", "image/jpeg", { width: 80 }],
])("the rendition %s is made", async (query, type, expected) => {
  const { status, headers, bytes } = await enhanced(query);
  expect([status, headers.get("content-type")]).toEqual([200, type]);
  expect(await sharp(bytes).metadata()).toMatchObject(expected);
});

test.each([
  "?quality=91",
  "?quality=0",
  "?scale=0",
  "?scale=2",
  "?dpi=71",
  "?max_width=0",
  "?format=gif",
  "?preview=x",
])("%s is refused", async (query) => {
  const { status, json } = await enhanced(query);
  expect(status).toBe(422);
  expect(json["detail"]).toEqual({ query: expect.any(Object) });
});

test("a watermark changes the picture; x-dev-mode brings one", async () => {
  const plain = sha256((await enhanced("?quality=85")).bytes);
  const marked = sha256((await enhanced("?quality=85&watermark=true")).bytes);
  const development = sha256((await enhanced("?quality=85", { headers: { "x-dev-mode": "true" } })).bytes);
  expect(marked).not.toBe(plain);
  expect(development).toBe(marked);
});

test("ranges are served as requested", async () => {
  const whole = (await enhanced()).bytes;
  const part = await enhanced("", { headers: { range: "bytes=10-19" } });
  expect(part.status).toBe(206);
  expect(part.bytes).toEqual(whole.subarray(10, 20));
  expect(part.headers.get("content-range")).toBe(`bytes 10-19/${whole.length}`);
  const outside = await enhanced("", { headers: { range: `bytes=${whole.length}-` } });
  expect(outside.status).toBe(416);
  expect(outside.headers.get("content-range")).toBe(`bytes */${whole.length}`);
  const ofOther = await enhanced("", { headers: { range: "bytes=10-19", "if-range": '"other"' } });
  expect([ofOther.status, ofOther.bytes.length]).toEqual([200, whole.length]);
  const known = await enhanced("", { headers: { "if-none-match": String(part.headers.get("etag")) } });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
});

test("response=json describes the picture, and its signed address returns the same bytes without a key", async () => {
  const { json } = await enhanced("?response=json&max_width=120");
  expect(json).toMatchObject({ image_name: name, preview: true, content_type: "image/jpeg", width: 120 });
  const address = new URL(String(json["url"]));
  const { status, bytes } = await service.call("GET", address.href, { key: null });
  expect([status, bytes.length, sha256(bytes)]).toEqual([200, json["size_bytes"], json["sha256"]]);
  for (const [field, value] of [
    ["preview", "false"],
    ["expires", "99999999999"],
    ["signature", "x"],
  ]) {
    const changed = new URL(address);
    changed.searchParams.set(field, value);
    expect((await service.call("GET", changed.href, { key: null })).status).toBe(401);
  }
});

test("the address that response=json returns in development mode gives the same bytes with a watermark, and buys nothing", async () => {
  const image = await registerImage(service, { image_name: "development.jpg" });
  await upload(service, image, await smallPicture(3));
  await settledImage(service, image["image_id"]);
  const own = `/v3/images/${image["image_id"]}`;
  const { json } = await service.call("GET", `${own}/enhanced?response=json&preview=false`, {
    headers: { "x-dev-mode": "true" },
  });
  const address = new URL(String(json["url"]));
  const { status, bytes } = await service.call("GET", address.href, { key: null });
  expect([status, sha256(bytes)]).toEqual([200, json["sha256"]]);
  expect((await service.call("GET", own)).json).toMatchObject({ downloaded: false });
  for (const mode of ["false", undefined]) {
    const changed = new URL(address);
    if (mode === undefined) changed.searchParams.delete("dev_mode");
    else changed.searchParams.set("dev_mode", mode);
    expect((await service.call("GET", changed.href, { key: null })).status).toBe(401);
  }
  const clean = await service.call("HEAD", `${own}/enhanced?preview=false`);
  const preview = await sharp((await service.call("GET", `${own}/enhanced`)).bytes).metadata();
  expect([preview.width, preview.height]).toEqual([67, 45]);
  expect(clean.headers.get("etag")).not.toBe(`"${sha256(bytes)}"`);
});

test("Accept: application/json describes the picture too, but not for clients that send a version", async () => {
  const accept = { accept: "application/json" };
  expect((await enhanced("", { headers: accept })).json).toHaveProperty("sha256");
  const versioned = await enhanced("", { headers: { ...accept, "x-api-version": "2025-01-01" } });
  expect(versioned.headers.get("content-type")).toBe("image/jpeg");
});

test("pictures need the key", async () => {
  for (const kind of ["enhanced", "original"]) {
    expect((await service.call("GET", `${path}/${kind}`, { key: null })).status).toBe(401);
  }
});

test("the original comes back byte for byte", async () => {
  const { status, headers, bytes } = await service.call("GET", `${path}/original`);
  expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(bytes.equals(await shootFile(name))).toBe(true);
});

test("an unprocessed image cannot be downloaded or processed again: 409", async () => {
  const image = await registerImage(service, { image_name: "early.jpg" });
  const early = `/v3/images/${image["image_id"]}`;
  for (const [method, tail] of [
    ["GET", "enhanced"],
    ["GET", "original"],
    ["POST", "process"],
  ]) {
    expect((await service.call(method, `${early}/${tail}`)).status).toBe(409);
  }
});

test("processing again keeps absent preferences", async () => {
  const image = await registerImage(service, { image_name: "again.jpg", rating: 4 });
  const again = `/v3/images/${image["image_id"]}`;
  await upload(service, image, await smallPicture());
  await settledImage(service, image["image_id"]);
  const { status, json } = await service.call("POST", `${again}/process`, { body: { enhance: false } });
  expect([status, json]).toEqual([200, expect.objectContaining({ status: "processing", rating: 4, enhance: false })]);
  expect(await settledImage(service, image["image_id"])).toMatchObject({ status: "processed", rating: 4 });
});

test("a picture that cannot be read ends in the error state, with the reason", async () => {
  const image = await registerImage(service, { image_name: "broken.jpg" });
  await upload(service, image, (await shootFile(name)).subarray(0, 2000));
  expect(await settledImage(service, image["image_id"])).toMatchObject({
    status: "error",
    error: true,
    enhanced: false,
    status_reason: expect.stringMatching(/^input\/corrupt: broken\.jpg: decode: /),
  });
});

test("the engine's warnings and the findings of its check are part of the image", async () => {
  const { json } = await service.call("GET", path);
  expect(json["warnings"]).toEqual(expect.any(Array));
  const found = { passed: expect.any(Boolean), rung: "unmerged", findings: expect.any(Array) };
  expect([null, found]).toContainEqual(json["check"]);
  const cut = await registerImage(service, { image_name: "cut.jpg" });
  expect(cut).toMatchObject({ warnings: [], check: null });
  const whole = await shootFile(name);
  await upload(service, cut, whole.subarray(0, Math.floor(whole.length * 0.7)));
  const { status, warnings, status_reason } = await settledImage(service, cut["image_id"]);
  // A file that is cut short is refused, or made with a warning; never made in silence.
  expect(status === "error" ? status_reason : (warnings as string[]).join()).toMatch(/\w/);
});

test("reports are accepted, within their limits", async () => {
  const report = (body: unknown) => service.call("POST", `${path}/report`, { body });
  const full = { categories: ["color"], comment: "too warm", score: 2.5, source: "WEBAPP" };
  expect((await report(full)).status).toBe(200);
  expect((await report({ ...full, score: 6 })).status).toBe(422);
  expect((await report({ ...full, source: "FAX" })).status).toBe(422);
});

test("a restart keeps state, purchases (one an image), keys, pictures and addresses, and finishes what was not done", async () => {
  const before = { image: (await service.call("GET", path)).json, bytes: (await enhanced()).bytes };
  const waiting = await registerImage(service, { image_name: "waiting.jpg" });
  const running = await registerImage(service, { image_name: "running.jpg" });
  await upload(service, running, await shootFile(name));
  await service.restart(async (queries) => {
    const bought = await queries.selectFrom("purchases").select("image_id").execute();
    expect(bought).toEqual([{ image_id: path.split("/").at(-1) }]);
  });
  expect((await service.call("GET", path)).json).toEqual(before.image);
  expect((await enhanced()).bytes.equals(before.bytes)).toBe(true);
  const { pathname, search } = new URL(String(waiting["upload_url"]));
  expect((await upload(service, { upload_url: pathname + search }, await smallPicture())).status).toBe(200);
  for (const { image_id } of [waiting, running]) {
    expect(await settledImage(service, image_id)).toMatchObject({ status: "processed" });
  }
});

test("a deleted image is gone, with its pictures", async () => {
  expect((await service.call("DELETE", path)).status).toBe(204);
  for (const tail of ["", "/enhanced", "/original"]) {
    expect((await service.call("GET", `${path}${tail}`)).status).toBe(404);
  }
  expect((await service.call("DELETE", path)).status).toBe(404);
});
