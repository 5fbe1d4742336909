import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../../errors/http-error.ts";
import { findWebhook } from "../../store/account-store.ts";
import { readDeliveryLog } from "../../store/delivery-log.ts";
import { resendEvent } from "../../webhooks/resend-event.ts";
import { setWebhook } from "../../webhooks/webhook-settings.ts";
import { frameOf, visitorOf } from "./frames.ts";
import type { SettingsParts } from "./settings-parts.ts";
import { sendPage } from "./site.ts";
import { type WebhookPage, webhookPage } from "./webhook-page.ts";

const done: Record<string, string> = {
  saved: "The settings are saved. The event webhook_updated is on its way to the address.",
  off: "The settings are saved. Webhooks are off.",
  resent: "The event is sent again; reload the page to see the result.",
};

const webhookForm = Type.Object({
  webhook_url: Type.String({ maxLength: 2048 }),
  webhook_authentication: Type.String({ maxLength: 8192 }),
});

const resendForm = Type.Object({ event_id: Type.String({ maxLength: 64 }) });

const pageQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
  done: Type.Optional(Type.String({ maxLength: 32 })),
});

type Extra = Partial<Pick<WebhookPage, "url" | "authentication" | "secret" | "done" | "errors">>;

/** /settings/webhook: where events go, how they are signed, and what became of them. */
export const webhookPageRoutes: FastifyPluginAsyncTypebox<SettingsParts> = async (app, settings) => {
  const { database } = settings.parts;
  const { queries } = database;
  const address = `${settings.site.base}/settings/webhook`;

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { before, status = 200, ...extra }: Extra & { before?: number | undefined; status?: number } = {},
  ) {
    const frame = frameOf(request, settings);
    const { accountId } = visitorOf(request).account;
    const { webhook_url, webhook_authentication } = await findWebhook(queries, accountId);
    const log = await readDeliveryLog(queries, accountId, before);
    const kept = { url: webhook_url ?? "", authentication: webhook_authentication ?? "" };
    return sendPage(reply, webhookPage(frame, { csrf: frame.signedIn.csrf, ...kept, ...log, ...extra }), status);
  }

  app.route({
    method: "GET",
    url: "/settings/webhook",
    schema: { hide: true, querystring: pageQuery },
    handler: async (request, reply) => {
      const { before, done: what = "" } = request.query;
      return send(request, reply, { before, done: done[what] });
    },
  });

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
        return send(request, reply, { url, authentication, errors, status: 422 });
      }
      return reply.redirect(`${address}?done=${url ? "saved" : "off"}`, 303);
    },
  });

  app.post("/settings/webhook/reveal", { schema: { hide: true } }, async (request, reply) => {
    const { webhook_secret: secret } = await findWebhook(queries, visitorOf(request).account.accountId);
    return send(request, reply, { secret });
  });

  app.route({
    method: "POST",
    url: "/settings/webhook/resend",
    schema: { hide: true, body: resendForm },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const { webhook_url } = await findWebhook(queries, accountId);
      if (webhook_url === null) {
        return send(request, reply, { errors: { resend: "Set a webhook URL first." }, status: 409 });
      }
      if (await resendEvent(settings.parts, accountId, request.body.event_id)) {
        return reply.redirect(`${address}?done=resent#deliveries`, 303);
      }
      const resend = "This event does not exist, or is being sent already.";
      return send(request, reply, { errors: { resend }, status: 404 });
    },
  });
};

/** The messages of a refusal by field. Throws what is none. */
function fieldErrors(error: unknown): WebhookPage["errors"] & object {
  const fields = error instanceof HttpError && error.statusCode === 422 ? error.detail["json"] : undefined;
  if (typeof fields !== "object" || fields === null) throw error;
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, [messages].flat().join(" ")]));
}
