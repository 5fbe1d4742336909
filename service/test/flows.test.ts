import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { imagesOf, registerImage, settledImage, settledOrder, upload } from "./support/client.ts";
import { smallPicture } from "./support/small-picture.ts";
import { shootFile, startTestService, type TestService, wholeShootFile } from "./support/test-service.ts";

const minute = 60_000;

let service: TestService;
/** The path of an image that is processed. */
let path: string;
beforeAll(async () => {
  service = await startTestService({ uploadMinutes: 10, downloadMinutes: 5 });
  const image = await registerImage(service, { image_name: "sofa.JPG" });
  await upload(service, image, await wholeShootFile("IMG_0012.JPG"));
  path = `/v3/images/${image["image_id"]}`;
  expect(await settledImage(service, image["image_id"])).toMatchObject({ status: "processed" });
});
afterAll(() => service.close());

/** The clock of the service alone: its timers go on. */
async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}

describe("addresses that expire", () => {
  test("an upload address is valid for its time and is refused with 403 afterwards, whatever its type", async () => {
    for (const content_type of [undefined, "image/jpeg"]) {
      const body = { image_name: `${crypto.randomUUID()}.jpg`, hdr: true, ...(content_type ? { content_type } : {}) };
      const address = String((await registerImage(service, body))["upload_url"]);
      const bytes = await smallPicture();
      const put = () =>
        service.call("PUT", address, { key: null, headers: { "content-type": "image/jpeg" }, body: bytes });
      const expired = await later(11 * minute, put);
      expect([expired.status, expired.json["message"]]).toEqual([403, expect.stringContaining("expired")]);
      expect((await later(9 * minute, put)).status).toBe(200);
    }
  });

  test("a signed download address is valid for its time and is refused with 401 afterwards; the key still works", async () => {
    for (const kind of ["enhanced", "original"]) {
      const { json } = await service.call("GET", `${path}/${kind}?response=json`);
      const get = (key: string | null) => service.call("GET", String(json["url"]), { key });
      expect((await later(4 * minute, () => get(null))).status).toBe(200);
      expect((await later(6 * minute, () => get(null))).status).toBe(401);
      expect((await later(6 * minute, () => get(service.keys[0]))).status).toBe(200);
    }
  });
});

describe("every parameter of /enhanced and /original", () => {
  const get = (kind: string, query: string, headers = {}) =>
    service.call("GET", `${path}/${kind}${query}`, { headers });

  test("size=small is the preview, large and big are the full size, and preview overrides size", async () => {
    const sizeOf = async (query: string) => {
      const { json } = await get("enhanced", `?response=json&${query}`);
      return [json["preview"], json["width"]];
    };
    const [small, full] = [await sizeOf("preview=true"), await sizeOf("preview=false")];
    expect([small[0], full[0]]).toEqual([true, false]);
    expect(await sizeOf("size=small")).toEqual(small);
    for (const size of ["large", "big"]) {
      expect(await sizeOf(`size=${size}`)).toEqual(full);
      expect(await sizeOf(`size=${size}&preview=true`)).toEqual(small);
    }
  });

  test("quality from 1 to 90 makes the file larger", async () => {
    const lengths: number[] = [];
    for (const quality of [1, 50, 90]) lengths.push((await get("enhanced", `?quality=${quality}`)).bytes.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(lengths[0]).toBeLessThan(lengths[2] / 4);
  });

  test("scale multiplies both edges, dpi is written, and finetune changes nothing", async () => {
    const plain = await sharp((await get("enhanced", "?preview=false")).bytes).metadata();
    const half = await sharp(
      (await get("enhanced", "?preview=false&scale=0.5&dpi=240&finetune=true")).bytes,
    ).metadata();
    expect([half.width, half.height]).toEqual([Math.round(plain.width / 2), Math.round(plain.height / 2)]);
    expect(half.density).toBe(240);
    expect((await get("enhanced", "?finetune=true")).bytes).toEqual((await get("enhanced", "")).bytes);
  });

  test("for format=jxl, which cannot be written, the answer is declared as JPEG; other formats are refused with 422", async () => {
    for (const kind of ["enhanced", "original"]) {
      const { status, headers, bytes } = await get(kind, "?format=jxl");
      expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(headers.get("content-disposition")).toMatch(/sofa\.jpg/i);
      expect((await sharp(bytes).metadata()).format).toBe("jpeg");
      const refused = await get(kind, "?format=gif");
      expect(refused.status).toBe(422);
      expect(refused.json["detail"]).toEqual({
        query: { format: ["Expected one of jpeg, png, webp, avif, got gif."] },
      });
    }
  });

  test("the original comes in the format and size that are named", async () => {
    const { headers, bytes } = await get("original", "?format=webp&max_width=90");
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("content-disposition")).toContain('filename="sofa.webp"');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 90 });
    const { json } = await get("original", "?preview=true&response=json");
    expect(json).toMatchObject({ preview: true, content_type: "image/jpeg" });
    expect(Math.max(Number(json["width"]), Number(json["height"]))).toBeLessThanOrEqual(1600);
    const picture = await service.call("GET", String(json["url"]), { key: null });
    expect(picture.bytes.length).toBe(json["size_bytes"]);
  });

  test("an original that only the engine reads is developed for another format, and an unreadable one is answered 409", async () => {
    const tiff = await sharp(await smallPicture())
      .tiff()
      .toBuffer();
    for (const [name, bytes, status] of [
      ["small.tif", tiff, 200],
      ["cut.tif", tiff.subarray(0, 100), 409],
    ] as const) {
      const image = await registerImage(service, { image_name: name, hdr: true });
      expect((await upload(service, image, bytes)).status).toBe(200);
      const own = `/v3/images/${image["image_id"]}/original`;
      await service.call("POST", `/v3/orders/${image["order_id"]}/merge`);
      await settledOrder(service, image["order_id"]);
      const answer = await service.call("GET", `${own}?format=png`);
      expect(answer.status).toBe(status);
      if (status === 200) expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: "png", width: 96 });
      expect((await service.call("GET", own)).bytes.equals(bytes)).toBe(true);
    }
  });

  test("the addresses of the preview and of the watermark lead to the enhanced picture", async () => {
    for (const [kind, query] of [
      ["preview", "preview=true&quality=9"],
      ["watermark", "preview=true&watermark=true&quality=9"],
    ]) {
      const { status, headers } = await get(kind, "?quality=9");
      const location = String(headers.get("location"));
      expect([status, location]).toEqual([307, `${path}/enhanced?${query}`]);
      expect((await service.call("GET", location)).headers.get("content-type")).toBe("image/jpeg");
    }
  });

  test("the original accepts them all, and is the uploaded file, whole or in parts", async () => {
    const whole = await wholeShootFile("IMG_0012.JPG");
    const all = "?preview=false&size=big&quality=90&format=jpeg&watermark=true&finetune=false&dpi=72";
    const { status, headers, bytes } = await get("original", all);
    expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(headers.get("content-disposition")).toContain('filename="sofa.JPG"');
    expect(bytes.equals(whole)).toBe(true);
    const part = await get("original", "", { range: "bytes=-100" });
    expect([part.status, part.bytes]).toEqual([206, whole.subarray(-100)]);
    expect((await get("original", "", { range: `bytes=${whole.length}-` })).status).toBe(416);
    const { json } = await get("original", "?response=json");
    expect(json).toMatchObject({ content_type: "image/jpeg", size_bytes: whole.length, preview: false });
  });

  test("a rendition is served in ranges that fit together", async () => {
    const query = "?max_width=90&format=webp";
    const whole = (await get("enhanced", query)).bytes;
    const first = await get("enhanced", query, { range: "bytes=0-99" });
    const rest = await get("enhanced", query, { range: "bytes=100-" });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole)).toBe(true);
  });
});

test("an image in development stays free: its full size has a watermark and does not count as bought", async () => {
  const headers = { "x-dev-mode": "true" };
  const image = await registerImage(service, { image_name: "development.jpg" }, { headers });
  await upload(service, image, await smallPicture());
  await settledImage(service, image["image_id"]);
  const own = `/v3/images/${image["image_id"]}`;
  const marked = (await service.call("GET", `${own}/enhanced?preview=false`)).bytes;
  expect((await service.call("GET", own)).json).toMatchObject({ downloaded: false });
  await service.call("POST", `${own}/process`);
  await settledImage(service, image["image_id"]);
  const bought = (await service.call("GET", `${own}/enhanced?preview=false`)).bytes;
  expect(bought.equals(marked)).toBe(false);
  expect((await service.call("GET", own)).json).toMatchObject({ downloaded: true });
});

test("single and held images of one order: merge uses only the held ones, and a second merge finds nothing", async () => {
  const order_id = crypto.randomUUID();
  const single = await registerImage(service, { image_name: "single.jpg", order_id });
  await upload(service, single, await smallPicture());
  const held = [];
  for (const image_name of ["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG"]) {
    const registered = await registerImage(service, { image_name, order_id, hdr: true });
    await upload(service, registered, await shootFile(image_name));
    held.push(registered["image_id"]);
  }
  for (let i = 0; i < 2; i++) {
    expect((await service.call("POST", `/v3/orders/${order_id}/merge/`)).status).toBe(200);
    const order = await settledOrder(service, order_id);
    expect(order).toMatchObject({ status: "processed", total_images: 2, is_merging: false, is_processing: false });
    expect(new Set(imagesOf(order).map(({ image_id }) => image_id))).toEqual(new Set([single["image_id"], held[0]]));
  }
});

test("an order shows brackets that arrived after process, until it is processed again", async () => {
  const { json: order } = await service.call("POST", "/v3/orders");
  const send = async (name: string) => {
    const { json } = await service.call("POST", "/v3/brackets", { body: { order_id: order["order_id"], name } });
    await upload(service, json, await smallPicture());
  };
  const path = `/v3/orders/${order["order_id"]}`;
  await send("first.jpg");
  expect((await service.call("GET", path)).json).toMatchObject({ status: "waiting", waiting_brackets: 1 });
  await service.call("POST", `${path}/process`, { body: { enhance: false } });
  expect(await settledOrder(service, order["order_id"])).toMatchObject({ total_images: 1, waiting_brackets: 0 });
  await send("late.jpg");
  const late = { status: "processed", total_images: 1, waiting_brackets: 1 };
  expect((await service.call("GET", path)).json).toMatchObject(late);
  await service.call("POST", `${path}/process`, { body: { enhance: false, number_of_brackets_per_image: "1" } });
  expect(await settledOrder(service, order["order_id"])).toMatchObject({ total_images: 2, waiting_brackets: 0 });
});

test("a deleted bracket is gone and is not grouped", async () => {
  const { json: order } = await service.call("POST", "/v3/orders");
  const brackets: string[] = [];
  for (const name of ["kept.jpg", "deleted.jpg"]) {
    const { json } = await service.call("POST", "/v3/brackets", { body: { order_id: order["order_id"], name } });
    await upload(service, json, await smallPicture());
    brackets.push(`/v3/brackets/${json["bracket_id"]}`);
  }
  expect((await service.call("DELETE", brackets[1])).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await service.call(method, brackets[1])).status).toBe(404);
  await service.call("POST", `/v3/orders/${order["order_id"]}/process`, { body: { enhance: false } });
  const done = await settledOrder(service, order["order_id"]);
  expect(imagesOf(done).map(({ image_name }) => image_name)).toEqual(["kept.jpg"]);
});
