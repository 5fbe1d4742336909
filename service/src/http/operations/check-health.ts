import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { watched } from "./watched.ts";

export const fine = Type.Object({ status: Type.Literal("ok") }, { description: "All is well" });

/** GET /healthz */
export function checkHealth(app: FastifyInstance): void {
  app.get("/healthz", watched("Whether the process answers", { 200: fine }), async () => ({ status: "ok" }));
}
