import type { RouteShorthandOptions } from "fastify";
import { onlyErrors } from "../schemas.ts";

/**
 * Schema of monitoring endpoints. They have no rate limit: a busy client of the same address must not make the service
 * look dead.
 */
export function watched(summary: string, answers: object): RouteShorthandOptions {
  return {
    schema: { summary, tags: ["operations"], response: { ...onlyErrors(400, 401, 422, 500, 503), ...answers } },
    config: { rateLimit: false },
  };
}
