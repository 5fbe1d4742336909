import { type Member, type MemberRole, memberRoles } from "../../domain/member.ts";
import { type Content, type Html, html } from "../../http/html.ts";
import type { MemberInvitation } from "../../store/team.ts";
import { badge, csrfField, type Frame, field, layout, moment, notice, problem } from "../shell/layout.ts";

export interface TeamPage {
  readonly csrf: string;
  /** The visitor. */
  readonly self: string;
  readonly members: readonly (Member & { readonly createdAt: Date; readonly hasPassword: boolean })[];
  readonly invitations: readonly MemberInvitation[];
  /** The address of a new invitation, to be passed on by hand. */
  readonly link?: string | undefined;
  readonly email?: string;
  readonly done?: string | undefined;
  readonly errors?: Partial<Record<"email" | "team", string>>;
}

const meanings: Record<MemberRole, string> = {
  viewer: "looks at pictures, rates and approves them, reports problems",
  editor: "also uploads, makes again, downloads, buys, shares and deletes",
  owner: "also sees the API key, sets webhooks and changes the team",
};

export function teamPage(frame: Frame, page: TeamPage): Html {
  const { csrf, members, invitations, link, done, errors = {}, email = "" } = page;
  const { base } = frame.site;
  return layout(
    frame,
    "Team",
    "team",
    html`${notice(done)}${problem(errors.team)}
<section class="card" aria-labelledby="members">
<h2 id="members">Members</h2>
<ol class="rows">${members.map((member) => memberRow(base, page, member))}</ol>
</section>
${invitations.length > 0 && html`<section class="card" aria-labelledby="invited"><h2 id="invited">Invited</h2><ol class="rows">${invitations.map((one) => invitationRow(base, csrf, one))}</ol></section>`}
<section class="card" aria-labelledby="invite">
<h2 id="invite">Invite someone</h2>
${link !== undefined && html`<div class="field"><label for="link">Address of the invitation; pass it on, it is shown only now</label><input id="link" class="code" type="text" readonly value="${link}" autocomplete="off" spellcheck="false"></div>`}
<form method="post" action="${base}/settings/team/invite#invite">
${csrfField(csrf)}
${field({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "off", required: true, error: errors.email })}
${roleField("role", "Role", "viewer")}
<button>Invite</button>
</form>
<dl class="roles">${memberRoles.map((role) => html`<div><dt>${role}</dt><dd>${meanings[role]}</dd></div>`)}</dl>
</section>`,
  );
}

function memberRow(base: string, { csrf, self }: TeamPage, member: TeamPage["members"][number]): Html {
  const { memberId, email, role, hasPassword, createdAt } = member;
  const address = `${base}/settings/team/${memberId}`;
  return html`<li>
<div class="row-head"><span><bdi>${email}</bdi> ${badge(role, "plain")}${memberId === self && " (you)"}</span>${moment(createdAt)}</div>
${!hasPassword && html`<p class="facts">Signs in by links</p>`}
<div class="actions">
<details><summary aria-label="Change the role of ${email}">Change the role …</summary>
<form method="post" action="${address}/role">${csrfField(csrf)}${roleField(`role-${memberId}`, `Role of ${email}`, role)}<button>Change the role</button></form></details>
<details><summary aria-label="Remove ${email}">Remove …</summary>
<p>The sessions end at once.</p>
<form method="post" action="${address}/remove">${csrfField(csrf)}<button class="danger" aria-label="Remove ${email} now">Remove now</button></form></details>
</div>
</li>`;
}

function roleField(id: string, label: string, current: MemberRole): Content {
  return html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="role">${memberRoles.map((role) => html`<option${role === current && html` selected`}>${role}</option>`)}</select></div>`;
}

function invitationRow(base: string, csrf: string, { email, role, expiresAt }: MemberInvitation): Html {
  return html`<li>
<div class="row-head"><span><bdi>${email}</bdi> ${badge(role, "plain")}</span><span>until ${moment(expiresAt)}</span></div>
<div class="actions"><form method="post" action="${base}/settings/team/withdraw">${csrfField(csrf)}<input type="hidden" name="email" value="${email}"><button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button></form></div>
</li>`;
}
