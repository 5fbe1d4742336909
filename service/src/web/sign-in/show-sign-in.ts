import type { App } from "../../http/route.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { signInPage } from "./sign-in-page.ts";

/** GET /sign-in */
export function showSignIn(app: App, web: WebParts): void {
  const { site, visitors } = web;
  app.get("/sign-in", { schema: { hide: true } }, async (request, reply) => {
    if (await visitors.find(request)) return reply.redirect(`${site.base}/app/orders`, 303);
    return sendPage(reply, signInPage(web, { csrf: visitors.formToken(request, reply) }));
  });
}
