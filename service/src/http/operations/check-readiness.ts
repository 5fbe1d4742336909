import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../../parts.ts";
import { leastFreeBytes } from "../free-space.ts";
import { fine } from "./check-health.ts";
import { watched } from "./watched.ts";

const unavailable = Type.Object(
  { status: Type.Literal("unavailable"), failed: Type.Array(Type.String()) },
  { description: "The parts that do not answer" },
);

/** GET /readyz */
export function checkReadiness(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/readyz",
    watched("Whether database and storage answer, and the disk has space", { 200: fine, 503: unavailable }),
    async (request, reply) => {
      const names = ["database", "storage"];
      const checks = [parts.database.executeSql("select 1"), parts.storage.check(leastFreeBytes(parts))];
      const failed = (await Promise.allSettled(checks)).flatMap((check, i) => {
        if (check.status === "fulfilled") return [];
        request.log.warn({ err: check.reason, check: names[i] }, "not ready");
        return [names[i]];
      });
      return reply
        .code(failed.length === 0 ? 200 : 503)
        .send(failed.length === 0 ? { status: "ok" } : { status: "unavailable", failed });
    },
  );
}
