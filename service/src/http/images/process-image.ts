import { Type } from "@sinclair/typebox";
import type { Account } from "../../domain/account.ts";
import { type Preferences, pickPreferences, preferencesSchema } from "../../domain/preferences.ts";
import { mergedInto, notUploaded } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { findBracketsOfImage } from "../../store/bracket-store.ts";
import { beginEnhancement } from "../../store/image-states.ts";
import { findImage, type ImageRow, setPreferences } from "../../store/image-store.ts";
import { lockOrder } from "../../store/order-store.ts";
import { checkReadable, isDevMode, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers, idParams } from "../schemas.ts";
import { viewImage } from "./image-view.ts";
import { shown } from "./read-image.ts";

/** POST /v3/images/:image_id/process */
export function enhanceImageAgain(app: App, parts: Parts): void {
  const { database } = parts;
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/process",
    schema: {
      summary: "Enhance an image again; absent preferences keep their last values",
      tags: ["images"],
      params: idParams("image_id"),
      body: Type.Optional(preferencesSchema),
      response: { 200: shown, ...errorAnswers(404, 409, 413, 414) },
    },
    async handler(request) {
      const account = requireAccount(request);
      const { image_id } = request.params;
      const found = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      if (found.parent_image_id !== null) throw mergedInto(found.parent_image_id);
      await enhanceAgain(parts, account, found, { asked: request.body ?? {}, devMode: isDevMode(request) });
      return viewImage(checkReadable(request, "image", image_id, await findImage(database.queries, image_id)));
    },
  });
}

/** Preferences that replace the image's own, and whether the request came in development mode. */
interface AskedAgain {
  readonly asked: Preferences;
  readonly devMode: boolean;
}

/** Begins another enhancement of an image; absent preferences keep their last values. Throws 409 before the upload. */
export async function enhanceAgain(
  parts: Parts,
  account: Account,
  { image_id, order_id, preferences: before }: Pick<ImageRow, "image_id" | "order_id" | "preferences">,
  { asked, devMode }: AskedAgain,
): Promise<void> {
  const { database, queue } = parts;
  const preferences = { ...before, ...pickPreferences(asked) };
  await database.transact(async (transaction) => {
    await lockOrder(transaction, order_id);
    const sources = await findBracketsOfImage(transaction, image_id);
    if (sources.length === 0 || sources.some(({ source }) => source === null)) {
      throw notUploaded();
    }
    const begun = await beginEnhancement(transaction, parts, image_id, account);
    // A picture that stays keeps the preferences that it was made with.
    if (begun === "kept" || begun === "deleted") return;
    await setPreferences(transaction, image_id, { preferences, devMode });
  });
  queue.wake("enhance-image");
}
