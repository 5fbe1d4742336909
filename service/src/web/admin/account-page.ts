import { apiVersions } from "../../accounts/api-version.ts";
import { tiers } from "../../domain/account.ts";
import type { Member } from "../../domain/member.ts";
import { type Content, type Html, html } from "../../http/html.ts";
import type { OwnLimits } from "../../store/account-limits.ts";
import type { ListedAccount } from "../../store/account-list.ts";
import type { Usage } from "../../store/usage.ts";
import { badge, csrfField, type Frame, moment, notice, problem } from "../shell/layout.ts";
import { stateBadge } from "./accounts-page.ts";
import { adminLayout } from "./admin-layout.ts";

export interface OneAccountPage {
  readonly csrf: string;
  readonly account: ListedAccount;
  readonly usage: Usage;
  /** What applies now. */
  readonly limits: Readonly<Record<keyof OwnLimits, number>>;
  readonly members: readonly Member[];
  readonly result?: string | undefined;
  readonly done?: string | undefined;
  readonly error?: string | undefined;
}

export const limitFields: readonly { readonly name: keyof OwnLimits; readonly label: string }[] = [
  { name: "dailyLimit", label: "Enhancements a day" },
  { name: "sameNameLimit", label: "Registrations of one file name an hour" },
  { name: "storageMb", label: "Storage in MB; 0: unlimited" },
  { name: "retentionDays", label: "Days that orders are kept; 0: until they are deleted" },
];

export function oneAccountPage(frame: Frame, page: OneAccountPage): Html {
  const { account, usage, members, result, done, error, csrf } = page;
  const { base } = frame.site;
  const address = `${base}/admin/accounts/${account.accountId}`;
  return adminLayout(
    frame,
    account.email,
    "/admin",
    html`${notice(done)}${problem(error)}
${result !== undefined && html`<section class="card" aria-labelledby="result"><h2 id="result">Shown only now</h2><pre tabindex="0">${result}</pre></section>`}
<section class="card" aria-labelledby="facts">
<h2 id="facts">Account</h2>
<dl>
<div><dt>State</dt><dd>${stateBadge(account.state)}</dd></div>
<div><dt>Created</dt><dd>${moment(account.createdAt)}</dd></div>
<div><dt>Id</dt><dd><code>${account.accountId}</code></dd></div>
<div><dt>Enhancements today</dt><dd>${usage.enhancements} of ${usage.dailyLimit}</dd></div>
<div><dt>Storage</dt><dd>${usage.storedMb} MB${usage.storageMb > 0 && ` of ${usage.storageMb} MB`}</dd></div>
<div><dt>Credits this month</dt><dd>${usage.credits.thisMonth} (${usage.credits.ever} ever)</dd></div>
</dl>
<p><a href="${base}/admin/log?${new URLSearchParams({ q: account.email }).toString()}">Log of this account</a></p>
</section>
<section class="card" aria-labelledby="members">
<h2 id="members">Members</h2>
<ol class="rows">${members.map((member) => memberRow(address, csrf, member, account.state === "active"))}</ol>
${members.length === 0 && html`<p>None.</p>`}
</section>
${account.state !== "deleted" && [settings(address, page), limits(address, page)]}
${endings(address, page)}`,
  );
}

function memberRow(address: string, csrf: string, { memberId, email, role, isOperator }: Member, isActive: boolean) {
  return html`<li><div class="row-head"><span><bdi>${email}</bdi> ${badge(role, "plain")}${isOperator && [" ", badge("operator", "busy")]}</span></div>
${isActive && html`<div class="actions"><form method="post" action="${address}/link">${csrfField(csrf)}<input type="hidden" name="member_id" value="${memberId}"><button class="quiet" aria-label="Make a sign-in link for ${email}">Make a sign-in link</button></form></div>`}</li>`;
}

function settings(address: string, { csrf, account: { tier, apiVersion } }: OneAccountPage): Html {
  const versions = [...new Set([...apiVersions, apiVersion])].sort();
  return html`<section class="card" aria-labelledby="settings">
<h2 id="settings">Tier and version</h2>
<form method="post" action="${address}/tier" class="line">${csrfField(csrf)}
<label for="tier">Tier</label><select id="tier" name="tier">${tiers.map((one) => html`<option${one === tier && html` selected`}>${one}</option>`)}</select><button class="quiet">Change tier</button></form>
<form method="post" action="${address}/version" class="line">${csrfField(csrf)}
<label for="version">API version</label><select id="version" name="version">${versions.map((one) => html`<option${one === apiVersion && html` selected`}>${one}</option>`)}</select><button class="quiet">Change version</button></form>
</section>`;
}

function limits(address: string, { csrf, account, limits: current }: OneAccountPage): Html {
  return html`<section class="card" aria-labelledby="limits">
<h2 id="limits">Limits of this account</h2>
<form method="post" action="${address}/limits">${csrfField(csrf)}
${limitFields.map(
  ({ name, label }) => html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" inputmode="numeric" pattern="[0-9]{0,9}" value="${account[name]}" autocomplete="off" aria-describedby="${name}-hint">
<p class="hint" id="${name}-hint">${account[name] === null ? `Empty: as the tier and the settings say, now ${current[name]}.` : "Empty: as the tier and the settings say."}</p></div>`,
)}
<button>Save the limits</button>
</form>
</section>`;
}

function endings(address: string, { csrf, account: { state, email } }: OneAccountPage): Content {
  const confirm = (action: "delete" | "erase", text: string, what: string) => html`<details>
<summary>${text} …</summary>
<p>${what}</p>
<form method="post" action="${address}/remove">${csrfField(csrf)}<input type="hidden" name="action" value="${action}">
<div class="field"><label for="confirm-${action}">Type ${email} to confirm</label><input id="confirm-${action}" name="confirm" type="text" required autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button class="danger">${text} now</button></form>
</details>`;
  const switched = state === "active" ? "suspend" : "resume";
  return html`<section class="card" aria-labelledby="end">
<h2 id="end">Suspend or remove</h2>
<div class="actions">
${state !== "deleted" && html`<form method="post" action="${address}/state">${csrfField(csrf)}<input type="hidden" name="state" value="${switched}"><button class="quiet">${switched === "suspend" ? "Suspend" : "Resume"}</button></form>`}
${state !== "deleted" && confirm("delete", "Delete the account", "Removes its key, members, webhook and files. Its rows stay until it is erased.")}
${confirm("erase", "Erase the account", "Removes its key, members, webhook, files and every row, and searches for what may be left. It cannot be restored.")}
</div>
</section>`;
}
