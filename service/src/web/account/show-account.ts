import type { App } from "../../http/route.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendAccountPage } from "./send-account-page.ts";

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Record<string, string> = {
  rotated: "There is a new API key; the previous one is refused from now on. Reveal it to copy it.",
  sharing: "The setting for shared pages was changed.",
  version: "The API version was changed.",
  password: "The password was changed, and all other sessions were ended.",
  sessions: "The session was ended.",
};

/** GET /settings */
export function showAccount(app: App, settings: WebParts): void {
  app.get<{ Querystring: { done?: string } }>("/settings", { schema: { hide: true } }, async (request, reply) =>
    sendAccountPage(request, reply, settings, { done: done[request.query.done ?? ""] }),
  );
}
