import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LightwellClient } from "../../clients/typescript/src/client.ts";
import { EnhancementError, ServiceError, WaitTimeoutError } from "../../clients/typescript/src/errors.ts";
import { fileSource, savePicture } from "../../clients/typescript/src/files.ts";
import type { UploadProgress } from "../../clients/typescript/src/upload.ts";
import { verifyWebhook } from "../../clients/typescript/src/webhooks.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { shootFile, startTestService, type TestService } from "../support/test-service.ts";

let service: TestService;
let receiver: Receiver;
let proxy: FaultProxy;
let folder: string;
let client: LightwellClient;
let picture: string;
const pauses: number[] = [];
const retry = { pause: async (ms: number) => void pauses.push(ms) };
beforeAll(async () => {
  receiver = await startReceiver();
  const webhook = { url: receiver.url, authentication: "Bearer of the receiver" };
  service = await startTestService({ privateWebhooks: true }, [{ email: "one@example.org", webhook }]);
  proxy = await startFaultProxy(service.address);
  folder = await mkdtemp(join(tmpdir(), "lightwell-client-"));
  picture = join(folder, "kitchen.jpg");
  await writeFile(picture, await shootFile("IMG_0012.JPG"));
  client = new LightwellClient({ baseUrl: `${service.address}/`, apiKey: service.keys[0] });
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

describe("the quickstart", () => {
  test("uploads a picture with progress, waits, and saves the enhanced picture", async () => {
    const image = await client.createImage({ image_name: "kitchen.jpg" });
    const progress: UploadProgress[] = [];
    await client.upload(image, await fileSource(picture), { onProgress: (each) => progress.push(each) });
    const size = (await readFile(picture)).length;
    expect(progress.at(-1)).toEqual({ sentBytes: size, totalBytes: size });
    const done = await client.waitForImage(image.image_id, { intervalMs: 50 });
    expect(done).toMatchObject({ status: "processed", image_name: "kitchen.jpg", enhanced: true });
    const saved = join(folder, "enhanced.jpg");
    const enhanced = await client.getImageEnhanced(image.image_id, { preview: false, format: "jpeg" });
    expect(enhanced.contentType).toBe("image/jpeg");
    await savePicture(enhanced, saved);
    expect((await sharp(saved).metadata()).format).toBe("jpeg");
    expect((await readdir(folder)).sort()).toEqual(["enhanced.jpg", "kitchen.jpg"]);
  });

  test("groups the brackets of an order, and lists it", async () => {
    const order = await client.createOrder({ name: "Harbour Street 5" });
    for (const name of ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"]) {
      const bracket = await client.createBracket({ order_id: order.order_id, name });
      await client.upload(bracket, await shootFile(name));
    }
    await client.processOrder(order.order_id, { number_of_brackets_per_image: 3 });
    const done = await client.waitForOrder(order.order_id, { intervalMs: 50 });
    expect(done.images.map(({ status }) => status)).toEqual(["processed"]);
    const { brackets } = await client.listOrderBrackets(order.order_id);
    expect(brackets.map(({ is_uploaded }) => is_uploaded)).toEqual([true, true, true]);
    const { orders } = await client.listOrders({ per_page: 1 });
    expect(orders[0].name).toBe("Harbour Street 5");
    await client.deleteOrder(order.order_id);
    await expect(client.getOrder(order.order_id)).rejects.toMatchObject({ status: 404 });
  });

  test("verifies the webhook that the service sends, and no changed one", async () => {
    const image = await client.createImage({ image_name: "hook.jpg" });
    await client.upload(image, await shootFile("IMG_0012.JPG"));
    await client.waitForImage(image.image_id, { intervalMs: 50 });
    await expect
      .poll(
        () => receiver.received.some(({ text }) => text.includes("image_processed") && text.includes(image.image_id)),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
    const delivery = receiver.received.find(
      ({ text }) => text.includes("image_processed") && text.includes(image.image_id),
    );
    if (!delivery) throw new Error("no delivery");
    const { webhook_secret: secret } = await service.queries
      .selectFrom("accounts")
      .select("webhook_secret")
      .executeTakeFirstOrThrow();
    const { id, event } = await verifyWebhook(delivery.text, delivery.headers, secret);
    expect([id.length > 0, event.event, event.image_id]).toEqual([true, "image_processed", image.image_id]);
    const changed = delivery.text.replace("image_processed", "image_registered");
    await expect(verifyWebhook(changed, delivery.headers, secret)).rejects.toThrow("signature is not valid");
    const late = Date.now() + 10 * 60_000;
    await expect(verifyWebhook(delivery.text, delivery.headers, secret, late)).rejects.toThrow("five minutes");
    await expect(verifyWebhook(delivery.text, {}, secret)).rejects.toThrow("webhook-id is missing");
  });
});

describe("what goes wrong", () => {
  test("a refusal is an error with status, sentence and fields, and is not repeated", async () => {
    pauses.length = 0;
    const stranger = new LightwellClient({ baseUrl: service.address, apiKey: "lw_wrong", retry });
    await expect(stranger.listOrders({ per_page: 1 })).rejects.toThrow(ServiceError);
    await expect(stranger.listOrders({ per_page: 1 })).rejects.toMatchObject({ status: 401 });
    const error = await client.createImage({ image_name: "" }).catch((thrown) => thrown);
    expect([error.status, Object.keys(error.detail.json)]).toEqual([422, ["image_name"]]);
    expect(pauses).toEqual([]);
    expect(() => new LightwellClient({ baseUrl: "localhost", apiKey: "x" })).toThrow("begins with http");
  });

  test("what the service puts off is sent again, with pauses that double", async () => {
    pauses.length = 0;
    proxy.set("503");
    const patient = new LightwellClient({
      baseUrl: proxy.address,
      apiKey: service.keys[0],
      retry: { ...retry, maxTries: 4 },
    });
    await expect(patient.createOrder({ name: "later" })).rejects.toMatchObject({ status: 503 });
    expect(pauses.map((ms) => Math.floor(Math.log2(ms / 1000)))).toEqual([0, 1, 2]);
    const recovering = {
      pause: async () => {
        proxy.set("none");
      },
    };
    const again = new LightwellClient({ baseUrl: proxy.address, apiKey: service.keys[0], retry: recovering });
    expect((await again.createOrder({ name: "now" })).name).toBe("now");
  });

  test("a broken connection repeats what may be repeated, and no registration", async () => {
    const recovering = {
      pause: async () => {
        proxy.set("none");
      },
    };
    const broken = new LightwellClient({ baseUrl: proxy.address, apiKey: service.keys[0], retry: recovering });
    proxy.set("cut");
    await expect(broken.createOrder({})).rejects.toThrow();
    proxy.set("cut");
    expect((await broken.listOrders({ per_page: 1 })).orders).toHaveLength(1);
    const image = await client.createImage({ image_name: "cut.jpg" });
    const url = String(image.upload_url).replace(service.address, proxy.address);
    proxy.set("cut");
    await broken.upload({ upload_url: url }, new Blob([new Uint8Array(await shootFile("IMG_0012.JPG"))]));
    expect((await client.waitForImage(image.image_id, { intervalMs: 50 })).status).toBe("processed");
  });

  test("waiting ends with the reason of a picture that fails, and after its time", async () => {
    const image = await client.createImage({ image_name: "broken.jpg" });
    await client.upload(image, (await shootFile("IMG_0012.JPG")).subarray(0, 600));
    const error = await client.waitForImage(image.image_id, { intervalMs: 50 }).catch((thrown) => thrown);
    expect([error instanceof EnhancementError, error.imageIds]).toEqual([true, [image.image_id]]);
    expect(error.message.length).toBeGreaterThan(10);
    const waiting = await client.createImage({ image_name: "waiting.jpg" });
    const wait = client.waitForImage(waiting.image_id, { timeoutMs: 100, intervalMs: 50 });
    await expect(wait).rejects.toThrow(WaitTimeoutError);
  });
});
