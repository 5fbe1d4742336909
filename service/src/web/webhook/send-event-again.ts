import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { findWebhook } from "../../store/account-store.ts";
import { resendEvent } from "../../webhooks/resend-event.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendWebhookPage } from "./send-webhook-page.ts";

const resendForm = Type.Object({ event_id: Type.String({ maxLength: 64 }) });

/** POST /settings/webhook/resend */
export function sendEventAgain(app: App, settings: WebParts): void {
  const { queries } = settings.parts.database;
  app.route({
    method: "POST",
    url: "/settings/webhook/resend",
    schema: { hide: true, body: resendForm },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const { webhook_url } = await findWebhook(queries, accountId);
      if (webhook_url === null) {
        return sendWebhookPage(request, reply, settings, {
          errors: { resend: "Set a webhook URL first." },
          status: 409,
        });
      }
      if (await resendEvent(settings.parts, accountId, request.body.event_id)) {
        return reply.redirect(`${settings.site.base}/settings/webhook?done=resent#deliveries`, 303);
      }
      const resend = "This event does not exist or is already being sent.";
      return sendWebhookPage(request, reply, settings, { errors: { resend }, status: 404 });
    },
  });
}
