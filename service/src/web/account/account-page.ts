import { apiVersions } from "../../accounts/api-version.ts";
import type { Account } from "../../domain/account.ts";
import { type Member, mayUse } from "../../domain/member.ts";
import { type Html, html } from "../../http/html.ts";
import type { OpenSession } from "../../store/session-store.ts";
import type { Usage } from "../../store/usage.ts";
import { csrfField, type Frame, field, layout, moment, notice } from "../shell/layout.ts";

export interface AccountPage {
  readonly account: Account;
  /** The visitor. */
  readonly member: Member;
  readonly hasPassword: boolean;
  readonly sessions: readonly OpenSession[];
  readonly csrf: string;
  readonly usage: Usage;
  /** Whether shared pages have watermarks on pictures that were not bought. */
  readonly isWatermarked: boolean;
  /** The key in clear, if requested. */
  readonly apiKey?: string;
  readonly done?: string | undefined;
  readonly errors?: Partial<Record<"key" | "current_password" | "new_password", string>>;
}

export function accountPage(frame: Frame, page: AccountPage): Html {
  const { account, member, csrf, usage, done } = page;
  const isOwner = mayUse(member, "owner");
  const { base } = frame.site;
  return layout(
    frame,
    "Account",
    "account",
    html`${notice(done)}
<section class="card" aria-labelledby="details">
<h2 id="details">Account details</h2>
<dl>
<div><dt>E-mail address</dt><dd><bdi>${account.email}</bdi></dd></div>
${member.email !== account.email && html`<div><dt>You</dt><dd><bdi>${member.email}</bdi></dd></div>`}
<div><dt>Your role</dt><dd>${member.role}</dd></div>
<div><dt>Tier</dt><dd>${account.tier}</dd></div>
<div><dt>API version without a header</dt><dd>${account.apiVersion}</dd></div>
</dl>
</section>
${isOwner && [versionSection(base, csrf, account.apiVersion), keySection(base, page)]}
${usageSection(base, usage, mayUse(member, "editor"))}
${isOwner && sharingSection(base, page)}
${passwordSection(base, page)}
${sessionsSection(base, page)}`,
  );
}

function passwordSection(base: string, { csrf, member, hasPassword, errors = {} }: AccountPage): Html {
  const fields = [
    hasPassword &&
      field({
        name: "current_password",
        label: "Current password",
        type: "password",
        autocomplete: "current-password",
        required: true,
        error: errors.current_password,
      }),
    field({
      name: "new_password",
      label: "New password",
      type: "password",
      autocomplete: "new-password",
      required: true,
      minLength: 12,
      hint: "At least 12 characters. Your other sessions and your sign-in links end.",
      error: errors.new_password,
    }),
  ];
  return html`<section class="card" aria-labelledby="password">
<h2 id="password">Your password</h2>
${!hasPassword && html`<p>You have none, and sign in by links. You can set one.</p>`}
<form method="post" action="${base}/settings/password#password">
${csrfField(csrf)}
<input type="text" name="email" value="${member.email}" autocomplete="username" hidden>
${fields}
<button>${hasPassword ? "Change password" : "Set a password"}</button>
</form>
</section>`;
}

function sessionsSection(base: string, { csrf, sessions }: AccountPage): Html {
  const end = (key: string, label: string, text: string) =>
    html`<form method="post" action="${base}/settings/sessions/end#sessions">${csrfField(csrf)}<input type="hidden" name="session" value="${key}"><button class="quiet" aria-label="${label}">${text}</button></form>`;
  return html`<section class="card" aria-labelledby="sessions">
<h2 id="sessions">Your open sessions</h2>
<ol class="rows">${sessions.map(
    ({ key, browser, beganAt, endsAt, isThis }) => html`<li>
<div class="row-head"><span><bdi>${browser || "Unknown browser"}</bdi>${isThis && " (this one)"}</span>${moment(beganAt)}</div>
<p class="facts">Ends ${moment(endsAt)}</p>
${!isThis && html`<div class="actions">${end(key, `Sign out the session of ${beganAt.toISOString()}`, "Sign out")}</div>`}
</li>`,
  )}</ol>
${sessions.length > 1 && end("others", "Sign out all other sessions", "Sign out all others")}
</section>`;
}

function versionSection(base: string, csrf: string, current: string): Html {
  const versions = [...new Set([...apiVersions, current])].sort();
  return html`<section class="card" aria-labelledby="version">
<h2 id="version">API version</h2>
<p>What programs speak that send no header <code>x-api-version</code>. Before 2025-05-05 registrations answer <code>s3PutObjectUrl</code>, from then on <code>upload_url</code>.</p>
<form method="post" action="${base}/settings/api-version">
${csrfField(csrf)}
<div class="field">
<label for="api-version">Version</label>
<select id="api-version" name="version">${versions.map((version) => html`<option${version === current && html` selected`}>${version}</option>`)}</select>
</div>
<button>Change version</button>
</form>
</section>`;
}

function keySection(base: string, { csrf, apiKey, errors }: AccountPage): Html {
  return html`<section class="card" aria-labelledby="key">
<h2 id="key">API key</h2>
<p>Every request carries it in the header <code>x-api-key</code>. It gives access to everything of this account: keep it secret.</p>
<p class="hint">PNG files are accepted through the API only.</p>
${errors?.key && html`<p class="problem" role="alert">${errors.key}</p>`}
<div class="field">
<label for="api-key">API Key</label>
<input id="api-key" class="code" type="text" readonly value="${apiKey ?? "lw_••••••••••••••••"}" autocomplete="off" spellcheck="false">
</div>
<div class="actions">
${
  apiKey === undefined
    ? html`<form method="post" action="${base}/settings/key/reveal#key">${csrfField(csrf)}<button>Reveal</button></form>`
    : html`<a class="button" href="${base}/settings">Hide</a>`
}
<details>
<summary>Rotate …</summary>
<p>A new key is made, and the present one is refused from then on: programs that use it stop working until they are given the new one.</p>
<form method="post" action="${base}/settings/key/rotate">${csrfField(csrf)}<button class="danger">Rotate the key now</button></form>
</details>
</div>
</section>`;
}

function sharingSection(base: string, { csrf, isWatermarked }: AccountPage): Html {
  return html`<section class="card" aria-labelledby="sharing">
<h2 id="sharing">Shared pages</h2>
<form method="post" action="${base}/settings/sharing">
${csrfField(csrf)}
<p><label class="check"><input type="checkbox" name="watermark" value="yes"${isWatermarked && html` checked`}> Watermark on pictures that were not bought</label></p>
<button>Change sharing</button>
</form>
</section>`;
}

function usageSection(base: string, usage: Usage, listsPurchases: boolean): Html {
  const { enhancements, dailyLimit, registrations, sameName, sameNameLimit, credits, storedMb, storageMb } = usage;
  return html`<section class="card" aria-labelledby="usage">
<h2 id="usage">Usage</h2>
<dl>
<div><dt id="today">Enhancements today</dt><dd>${enhancements} of ${dailyLimit}${gauge("today", enhancements, dailyLimit)}</dd></div>
<div><dt>Registrations in the last hour</dt><dd>${registrations}</dd></div>
<div><dt id="same-name">Most of them with one file name</dt><dd>${sameName} of ${sameNameLimit}${gauge("same-name", sameName, sameNameLimit)}</dd></div>
<div><dt id="stored">Storage</dt><dd>${storedMb} ${storageMb === 0 ? "MB" : html`of ${storageMb} MB${gauge("stored", storedMb, storageMb)}`}</dd></div>
<div><dt>Credits used this month</dt><dd>${credits.thisMonth} (${credits.ever} ever; one for each image whose full size was downloaded${listsPurchases && html`; <a href="${base}/settings/purchases">list</a>`})</dd></div>
</dl>
<p class="hint">Days and months begin at midnight UTC.</p>
</section>`;
}

function gauge(label: string, value: number, most: number): Html {
  const max = Math.max(1, most);
  const high = Math.ceil(max * 0.8);
  return html`<meter aria-labelledby="${label}" min="0" max="${max}" high="${high}" low="0" optimum="0" value="${Math.min(value, max)}"></meter>`;
}
