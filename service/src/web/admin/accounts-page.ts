import { tiers } from "../../domain/account.ts";
import { type Html, html } from "../../http/html.ts";
import type { AccountState, ListedAccount } from "../../store/account-list.ts";
import { badge, csrfField, type Frame, field, moment, notice, problem } from "../shell/layout.ts";
import { adminLayout, pageLinks, searchForm } from "./admin-layout.ts";

export interface AccountsPage {
  readonly csrf: string;
  readonly accounts: readonly (ListedAccount & { readonly ownDaily: number })[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly text: string;
  /** What a new account is reached with, shown once. */
  readonly result?: string | undefined;
  readonly done?: string | undefined;
  readonly error?: string | undefined;
  readonly email?: string;
}

export function stateBadge(state: AccountState): Html {
  return badge(state, state === "active" ? "good" : state === "suspended" ? "busy" : "bad");
}

export function accountsPage(frame: Frame, page: AccountsPage): Html {
  const { csrf, accounts, text, result, done, error, email = "" } = page;
  const { base } = frame.site;
  const address = (number: number) =>
    `${base}/admin?${new URLSearchParams({ ...(text ? { q: text } : {}), page: String(number) })}`;
  return adminLayout(
    frame,
    "Accounts",
    "/admin",
    html`${notice(done)}${problem(error)}
${result !== undefined && html`<section class="card" aria-labelledby="result"><h2 id="result">Shown only now</h2><pre tabindex="0">${result}</pre></section>`}
${searchForm(`${base}/admin`, "Search by e-mail address", text)}
<ol class="rows">${accounts.map(
      ({ accountId, email: name, tier, state, createdAt, members, enhancements, ownDaily }) => html`<li>
<div class="row-head"><span><a href="${base}/admin/accounts/${accountId}"><bdi>${name}</bdi></a> ${badge(tier, "plain")} ${stateBadge(state)}</span>${moment(createdAt)}</div>
<p class="facts">${enhancements} of ${ownDaily} enhancements today · ${members} ${members === 1 ? "member" : "members"}</p>
</li>`,
    )}</ol>
${accounts.length === 0 && html`<p>No account matches.</p>`}
${pageLinks(address, page.page, page.hasMore)}
<section class="card" aria-labelledby="new">
<h2 id="new">New account</h2>
<form method="post" action="${base}/admin/accounts">
${csrfField(csrf)}
${field({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "off", required: true })}
<div class="field"><label for="tier">Tier</label><select id="tier" name="tier">${tiers.map((tier) => html`<option${tier === "standard" && html` selected`}>${tier}</option>`)}</select></div>
<div class="actions"><button name="how" value="invite">Invite</button> <button name="how" value="add" class="quiet">Make it with a random password</button></div>
</form>
</section>`,
  );
}
