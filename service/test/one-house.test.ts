import { createHash } from "node:crypto";
import { createEngine, type EnhanceOptions } from "lightwell";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { room } from "../../test/stages/tone/scenes.ts";
import { imagesOf, registerImage, settledImage, settledOrder, upload } from "./support/client.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

/** What the service asks of the engine for a finished picture. */
const master: EnhanceOptions = { format: "jpeg", quality: 95, bracketSize: 1 };

/** The same room as three frames under two lights, none of them right, and a file that cannot be read. */
let files: { readonly name: string; readonly bytes: Uint8Array }[];
let service: TestService;
const engine = createEngine({ workers: 1 });
const runs = new Map<string, Promise<Record<string, string>>>();

beforeAll(async () => {
  const whole = await Promise.all([
    rendered("a.png", 0.45, [1, 1, 1]),
    rendered("b.png", 0.9, [1, 1, 1]),
    rendered("c.png", 0.6, [1.12, 1, 0.85]),
  ]);
  files = [...whole, { name: "d.png", bytes: whole[0].bytes.subarray(0, whole[0].bytes.length / 2) }];
  service = await startTestService();
});
afterAll(async () => {
  await engine.close();
  await service.close();
});

async function rendered(name: string, exposure: number, cast: readonly [number, number, number]) {
  const { data, width, height } = room(120, 90, { exposure, cast });
  const picture = sharp(Uint8Array.from(data), { raw: { width, height, channels: 3 } }).png();
  return { name, bytes: new Uint8Array(await picture.toBuffer()) };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Hashes of what a run of the engine makes, by name; the same run is made once. */
function runOf(options: EnhanceOptions = {}): Promise<Record<string, string>> {
  const key = JSON.stringify(options);
  const run = runs.get(key) ?? makeRun(options);
  runs.set(key, run);
  return run;
}

async function makeRun(options: EnhanceOptions): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for await (const event of engine.enhanceBatch(files, { ...master, ...options })) {
    if (event.type === "finished" && event.bytes) made[event.set.files[0]] = sha256(event.bytes);
  }
  return made;
}

async function sendAll(orderId: string, sent: readonly (typeof files)[number][]): Promise<void> {
  for (const { name, bytes } of sent) {
    const { json } = await service.call("POST", "/v3/brackets", { body: { order_id: orderId, name } });
    await upload(service, json, bytes);
  }
}

async function group(orderId: string, preferences: object = {}): Promise<void> {
  const body = { number_of_brackets_per_image: 1, ...preferences };
  await service.call("POST", `/v3/orders/${orderId}/process`, { body });
}

async function newOrder(): Promise<string> {
  return String((await service.call("POST", "/v3/orders")).json["order_id"]);
}

/** Hashes of an order's finished pictures, by name. */
async function picturesOf(orderId: string): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { image_id, image_name, status } of imagesOf(await settledOrder(service, orderId))) {
    if (status === "processed") made[String(image_name)] = await pictureOf(image_id);
  }
  return made;
}

async function pictureOf(imageId: unknown): Promise<string> {
  return sha256((await service.call("GET", `/v3/images/${imageId}/enhanced?preview=false`)).bytes);
}

async function processAgain(imageId: unknown, body: object = {}): Promise<string> {
  await service.call("POST", `/v3/images/${imageId}/process`, { body });
  await settledImage(service, imageId);
  return pictureOf(imageId);
}

// Two engines make about fifteen pictures; the service's has a lower priority than other tests.
test("the rooms of an order get one look, like those of a run, despite an unreadable file", {
  timeout: 300_000,
}, async () => {
  const orderId = await newOrder();
  await sendAll(orderId, files);
  await group(orderId);
  const [made, run, apart] = [await picturesOf(orderId), await runOf(), await runOf({ oneHouse: false })];
  expect(Object.keys(made).sort()).toEqual(["a.png", "b.png", "c.png"]);
  expect(made).toEqual(run);
  for (const [name, hash] of Object.entries(apart)) expect(made[name]).not.toBe(hash);

  await service.restart();
  const [image] = imagesOf(await settledOrder(service, orderId)).filter(({ image_name }) => image_name === "a.png");
  expect(await processAgain(image["image_id"])).toBe(run["a.png"]);
  // A picture with another brightness than its house was read for is made separately.
  const alone = await runOf({ oneHouse: false, targetLightness: 73 });
  expect(await processAgain(image["image_id"], { brightness_boost: "HIGH" })).toBe(alone["a.png"]);
});

test("rooms that come later follow the existing ones, which stay unchanged", async () => {
  const orderId = await newOrder();
  const [a, b, c] = files;
  await sendAll(orderId, [b, c]);
  await group(orderId);
  const before = await picturesOf(orderId);
  await sendAll(orderId, [a]);
  await group(orderId);
  const run = await runOf();
  expect(await picturesOf(orderId)).toEqual({ ...before, "a.png": run["a.png"] });
});

test("an image that is registered alone is made alone", async () => {
  const [a] = files;
  const image = await registerImage(service, { image_name: a.name });
  await upload(service, image, a.bytes);
  await settledImage(service, image["image_id"]);
  expect(await pictureOf(image["image_id"])).toBe((await runOf({ oneHouse: false }))["a.png"]);
});
