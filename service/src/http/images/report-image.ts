import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { findImage } from "../../store/image-store.ts";
import { insertReport } from "../../store/report-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers, idParams } from "../schemas.ts";

const reportSchema = Type.Object({
  categories: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 64 })),
  comment: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
  score: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 5 }), Type.Null()])),
  source: Type.Optional(Type.Union([Type.Literal("WEBAPP"), Type.Literal("API")])),
});

const thanks = Type.Object({ message: Type.String() }, { description: "The report is stored" });

/** POST /v3/images/:image_id/report */
export function reportImage(app: App, { database }: Parts): void {
  app.route({
    method: "POST",
    url: "/v3/images/:image_id/report",
    schema: {
      summary: "Report a problem with a result",
      tags: ["images"],
      params: idParams("image_id"),
      body: reportSchema,
      response: { 200: thanks, ...errorAnswers(404, 413, 414) },
    },
    async handler(request) {
      const account = requireAccount(request);
      const { image_id } = request.params;
      checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      const { categories = [], comment = null, score = null, source = "API" } = request.body;
      const report = { imageId: image_id, accountId: account.accountId, categories, comment, score, source };
      await insertReport(database.queries, report);
      return { message: "Thank you, the report is stored." };
    },
  });
}
