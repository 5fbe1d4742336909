import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { findImage, findMerged } from "../../store/image-store.ts";
import { checkReadable } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers, idParams } from "../schemas.ts";
import { viewImage } from "./image-view.ts";

export const shown = Type.Ref("Image", { description: "The image as it is now" });

/** GET /v3/images/:image_id */
export function readImage(app: App, { database }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/images/:image_id",
    schema: {
      summary: "Read an image's status",
      tags: ["images"],
      params: idParams("image_id"),
      response: { 200: shown, ...errorAnswers(404, 414) },
    },
    async handler(request) {
      const { image_id } = request.params;
      const image = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      return viewImage(image, await findMerged(database.queries, image));
    },
  });
}
