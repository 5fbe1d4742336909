import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendWebhookPage } from "./send-webhook-page.ts";

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Record<string, string> = {
  saved: "The settings were saved. The event webhook_updated is on its way to the address.",
  off: "The settings were saved. Webhooks are off.",
  rotated: "There is a new signing secret. Reveal it below and give it to your receiver.",
  resent: "The event will be sent again; reload the page to see the result.",
};

const pageQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  done: Type.Optional(Type.String({ maxLength: 32 })),
});

/** GET /settings/webhook */
export function showWebhook(app: App, settings: WebParts): void {
  app.route({
    method: "GET",
    url: "/settings/webhook",
    schema: { hide: true, querystring: pageQuery },
    handler: async (request, reply) => {
      const { before, done: what = "" } = request.query;
      return sendWebhookPage(request, reply, settings, { before, done: done[what] });
    },
  });
}
