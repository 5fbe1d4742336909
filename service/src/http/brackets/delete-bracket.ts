import type { Parts } from "../../parts.ts";
import { findBracket } from "../../store/bracket-store.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { deleted, errorAnswers } from "../schemas.ts";
import { params } from "./read-bracket.ts";

/** DELETE /v3/brackets/:bracket_id */
export function deleteBracket(app: App, { database, queue }: Parts): void {
  const { queries } = database;
  app.route({
    method: "DELETE",
    url: "/v3/brackets/:bracket_id",
    schema: {
      summary: "Delete a bracket and its file",
      tags: ["brackets"],
      params,
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { bracket_id } = request.params;
      checkReadable(request, "bracket", bracket_id, await findBracket(queries, bracket_id));
      await database.transact((transaction) => deletePictures(transaction, queue, { bracketId: bracket_id }));
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}
