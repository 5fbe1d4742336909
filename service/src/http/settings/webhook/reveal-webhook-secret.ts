import { findWebhook } from "../../../store/account-store.ts";
import type { App } from "../../route.ts";
import { visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";
import { sendWebhookPage } from "./send-webhook-page.ts";

/** POST /settings/webhook/reveal */
export function revealWebhookSecret(app: App, settings: SettingsParts): void {
  const { queries } = settings.parts.database;
  app.post("/settings/webhook/reveal", { schema: { hide: true } }, async (request, reply) => {
    const { webhook_secret: secret } = await findWebhook(queries, visitorOf(request).account.accountId);
    return sendWebhookPage(request, reply, settings, { secret });
  });
}
