import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import type { OpenApiDocument } from "../../src/http/openapi.ts";
import type { Parts } from "../../src/parts.ts";
import { checkAnswersBy } from "./answer-check.ts";

/** The app over `parts`, every answer of which is held to its own OpenAPI document. */
export async function buildCheckedApp(parts: Parts): Promise<FastifyInstance> {
  const app = await buildApp(parts);
  await app.ready();
  const check = checkAnswersBy(app.swagger() as unknown as OpenApiDocument);
  const dispatch = app.inject.bind(app) as (options: object) => Promise<Awaited<ReturnType<FastifyInstance["inject"]>>>;
  const inject = async (given: string | { readonly method?: string; readonly url?: unknown }) => {
    const options = typeof given === "string" ? { method: "GET", url: given } : { method: "GET", ...given };
    const answer = await dispatch(options);
    check({
      method: options.method,
      path: String(options.url),
      status: answer.statusCode,
      header: (name) => answer.headers[name.toLowerCase()]?.toString(),
      bytes: answer.rawPayload,
    });
    return answer;
  };
  return Object.assign(app, { inject: inject as unknown as FastifyInstance["inject"] });
}
