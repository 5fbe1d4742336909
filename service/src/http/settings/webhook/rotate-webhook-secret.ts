import { rotateWebhookSecret as rotateSecret } from "../../../store/account-store.ts";
import type { App } from "../../route.ts";
import { visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";

/** POST /settings/webhook/rotate */
export function rotateWebhookSecret(app: App, { parts: { database }, site }: SettingsParts): void {
  app.post("/settings/webhook/rotate", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    await rotateSecret(database.queries, accountId);
    request.log.info({ accountId }, "a webhook secret was rotated");
    return reply.redirect(`${site.base}/settings/webhook?done=rotated#secret`, 303);
  });
}
