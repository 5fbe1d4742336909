import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { Json, PatientClient } from "./patient-client.ts";

/** What the service said yes to, and so must not lose. */
export interface OrderRecord {
  readonly orderId: string;
  /** Images whose registration and upload were answered. */
  readonly imageIds: string[];
  /** Brackets whose registration and upload were answered. */
  readonly bracketIds: string[];
  /** SHA-256 of each finished preview, when it was first seen. */
  readonly previews: Map<string, string>;
  /** SHA-256 of each finished picture in its full size, which was bought. */
  readonly bought: Map<string, string>;
  /** SHA-256 of each upload that was answered, by the id of its image or bracket. */
  readonly uploads: Map<string, string>;
  /** What a client saw that it must never see. */
  readonly wrong: string[];
}

const singles = 2;
const brackets = 4;
/** Images that each order has in the end. */
export const imagesPerOrder = singles + brackets / 2;

/** One order as clients run it: some pictures, and brackets that are merged two by two; until everything is done. */
export async function runOrder(client: PatientClient): Promise<OrderRecord> {
  const order: OrderRecord = {
    orderId: randomUUID(),
    imageIds: [],
    bracketIds: [],
    previews: new Map(),
    bought: new Map(),
    uploads: new Map(),
    wrong: [],
  };
  const { orderId } = order;
  await client.ask("POST", "/v3/orders", { order_id: orderId });
  await Promise.all([
    ...Array.from({ length: singles }, async () => {
      const body = { order_id: orderId, image_name: `${randomUUID()}.jpg` };
      order.imageIds.push(await register(client, order, "/v3/images", "image_id", body));
    }),
    ...Array.from({ length: brackets }, async () => {
      const body = { order_id: orderId, name: `${randomUUID()}.jpg` };
      order.bracketIds.push(await register(client, order, "/v3/brackets", "bracket_id", body));
    }),
  ]);
  await client.ask("POST", `/v3/orders/${orderId}/process`, { number_of_brackets_per_image: 2 });
  await watch(client, order);
  return order;
}

async function register(
  client: PatientClient,
  { uploads }: OrderRecord,
  path: string,
  id: string,
  body: Json,
): Promise<string> {
  const registered = await client.ask("POST", path, body);
  const picture = await tinyPicture();
  await client.ask("PUT", String(registered["upload_url"]), picture);
  uploads.set(String(registered[id]), sha256(picture));
  return String(registered[id]);
}

async function watch(client: PatientClient, order: OrderRecord): Promise<void> {
  const states = new Map<string, unknown>();
  for (;;) {
    const seen = await client.ask("GET", `/v3/orders/${order.orderId}`);
    for (const image of seen["images"] as Json[]) {
      const id = String(image["image_id"]);
      if (states.get(id) === "processed" && image["status"] !== "processed") {
        order.wrong.push(`image ${id} went from processed to ${image["status"]}`);
      }
      states.set(id, image["status"]);
      if (image["status"] === "processed" && !order.previews.has(id)) {
        const preview = await client.ask("GET", `/v3/images/${id}/enhanced?response=json`);
        order.previews.set(id, String(preview["sha256"]));
        order.bought.set(id, sha256(await client.download(`/v3/images/${id}/enhanced?preview=false`)));
      }
    }
    // An image whose registration was lost on its way to the client is never uploaded; the order waits for it.
    const isOpen = ({ image_id: id, status }: Json) =>
      status === "processing" || (status === "registered" && order.imageIds.includes(String(id)));
    if (seen["is_merging"] === false && !(seen["images"] as Json[]).some(isOpen)) return;
    await sleep(250);
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** 96 × 64 pixels that no other call makes. */
async function tinyPicture(): Promise<Buffer> {
  const [width, height] = [96, 64];
  const [red, green, blue] = [0, 0, 0].map(() => 40 + Math.floor(Math.random() * 80));
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    pixels[3 * i] = red + (i % width);
    pixels[3 * i + 1] = green + Math.floor(i / width);
    pixels[3 * i + 2] = blue;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
