import type { PatientClient } from "./kills/patient-client.ts";

/** Between two looks at the order, in ms. */
const pollMs = 250;

/** Uploads pictures as the images of one order and waits until the order is done. */
export async function enhancePictures(client: PatientClient, pictures: readonly Buffer[]): Promise<void> {
  const orderId = crypto.randomUUID();
  for (const picture of pictures) {
    const image = await client.ask("POST", "/v3/images", { order_id: orderId, image_name: "picture.jpg" });
    await client.ask("PUT", String(image["upload_url"]), picture);
  }
  for (;;) {
    const order = await client.ask("GET", `/v3/orders/${orderId}`);
    if (order["is_processing"] === false) return;
    await new Promise((done) => setTimeout(done, pollMs));
  }
}
