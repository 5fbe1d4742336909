import type { FastifyInstance } from "fastify";
import type { Parts } from "../../parts.ts";
import { findFailed, fine, unavailable } from "./check-parts.ts";
import { watched } from "./watched.ts";

/** GET /healthz */
export function checkHealth(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/healthz",
    watched("Whether the service can answer requests", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const failed = await findFailed(parts, 0, request.log);
      return failed.length === 0 ? { status: "ok" } : reply.code(503).send({ status: "unavailable", failed });
    },
  );
}
