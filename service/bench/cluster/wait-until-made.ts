import { setTimeout as sleep } from "node:timers/promises";
import type { Json, PatientClient } from "../kills/patient-client.ts";

/** The images of an order, once there are `count` and all are processed. Throws where one failed. */
export async function waitUntilMade(client: PatientClient, orderId: string, count: number): Promise<Json[]> {
  for (;;) {
    const seen = await client.ask("GET", `/v3/orders/${orderId}`);
    const images = seen["images"] as Json[];
    const isDone = images.length === count && images.every(({ status }) => status === "processed");
    if (isDone && seen["is_merging"] === false) return images;
    if (images.some(({ status }) => status === "error")) throw new Error(`an image failed: ${JSON.stringify(seen)}`);
    await sleep(100);
  }
}
