import { describe, expect, test } from "vitest";
import { speak } from "../support/literal-request.ts";
import { smallPicture } from "../support/small-picture.ts";
import { type Answer, poll, shootFile, type TestService } from "../support/test-service.ts";

// The flows of the documentation, request by request: the JavaScript examples on an account of before 2025-05-05, the
// others on one of today.

interface Style {
  /** Of the account. */
  readonly key: string;
  /** Where the address of an upload stands. */
  readonly field: "upload_url" | "s3PutObjectUrl";
}

const [onlyToday, onlyOld] = ["upload_url", "s3PutObjectUrl"] as const;

/** `service`: once the tests run; its second account is an old one. */
export function vendorExamples(service: () => TestService): void {
  const say = (text: string, bytes?: Uint8Array): Promise<Answer> => speak(service(), text, bytes);
  const today = (): Style => ({ key: service().keys[0], field: onlyToday });
  const old = (): Style => ({ key: service().keys[1], field: onlyOld });

  /** Registers `body` and sends its bytes; what was registered. */
  async function send(path: string, body: object, bytes: Uint8Array, { key, field }: Style): Promise<Answer["json"]> {
    const { status, json } = await say(`
      POST ${path}
      Content-Type: application/json
      x-api-key: ${key}

      ${JSON.stringify(body)}`);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty(field === onlyToday ? onlyOld : onlyToday);
    const put = `PUT ${json[field]}\nContent-Type: application/octet-stream\nx-api-key: ${key}`;
    expect((await say(put, bytes)).status).toBe(200);
    return json;
  }

  const untilProcessed = (imageId: unknown) =>
    poll(
      () => say(`GET /v3/images/${imageId}\nAccept: */*`),
      ({ status, error }) => status === "processed" || error === true,
    );

  /** Asks at the address that an example has without /v3 too. */
  async function untilOrderDone(orderId: unknown, prefix: string): Promise<Answer["json"]> {
    return poll(
      () => say(`GET ${prefix}/orders/${orderId}\nContent-Type: application/json`),
      ({ is_merging, is_processing }) => is_merging === false && is_processing === false,
    );
  }

  describe("the examples of the documentation", () => {
    test.each([
      ["in JavaScript", old],
      ["of today", today],
    ])(
      "one picture %s: registered, uploaded, asked for until it is processed, downloaded in development",
      async (_style, style) => {
        const { key } = style();
        const body = { image_name: "living-room.jpg", ai_version: "5.x" };
        const { image_id } = await send("/v3/images/", body, await smallPicture(40), style());
        expect(await untilProcessed(image_id)).toMatchObject({ status: "processed", enhanced: true, error: false });
        const path = `/v3/images/${image_id}/enhanced`;
        const free = await say(`GET ${path}?preview=false\nx-api-key: ${key}\nx-dev-mode: true`);
        expect([free.status, free.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
        expect((await say(`GET /v3/images/${image_id}`)).json["downloaded"]).toBe(false);
        const preview = await say(`GET ${path}\nx-api-key: ${key}`);
        expect([preview.status, preview.headers.get("location")]).toEqual([200, null]);
        const bought = await say(`GET ${path}?preview=false\nx-api-key: ${key}`);
        expect(bought.bytes.equals(free.bytes)).toBe(false);
        expect((await say(`GET /v3/images/${image_id}`)).json["downloaded"]).toBe(true);
      },
    );

    const shoot = ["IMG_0006.JPG", "IMG_0007.JPG", "IMG_0008.JPG"].map(
      (name) => [name, () => shootFile(name)] as const,
    );
    // Quicker, where how they are grouped does not depend on what they show.
    const small = [50, 51].map((tint) => [`small-${tint}.jpg`, () => smallPicture(tint)] as const);
    test.each([
      ["by sight, in JavaScript", old, "", shoot, () => ({ ai_version: "5.x" })],
      ["by a fixed size", today, "/v3", small, () => ({ number_of_brackets_per_image: 2 })],
      ["by hand", today, "/v3", small, (ids: unknown[]) => ({ images: [{ bracket_ids: ids }], enhance_type: "warm" })],
    ] as const)(
      "brackets grouped %s: an order without a body, its brackets, process, both flags false",
      async (_mode, style, prefix, brackets, bodyOf) => {
        const { key } = style();
        const order = await say(`POST /v3/orders/\nContent-Type: application/json\nx-api-key: ${key}`);
        const { order_id } = order.json;
        const ids: unknown[] = [];
        for (const [name, read] of brackets) {
          const { bracket_id } = await send("/v3/brackets/", { order_id, name }, await read(), style());
          ids.push(bracket_id);
        }
        const processed = await say(`
          POST /v3/orders/${order_id}/process
          Content-Type: application/json
          x-api-key: ${key}

          ${JSON.stringify(bodyOf(ids))}`);
        expect([processed.status, processed.json["is_merging"]]).toEqual([200, true]);
        const { images } = await untilOrderDone(order_id, prefix);
        const [image, ...others] = images as Answer["json"][];
        expect(others).toEqual([]);
        expect(image).toMatchObject({ order_id, image_name: brackets[0][0], status: "processed", enhanced: true });
        const full = await say(`GET /v3/images/${image["image_id"]}/enhanced?preview=false\nx-api-key: ${key}`);
        expect([full.status, full.bytes.subarray(0, 2).toString("hex")]).toEqual([200, "ffd8"]);
      },
    );
  });
}
