import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Parts } from "../../parts.ts";
import { downloadEnhanced } from "./download-enhanced.ts";
import { downloadOriginal } from "./download-original.ts";
import { redirectLegacy } from "./redirect-legacy.ts";
import { Renditions } from "./renditions.ts";

/** Downloads: the enhanced picture and the original, unchanged or in another format or size. */
export const downloadRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts: given }) => {
  const renditions = new Renditions(given);
  app.addHook("onClose", () => renditions.close());
  const parts = { ...given, renditions };
  downloadEnhanced(app, parts);
  downloadOriginal(app, parts);
  redirectLegacy("preview", app, parts);
  redirectLegacy("watermark", app, parts);
};
