import type { App } from "../../http/route.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { signInPage } from "./sign-in-page.ts";

/** GET /sign-in */
export function showSignIn(app: App, { site, visitors }: WebParts): void {
  app.get("/sign-in", { schema: { hide: true } }, async (request, reply) => {
    if (await visitors.find(request)) return reply.redirect(`${site.base}/app/orders`, 303);
    return sendPage(reply, signInPage(site, { csrf: visitors.formToken(request, reply) }));
  });
}
