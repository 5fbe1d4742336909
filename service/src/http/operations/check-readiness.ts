import type { FastifyInstance } from "fastify";
import type { Parts } from "../../parts.ts";
import { leastFreeBytes } from "../free-space.ts";
import { findFailed, fine, unavailable } from "./check-parts.ts";
import { watched } from "./watched.ts";

/** GET /readyz */
export function checkReadiness(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/readyz",
    watched("Whether the service can answer, and the disk has space", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const failed = await findFailed(parts, leastFreeBytes(parts), request.log);
      return failed.length === 0 ? { status: "ok" } : reply.code(503).send({ status: "unavailable", failed });
    },
  );
}
