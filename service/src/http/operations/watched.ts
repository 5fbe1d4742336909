import type { RouteShorthandOptions } from "fastify";
import { onlyErrors } from "../schemas.ts";

/**
 * Of what watches over the service asks; a busy client of the same address must not make it look dead, so no limit
 * counts here.
 */
export function watched(summary: string, answers: object): RouteShorthandOptions {
  return {
    schema: { summary, tags: ["operations"], response: { ...onlyErrors(400, 401, 422, 500, 503), ...answers } },
    config: { rateLimit: false },
  };
}
