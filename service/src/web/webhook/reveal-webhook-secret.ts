import type { App } from "../../http/route.ts";
import { findWebhook } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendWebhookPage } from "./send-webhook-page.ts";

/** POST /settings/webhook/reveal */
export function revealWebhookSecret(app: App, settings: WebParts): void {
  const { queries } = settings.parts.database;
  app.post("/settings/webhook/reveal", { schema: { hide: true } }, async (request, reply) => {
    const { webhook_secret: secret } = await findWebhook(queries, visitorOf(request).account.accountId);
    return sendWebhookPage(request, reply, settings, { secret });
  });
}
