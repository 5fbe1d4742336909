import { type Answer, type CallOptions, type Json, poll, shootFile, type TestService } from "./test-service.ts";

/** Registers an image; what was answered. */
export async function registerImage(service: TestService, body: object, options: CallOptions = {}): Promise<Json> {
  return (await service.call("POST", "/v3/images", { body, ...options })).json;
}

/** Sends bytes to the address of a registration, as clients do: with neither key nor cookie. */
export function upload(service: TestService, registered: Json, bytes: string | Uint8Array): Promise<Answer> {
  const address = String(registered["upload_url"] ?? registered["s3PutObjectUrl"]);
  return service.call("PUT", address, {
    key: null,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  });
}

/** Registers a file of the sample shoot as a bracket and uploads it. */
export async function sendBracket(service: TestService, orderId: string, name: string): Promise<string> {
  const { json } = await service.call("POST", "/v3/brackets", { body: { order_id: orderId, name } });
  await upload(service, json, await shootFile(name));
  return String(json["bracket_id"]);
}

/** Waits until an image is neither registered nor processing. */
export function settledImage(service: TestService, imageId: unknown): Promise<Json> {
  return poll(
    () => service.call("GET", `/v3/images/${imageId}`),
    ({ status }) => status !== "registered" && status !== "processing",
  );
}

/** Waits until an order is neither merging nor processing. */
export function settledOrder(service: TestService, orderId: unknown): Promise<Json> {
  return poll(
    () => service.call("GET", `/v3/orders/${orderId}`),
    (order) => order["is_merging"] === false && order["is_processing"] === false,
  );
}

/** The images that an order shows. */
export function imagesOf(order: Json): readonly Json[] {
  return order["images"] as readonly Json[];
}
