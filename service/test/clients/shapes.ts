import { describe, expect, test } from "vitest";
import { speak } from "../support/literal-request.ts";
import { smallPicture } from "../support/small-picture.ts";
import { type Answer, poll, type TestService } from "../support/test-service.ts";

// What parsers of the programs that exist read: names and types of fields, times, errors, pages, bytes.

const text = expect.any(String);
const flag = expect.any(Boolean);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

/** Every preference, with a value of those that clients know. */
const preferences = {
  ...{ enhance: true, enhance_type: "modern", lens_correction: true, vertical_correction: true },
  ...{ perspective_correction: true, perspective_correction_mode: "PRESERVE_CONTENT" },
  ...{ window_pull: true, window_pull_type: "WINDOWS_WITH_SKIES", sky_replacement: true, cloud_type: "LOW_CLOUD" },
  restage: { sky: true, grass: false, tvs: false, photographer: false, fire_in_fireplaces: false },
  ...{ privacy: true, upscale: true, threesixty: false, hdr: false, rating: 5, preset_id: "p-1" },
  metadata: { room: "kitchen", list: [1, null] },
  finetune_settings: { warmth: 1 },
  ai_version: "5.x",
  ...{ brightness_boost: "LOW", brightness_boost_external: "NONE", brightness_boost_internal: "HIGH" },
  ...{ contrast_boost: "MEDIUM", contrast_boost_external: "NONE", contrast_boost_internal: "LOW" },
  ...{ clarity_level: "LOW", saturation_level: "NONE", denoise_level: "HIGH" },
};
const undone = ["denoise_level", "finetune_settings", "privacy", "restage", "sky_replacement", "upscale"];

const imageFields = {
  ...{ image_id: text, image_name: "shapes.jpg", order_id: text, status: text, status_reason: null, user_id: text },
  content_type: null,
  ...{ date_added: expect.any(Number), downloaded: flag, enhanced: flag, error: flag, scene: null },
  ...{ parent_image_id: null, is_threesixty: flag, ...preferences },
};
const bracketFields = {
  ...{ bracket_id: text, image_id: null, name: "b.jpg", order_id: text, is_uploaded: false, content_type: null },
  ...{ metadata: { bay: 2 } },
};
const orderFields = {
  ...{ order_id: text, name: "Elm Street 4", created_at: time, last_updated_at: time, is_deleted: false },
  ...{ is_merging: flag, is_processing: flag, status: "waiting", total_images: 0, images: [] },
  waiting_brackets: 0,
};

/** `service`: once the tests run. */
export function shapesOfAnswers(service: () => TestService): void {
  const say = (request: string, bytes?: Uint8Array): Promise<Answer> => speak(service(), request, bytes);
  const ask = (line: string, body?: object): Promise<Answer> =>
    say(`${line}\nx-api-key: ${service().keys[0]}${body ? `\n\n${JSON.stringify(body)}` : ""}`);

  describe("what parsers read", () => {
    test("an image has every field, and each preference as it was sent, from registration to the report", async () => {
      const { json: image } = await ask("POST /v3/images", { image_name: "shapes.jpg", ...preferences });
      expect(image).toMatchObject({ ...imageFields, status: "registered", upload_url: text });
      expect((image["unsupported_preferences"] as string[]).toSorted()).toEqual(undone);
      const path = `/v3/images/${image["image_id"]}`;
      await say(`PUT ${image["upload_url"]}`, await smallPicture(41));
      const done = await poll(
        () => say(`GET ${path}`),
        ({ status }) => ["processed", "failed", "error"].includes(String(status)),
      );
      expect(done).toMatchObject({ ...imageFields, status: "processed", enhanced: true });
      const again = await ask(`POST ${path}/process`, { enhance_type: "neutral" });
      expect(again.json).toMatchObject({ ...imageFields, status: "processing", enhance_type: "neutral" });
      const report = { categories: ["COLOR", "LENS"], comment: null, score: 4, source: "WEBAPP" };
      expect((await ask(`POST ${path}/report`, report)).status).toBe(200);
      expect((await ask(`DELETE ${path}/`)).status).toBe(204);
      const gone = await say(`GET ${path}`);
      expect([gone.status, gone.json]).toEqual([404, { message: text, detail: {} }]);
    });

    test("an order and a bracket have every field, through creation, renaming, listing and deletion", async () => {
      const { json: order } = await ask("POST /v3/orders/", { name: "Elm Street 4" });
      expect(order).toEqual(orderFields);
      const { order_id } = order;
      const body = { order_id, name: "b.jpg", metadata: { bay: 2 } };
      const { json: bracket } = await ask("POST /v3/brackets/", body);
      expect(bracket).toEqual({ ...bracketFields, upload_url: text });
      const path = `/v3/brackets/${bracket["bracket_id"]}`;
      expect((await say(`GET ${path}/`)).status).toBe(200);
      expect((await say(`GET /v3/orders/${order_id}/brackets`)).json).toEqual({ brackets: [bracketFields] });
      expect((await ask(`PATCH /v3/orders/${order_id}`, { name: "Elm Street 5" })).json["name"]).toBe("Elm Street 5");
      const { json: page } = await ask("GET /v3/orders/?offset=&per_page=1");
      expect(page).toMatchObject({ orders: [{ order_id }], pagination: { per_page: 1 } });
      expect((await ask(`DELETE ${path}`)).status).toBe(204);
      expect((await ask(`DELETE /v3/orders/${order_id}`)).status).toBe(204);
      expect((await say(`GET /v3/orders/${order_id}`)).status).toBe(404);
    });

    test("errors are a message and a detail, by fields where the body is at fault", async () => {
      const refused = await ask("POST /v3/images", { image_name: "a.jpg", rating: 6, hdr: "perhaps" });
      const fields = { message: text, detail: { json: expect.any(Object) } };
      expect([refused.status, refused.json]).toEqual([422, fields]);
      const version = await ask("POST /v3/images", { image_name: "a.jpg", ai_version: "newest" });
      expect([version.status, JSON.stringify(version.json)]).toEqual([
        422,
        expect.stringContaining("Must be latest, stable, beta or a version"),
      ]);
      const nobody = await say("POST /v3/images\nx-api-key: none\n\n{}");
      expect([nobody.status, nobody.json]).toEqual([401, { message: text, detail: {} }]);
    });
  });
}
