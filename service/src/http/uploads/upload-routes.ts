import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Parts } from "../../parts.ts";
import { uploadFile } from "./upload-file.ts";

/** /uploads: accepts any body, whatever its Content-Type. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  uploadFile(app, parts);
};
