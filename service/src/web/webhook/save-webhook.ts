import { Type } from "@sinclair/typebox";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { setWebhook } from "../../webhooks/webhook-settings.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendWebhookPage } from "./send-webhook-page.ts";
import type { WebhookPage } from "./webhook-page.ts";

const webhookForm = Type.Object({
  webhook_url: Type.String({ maxLength: 2048 }),
  webhook_authentication: Type.String({ maxLength: 8192 }),
});

/** POST /settings/webhook */
export function saveWebhook(app: App, settings: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/webhook",
    schema: { hide: true, body: webhookForm },
    async handler(request, reply) {
      const url = request.body.webhook_url.trim();
      const authentication = request.body.webhook_authentication.trim();
      try {
        await setWebhook(settings.parts, visitorOf(request).account.accountId, {
          url: url || null,
          authentication: authentication || null,
        });
      } catch (error) {
        const errors = fieldErrors(error);
        return sendWebhookPage(request, reply, settings, { url, authentication, errors, status: 422 });
      }
      return reply.redirect(`${settings.site.base}/settings/webhook?done=${url ? "saved" : "off"}`, 303);
    },
  });
}

/** The messages of a refusal, by field. Throws any other error. */
function fieldErrors(error: unknown): WebhookPage["errors"] & object {
  const fields = error instanceof HttpError && error.statusCode === 422 ? error.detail["json"] : undefined;
  if (typeof fields !== "object" || fields === null) throw error;
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, [messages].flat().join(" ")]));
}
