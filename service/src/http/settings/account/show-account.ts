import type { App } from "../../route.ts";
import type { SettingsParts } from "../settings-parts.ts";
import { sendAccountPage } from "./send-account-page.ts";

/** What a redirect may say was done; nothing else of an address is shown. */
const done: Record<string, string> = {
  rotated: "There is a new API key; the one before is refused from now on. Reveal it to copy it.",
  version: "The API version is changed.",
  password: "The password is changed, and all other sessions are ended.",
};

/** GET /settings */
export function showAccount(app: App, settings: SettingsParts): void {
  app.get<{ Querystring: { done?: string } }>("/settings", { schema: { hide: true } }, async (request, reply) =>
    sendAccountPage(request, reply, settings, { done: done[request.query.done ?? ""] }),
  );
}
