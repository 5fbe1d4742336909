import type { App } from "../../route.ts";
import type { SettingsParts } from "../settings-parts.ts";
import { sendPage } from "../site.ts";
import { signInPage } from "./sign-in-page.ts";

/** GET /sign-in */
export function showSignIn(app: App, { site, visitors }: SettingsParts): void {
  app.get("/sign-in", { schema: { hide: true } }, async (request, reply) => {
    if (await visitors.find(request)) return reply.redirect(`${site.base}/settings`, 303);
    return sendPage(reply, signInPage(site, { csrf: visitors.formToken(request, reply) }));
  });
}
