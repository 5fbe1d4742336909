import { HttpError, notFound } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findBracket } from "../../store/bracket-store.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** DELETE /app/uploads/:bracket_id: takes a file out of an order that was not grouped yet. */
export function removeFile(app: App, { parts }: WebParts): void {
  const { database, queue } = parts;
  app.route({
    method: "DELETE",
    url: "/app/uploads/:bracket_id",
    schema: { hide: true, params: idParams("bracket_id") },
    async handler(request, reply) {
      const bracket = await findBracket(database.queries, request.params.bracket_id);
      if (bracket?.account_id !== visitorOf(request).account.accountId) throw notFound("upload");
      if (bracket.image_id !== null) throw new HttpError(409, "The file is a frame of a picture; delete the picture.");
      const { bracket_id: bracketId } = bracket;
      await database.transact((transaction) => deletePictures(transaction, queue, { bracketId }));
      queue.wake("remove-files");
      return reply.code(204).send();
    },
  });
}
