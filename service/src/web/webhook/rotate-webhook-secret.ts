import type { App } from "../../http/route.ts";
import { rotateWebhookSecret as rotateSecret } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** POST /settings/webhook/rotate */
export function rotateWebhookSecret(app: App, { parts: { database }, site }: WebParts): void {
  app.post("/settings/webhook/rotate", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    await rotateSecret(database.queries, accountId);
    request.log.info({ accountId }, "a webhook secret was rotated");
    return reply.redirect(`${site.base}/settings/webhook?done=rotated#secret`, 303);
  });
}
