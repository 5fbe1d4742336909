import type { FastifyInstance, InjectOptions } from "fastify";
import type { BrowserLike } from "./browser-like.ts";

export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** What a module of a page sends: the cookies of a browser, and its token in a header. */
export async function sendAsScript(
  app: FastifyInstance,
  browser: BrowserLike,
  { method = "GET", url, payload, headers = {} }: InjectOptions,
): Promise<WebAnswer> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await app.inject({
    method,
    ...(url === undefined ? {} : { url }),
    headers: { cookie, "x-csrf-token": browser.csrf, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
}
