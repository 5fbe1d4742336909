import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { beginOrder } from "./begin-order.ts";
import { receivePart, showOffset } from "./receive-part.ts";
import { registerFiles } from "./register-files.ts";
import { removeFile } from "./remove-file.ts";

/** What the page of a new order asks for: JSON, and parts of files. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ web: WebParts }> = async (app: App, { web }) => {
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(new HttpError(400, "The body must be JSON."));
    }
  });
  app.addContentTypeParser("application/offset+octet-stream", (_request, payload, done) => done(null, payload));
  for (const add of [beginOrder, registerFiles, showOffset, receivePart, removeFile]) add(app, web);
};
