import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { findBracket } from "../../store/bracket-store.ts";
import { checkReadable } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers, idParams } from "../schemas.ts";
import { viewBracket } from "./bracket-view.ts";

export const params = idParams("bracket_id");

/** GET /v3/brackets/:bracket_id */
export function readBracket(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/brackets/:bracket_id",
    schema: {
      summary: "Read a bracket",
      tags: ["brackets"],
      params,
      response: { 200: Type.Ref("Bracket", { description: "The bracket as it is now" }), ...errorAnswers(404, 414) },
    },
    async handler(request) {
      const { bracket_id } = request.params;
      return viewBracket(checkReadable(request, "bracket", bracket_id, await findBracket(queries, bracket_id)));
    },
  });
}
