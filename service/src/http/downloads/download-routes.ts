import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { downloadEnhanced } from "./download-enhanced.ts";
import { downloadOriginal } from "./download-original.ts";
import type { DownloadParts } from "./picture.ts";
import { redirectLegacy } from "./redirect-legacy.ts";

/** Downloads: the enhanced picture and the original, unchanged or in another format or size. */
export const downloadRoutes: FastifyPluginAsyncTypebox<{ parts: DownloadParts }> = async (app, { parts }) => {
  downloadEnhanced(app, parts);
  downloadOriginal(app, parts);
  redirectLegacy("preview", app, parts);
  redirectLegacy("watermark", app, parts);
};
