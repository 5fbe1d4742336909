import { Type } from "@sinclair/typebox";
import { HttpError, notFound } from "../../errors/http-error.ts";
import { html } from "../../http/html.ts";
import type { App } from "../../http/route.ts";
import { findListedAccount, type ListedAccount } from "../../store/account-list.ts";
import { findWebhook, recordAction } from "../../store/account-store.ts";
import { readAllDeliveries } from "../../store/delivery-log.ts";
import { resendEvent } from "../../webhooks/resend-event.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { csrfField, moment, notice } from "../shell/layout.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { adminLayout } from "./admin-layout.ts";
import { requireListed } from "./show-accounts.ts";

const states = [
  { state: "dead", title: "Given up" },
  { state: "pending", title: "Waiting" },
  { state: "delivered", title: "Delivered" },
] as const;

const pageQuery = Type.Object({
  state: Type.Union(
    states.map(({ state }) => Type.Literal(state)),
    { default: "dead" },
  ),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  done: Type.String({ maxLength: 32, default: "" }),
});

/** GET /admin/deliveries: webhook events of all accounts. */
export function showDeliveries(app: App, web: WebParts): void {
  const { queries } = web.parts.database;
  app.route({
    method: "GET",
    url: "/admin/deliveries",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { state, before, done } = request.query;
      const frame = frameOf(request, web);
      const { base } = frame.site;
      const { events, older } = await readAllDeliveries(queries, { state, before });
      const accounts = new Map<string, ListedAccount | undefined>();
      for (const { accountId } of events)
        if (!accounts.has(accountId)) accounts.set(accountId, await findListedAccount(queries, accountId));
      const links = states.map(
        (one) =>
          html`<li><a href="${base}/admin/deliveries?state=${one.state}"${one.state === state && html` aria-current="true"`}>${one.title}</a></li>`,
      );
      const rows = events.map(
        ({ eventId, accountId, payload, createdAt, attempts, nextAttemptAt, state: now }) => html`<li>
<div class="row-head"><span><code>${String(payload["event"])}</code> <a href="${base}/admin/accounts/${accountId}"><bdi>${accounts.get(accountId)?.email ?? accountId}</bdi></a></span>${moment(createdAt)}</div>
<p class="facts">${attempts.length === 0 ? "Not sent yet" : `Attempt ${attempts[0].attempt}: ${attempts[0].status === null ? (attempts[0].error ?? "no answer") : `answered ${attempts[0].status}`}`}${now === "pending" && html`; next ${moment(nextAttemptAt)}`}</p>
<p class="facts">webhook-id <code>${eventId}</code></p>
${now !== "pending" && html`<div class="actions"><form method="post" action="${base}/admin/deliveries/resend">${csrfField(frame.signedIn.csrf)}<input type="hidden" name="account_id" value="${accountId}"><input type="hidden" name="event_id" value="${eventId}"><button class="quiet" aria-label="Resend ${eventId}">Resend</button></form></div>`}
</li>`,
      );
      const main = html`${notice(done === "resent" ? "The event will be sent again." : undefined)}
<nav class="parts" aria-label="States"><ul>${links}</ul></nav>
<ol class="rows">${rows}</ol>
${rows.length === 0 && html`<p>None.</p>`}
${older !== undefined && html`<p><a href="${base}/admin/deliveries?state=${state}&before=${older}">Older</a></p>`}`;
      return sendPage(reply, adminLayout(frame, "Deliveries", "/admin/deliveries", main));
    },
  });
}

const resendForm = Type.Object({
  account_id: Type.String({ maxLength: 128 }),
  event_id: Type.String({ maxLength: 64 }),
});

/** POST /admin/deliveries/resend */
export function resendDelivery(app: App, web: WebParts): void {
  const { parts, site } = web;
  app.route({
    method: "POST",
    url: "/admin/deliveries/resend",
    schema: { hide: true, body: resendForm },
    async handler(request, reply) {
      const { account_id: accountId, event_id: eventId } = request.body;
      const { email } = await requireListed(web, accountId);
      const { webhook_url } = await findWebhook(parts.database.queries, accountId);
      if (webhook_url === null)
        throw new HttpError(409, "The account has no webhook URL; its owner must set one first.");
      if (!(await resendEvent(parts, accountId, eventId))) throw notFound("event");
      const record = { accountId, email, actor: visitorOf(request).member.email };
      await recordAction(parts.database.queries, { ...record, action: "resend-event", detail: eventId });
      return reply.redirect(`${site.base}/admin/deliveries?done=resent`, 303);
    },
  });
}
