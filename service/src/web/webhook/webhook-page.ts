import { type Content, type Html, html } from "../../http/html.ts";
import { formerSecretHours } from "../../store/account-store.ts";
import type { LoggedEvent } from "../../store/delivery-log.ts";
import { badge, csrfField, type Frame, field, layout, moment, notice, problem } from "../shell/layout.ts";

export interface WebhookPage {
  readonly csrf: string;
  readonly url: string;
  readonly authentication: string;
  /** The signing secret in clear, if requested. */
  readonly secret?: string;
  readonly events: readonly LoggedEvent[];
  /** The start of the next page, with older events. */
  readonly older: number | undefined;
  readonly done?: string | undefined;
  readonly errors?: Partial<Record<"webhook_url" | "webhook_authentication" | "resend", string>>;
}

export function webhookPage(frame: Frame, page: WebhookPage): Html {
  const { csrf, url, authentication, done, errors = {} } = page;
  const { base } = frame.site;
  return layout(
    frame,
    "API",
    "webhook",
    html`${notice(done)}${problem(errors.resend)}
<section class="card" aria-labelledby="where">
<h2 id="where">Where events go</h2>
<form method="post" action="${base}/settings/webhook">
${csrfField(csrf)}
${field({ name: "webhook_url", label: "Webhook URL", type: "url", value: url, autocomplete: "off", hint: "Empty: nothing is sent.", error: errors.webhook_url })}
${field({ name: "webhook_authentication", label: "Authentication value", type: "text", value: authentication, autocomplete: "off", hint: "Sent unchanged as the header Authorization. Empty: none.", error: errors.webhook_authentication })}
<button>Update settings</button>
</form>
</section>
${secretSection(base, page)}
${deliveriesSection(base, page)}`,
  );
}

function secretSection(base: string, { csrf, secret }: WebhookPage): Html {
  return html`<section class="card" aria-labelledby="secret">
<h2 id="secret">Signatures</h2>
<p>Each delivery is signed as <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> says; with this secret a receiver can tell that it came from here.</p>
<div class="field">
<label for="signing-secret">Signing secret</label>
<input id="signing-secret" class="code" type="text" readonly value="${secret ?? "whsec_••••••••••••"}" autocomplete="off" spellcheck="false">
</div>
${
  secret === undefined
    ? html`<form method="post" action="${base}/settings/webhook/reveal#secret">${csrfField(csrf)}<button class="quiet">Reveal</button></form>`
    : html`<a class="button" href="${base}/settings/webhook">Hide</a>`
}
<details>
<summary>Rotate …</summary>
<p>A new secret is made. For ${formerSecretHours} hours, deliveries are signed with both, so that receivers can take it over.</p>
<form method="post" action="${base}/settings/webhook/rotate">${csrfField(csrf)}<button class="danger">Rotate the secret now</button></form>
</details>
</section>`;
}

function deliveriesSection(base: string, { csrf, url, events, older }: WebhookPage): Html {
  return html`<section class="card" aria-labelledby="deliveries">
<h2 id="deliveries">Deliveries</h2>
${events.length === 0 && html`<p>Nothing yet. Events are listed here from the moment a webhook URL is set.</p>`}
<ol class="rows">
${events.map((event) => deliveryRow(base, csrf, event, url !== ""))}
</ol>
${older !== undefined && html`<p><a href="${base}/settings/webhook?before=${older}#deliveries">Older</a></p>`}
</section>`;
}

const states = {
  pending: badge("waiting", "busy"),
  delivered: badge("delivered", "good"),
  dead: badge("given up", "bad"),
} as const;

function deliveryRow(base: string, csrf: string, event: LoggedEvent, canSend: boolean): Html {
  const { eventId, state, payload, createdAt, nextAttemptAt, attempts } = event;
  const name = String(payload["event"]);
  return html`<li>
<div class="row-head">
<span><code>${name}</code> ${states[state]}</span>
${moment(createdAt)}
</div>
<p class="facts">${aboutOf(payload)}</p>
<p class="facts">${outcomeOf(event)}${state === "pending" && attempts.length > 0 && html`; again from ${moment(nextAttemptAt)}`}</p>
<div class="actions">
${
  state !== "pending" &&
  canSend &&
  html`<form method="post" action="${base}/settings/webhook/resend">
${csrfField(csrf)}<input type="hidden" name="event_id" value="${eventId}">
<button class="quiet" aria-label="Resend ${name} of ${createdAt.toISOString()}">Resend</button>
</form>`
}
<details>
<summary>Details</summary>
<p class="facts">webhook-id <code>${eventId}</code></p>
<pre>${JSON.stringify(payload, null, 2)}</pre>
<ol class="attempts">${attempts.map(
    (attempt) =>
      html`<li>Attempt ${attempt.attempt}, ${moment(attempt.attemptedAt)}: ${answerOf(attempt)} after ${attempt.durationMs} ms</li>`,
  )}</ol>
</details>
</div>
</li>`;
}

function aboutOf(payload: LoggedEvent["payload"]): Content {
  const { image_id: image, order_id: order, error } = payload;
  if (typeof image !== "string") return "Settings saved";
  return html`Image <code>${image}</code>, order <code>${String(order)}</code>${error === true && ", with an error"}`;
}

function outcomeOf({ attempts }: LoggedEvent): Content {
  const last = attempts.at(0);
  return last ? `Attempt ${last.attempt}: ${answerOf(last)}` : "Not sent yet";
}

function answerOf({ status, error }: LoggedEvent["attempts"][number]): string {
  return status === null ? (error ?? "no answer") : `answered ${status}`;
}
