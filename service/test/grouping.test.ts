import { createEngine } from "lightwell";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imagesOf, registerImage, sendBracket, settledOrder, upload } from "./support/client.ts";
import { type Json, poll, shootFile, startTestService, type TestService } from "./support/test-service.ts";

const kitchen = ["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG"];
const sofa = "IMG_0012.JPG";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function newOrder(): Promise<string> {
  return String((await service.call("POST", "/v3/orders")).json["order_id"]);
}

/** Names of the brackets of each image, sorted. */
async function setsOf(orderId: string): Promise<string[][]> {
  const { json } = await service.call("GET", `/v3/orders/${orderId}/brackets`);
  const sets = new Map<unknown, string[]>();
  for (const bracket of json["brackets"] as Json[]) {
    const set = sets.get(bracket["image_id"]) ?? [];
    sets.set(bracket["image_id"], [...set, String(bracket["name"])].sort());
  }
  return [...sets.values()].sort();
}

test("brackets are grouped by content, merged and enhanced; the image gets its first bracket's name", async () => {
  const orderId = await newOrder();
  for (const name of [kitchen[1], sofa, kitchen[0], kitchen[2]]) await sendBracket(service, orderId, name);
  const { status, json } = await service.call("POST", `/v3/orders/${orderId}/process`, {
    body: { ai_version: "5.x", rating: 2 },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({ order_id: orderId, is_merging: true, status: "processing" });
  const order = await settledOrder(service, orderId);
  expect(order).toMatchObject({ status: "processed", total_images: 2 });
  expect(await setsOf(orderId)).toEqual([kitchen, [sofa]]);
  for (const image of imagesOf(order)) {
    expect(image).toMatchObject({ status: "processed", enhanced: true, ai_version: "5.x", rating: 2 });
    expect([...kitchen, sofa]).toContain(image["image_name"]);
  }
  const again = await service.call("POST", `/v3/orders/${orderId}/process`);
  expect(again.status).toBe(200);
  expect(await settledOrder(service, orderId)).toMatchObject({ total_images: 2, status: "processed" });
});

test("brackets are grouped by a fixed size in order of capture, whatever their order of upload", async () => {
  const orderId = await newOrder();
  for (const name of [sofa, kitchen[2], kitchen[1], kitchen[0]]) await sendBracket(service, orderId, name);
  await service.call("POST", `/v3/orders/${orderId}/process`, {
    body: { number_of_brackets_per_image: 2, enhance: false },
  });
  const order = await settledOrder(service, orderId);
  expect(order).toMatchObject({ status: "processed", total_images: 2 });
  expect(await setsOf(orderId)).toEqual([
    [kitchen[0], kitchen[1]],
    [kitchen[2], sofa],
  ]);
});

test("brackets are grouped as listed; those not listed stay", async () => {
  const orderId = await newOrder();
  const ids: string[] = [];
  for (const name of kitchen) ids.push(await sendBracket(service, orderId, name));
  const process = (lists: readonly (readonly string[])[]) =>
    service.call("POST", `/v3/orders/${orderId}/process`, {
      body: { images: lists.map((bracket_ids) => ({ bracket_ids })), enhance: false },
    });
  const unsent = await service.call("POST", "/v3/brackets", { body: { order_id: orderId, name: "unsent.jpg" } });
  const refused = await process([[ids[0], ids[0], "unknown", String(unsent.json["bracket_id"])]]);
  expect(refused.status).toBe(422);
  expect(refused.json["detail"]).toEqual({
    json: {
      images: [
        expect.stringContaining("given twice"),
        expect.stringContaining("no bracket unknown"),
        expect.stringContaining("has not been uploaded"),
      ],
    },
  });
  expect((await service.call("GET", `/v3/orders/${orderId}`)).json).toMatchObject({ is_merging: false });
  await process([[ids[2], ids[0]]]);
  const order = await settledOrder(service, orderId);
  expect(imagesOf(order)).toEqual([expect.objectContaining({ image_name: kitchen[2], status: "processed" })]);
  expect(await setsOf(orderId)).toEqual([
    [kitchen[0], kitchen[2]],
    [kitchen[1], "unsent.jpg"],
  ]);
  const taken = await process([[ids[0]]]);
  expect([taken.status, JSON.stringify(taken.json)]).toEqual([422, expect.stringContaining("belongs to an image")]);
});

test("a listed image has the view and the metadata of the bracket that is chosen as its reference", async () => {
  const orderId = await newOrder();
  const ids: string[] = [];
  for (const name of kitchen) ids.push(await sendBracket(service, orderId, name));
  const process = (reference: string) =>
    service.call("POST", `/v3/orders/${orderId}/process`, {
      body: { images: [{ bracket_ids: ids, reference_bracket_id: reference }], enhance: false },
    });
  const refused = await process("another");
  expect([refused.status, refused.json["detail"]]).toEqual([
    422,
    { json: { images: ["The reference another must be one of the bracket_ids of its image."] } },
  ]);
  await process(ids[0]);
  const [image] = imagesOf(await settledOrder(service, orderId));
  expect(image).toMatchObject({ status: "processed" });
  const { bytes } = await service.call("GET", `/v3/images/${image["image_id"]}/enhanced?preview=false`);
  const engine = createEngine({ workers: 1 });
  const made = await engine.inspect({ name: "made.jpg", bytes });
  const frames = await Promise.all(kitchen.map(async (name) => ({ name, bytes: await shootFile(name) })));
  const times = (await engine.inspectAll(frames)).map((frame) => "exposure" in frame && frame.exposure.timeS);
  await engine.close();
  expect([times.indexOf(made.exposure.timeS ?? 0), new Set(times).size]).toEqual([0, 3]);
});

test("more than 500 brackets cannot be grouped by hand", async () => {
  const orderId = await newOrder();
  const refusal = async (ofEachHalf: number) => {
    const images = [0, 1].map((half) => ({
      bracket_ids: Array.from({ length: ofEachHalf }, (_, i) => `b${half}-${i}`),
    }));
    const { status, json } = await service.call("POST", `/v3/orders/${orderId}/process`, { body: { images } });
    expect(status).toBe(422);
    return JSON.stringify(json["detail"]);
  };
  expect(await refusal(251)).toContain("At most 500 brackets");
  // 500 are looked at one by one; these are of no order.
  expect(await refusal(250)).toContain("no bracket b1-249");
});

test("images registered with hdr wait for merge, and become one image with the first one's id", async () => {
  const orderId = await newOrder();
  const ids: unknown[] = [];
  for (const image_name of kitchen) {
    const registered = await registerImage(service, { image_name, order_id: orderId, hdr: true });
    await upload(service, registered, await shootFile(image_name));
    ids.push(registered["image_id"]);
  }
  expect((await service.call("GET", `/v3/images/${ids[0]}`)).json).toMatchObject({ status: "registered" });
  const merged = await service.call("POST", `/v3/orders/${orderId}/merge`);
  expect([merged.status, merged.json["is_merging"]]).toEqual([200, true]);
  const order = await settledOrder(service, orderId);
  expect(order).toMatchObject({ status: "processed", total_images: 1 });
  expect(imagesOf(order)[0]).toMatchObject({ image_id: ids[0], image_name: kitchen[0], status: "processed" });
});

test("preferences and x-dev-mode of the merge apply to images registered with hdr; each frame is shown as the image it became", async () => {
  const orderId = await newOrder();
  const ids: unknown[] = [];
  for (const image_name of kitchen) {
    const body = { image_name, order_id: orderId, hdr: true, enhance_type: "warm", rating: 3 };
    const registered = await registerImage(service, body);
    await upload(service, registered, await shootFile(image_name));
    ids.push(registered["image_id"]);
  }
  const headers = { "x-dev-mode": "true" };
  await service.call("POST", `/v3/orders/${orderId}/merge`, { headers, body: { enhance_type: "modern" } });
  const order = await settledOrder(service, orderId);
  expect(imagesOf(order)).toEqual([expect.objectContaining({ image_id: ids[0], enhance_type: "modern", rating: 3 })]);
  for (const id of ids.slice(1)) {
    const { json } = await service.call("GET", `/v3/images/${id}`);
    expect(json).toMatchObject({ status: "processed", enhanced: true, error: false, parent_image_id: ids[0] });
    const again = await service.call("POST", `/v3/images/${id}/process`);
    expect([again.status, again.json["detail"]]).toEqual([409, { parent_image_id: ids[0] }]);
  }
  const full = "?preview=false";
  const [first, frame] = await Promise.all(
    ids.slice(0, 2).map((id) => service.call("GET", `/v3/images/${id}/enhanced${full}`)),
  );
  expect([first.status, frame.bytes.equals(first.bytes)]).toEqual([200, true]);
  expect((await service.call("GET", `/v3/images/${ids[0]}`)).json).toMatchObject({ downloaded: false });
});

test("brackets and their images show when and how they were taken and with which camera, never where", async () => {
  const orderId = await newOrder();
  const { json: registered } = await service.call("POST", "/v3/brackets", {
    body: { order_id: orderId, name: "a.jpg" },
  });
  expect(registered).toMatchObject({ metadata: null });
  // Its file says where: 52.0907 north, 5.1214 east, and the place in words.
  await upload(service, registered, await shootFile(sofa));
  const path = `/v3/brackets/${registered["bracket_id"]}`;
  const { metadata } = await poll(
    () => service.call("GET", path),
    (bracket) => bracket["metadata"] !== null,
  );
  expect(metadata).toMatchObject({
    format: "jpeg",
    captured_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    make: expect.any(String),
    model: expect.any(String),
    exposure_time_s: expect.any(Number),
    f_number: expect.any(Number),
    iso: expect.any(Number),
    is_threesixty: false,
  });
  expect(JSON.stringify(metadata)).not.toMatch(/gps|latitude|longitude|location|city|52\.09|5\.12/i);
  await service.call("POST", `/v3/orders/${orderId}/process`, { body: { enhance: false } });
  expect(imagesOf(await settledOrder(service, orderId))).toEqual([expect.objectContaining({ metadata, scene: null })]);
});

test("an order with nothing to group is done at once", async () => {
  const orderId = await newOrder();
  await service.call("POST", `/v3/orders/${orderId}/process`);
  expect(await settledOrder(service, orderId)).toMatchObject({ status: "waiting", total_images: 0 });
});
