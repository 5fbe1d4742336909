import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { isDevMode } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers } from "../schemas.ts";
import { downloadQuery } from "./rendition-query.ts";
import { params, readable } from "./send-picture.ts";

/** Addresses that are older than `/enhanced`: of the preview, and of the picture with a watermark. */
export function redirectLegacy(kind: "preview" | "watermark", app: App, parts: Parts): void {
  app.route({
    method: "GET",
    url: `/v3/images/:image_id/${kind}`,
    schema: {
      summary: `Legacy: the address of the ${kind === "preview" ? "preview" : "picture with a watermark"}`,
      tags: ["images"],
      params,
      querystring: downloadQuery,
      response: {
        307: Type.Null({ description: "The header Location contains the address" }),
        ...errorAnswers(404, 414),
      },
    },
    async handler(request, reply) {
      await readable(parts, request, request.params.image_id);
      const { pathname, searchParams } = new URL(request.url, "http://host");
      const query = new URLSearchParams({
        preview: "true",
        ...(kind === "watermark" ? { watermark: "true" } : {}),
        ...(isDevMode(request) ? { dev_mode: "true" } : {}),
      });
      for (const [name, value] of searchParams) query.set(name, value);
      const path = pathname.replace(/\/+[a-z]+\/*$/, "/enhanced");
      return reply.redirect(`${path}?${query}`, 307);
    },
  });
}
