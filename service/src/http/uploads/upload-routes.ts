import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Parts } from "../../parts.ts";
import { uploadFile } from "./upload-file.ts";

/** /uploads: the body is taken as it comes, whatever it says it is. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  uploadFile(app, parts);
};
