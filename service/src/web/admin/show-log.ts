import { Type } from "@sinclair/typebox";
import { html } from "../../http/html.ts";
import type { App } from "../../http/route.ts";
import { searchActions } from "../../store/account-store.ts";
import { frameOf } from "../shell/frames.ts";
import { moment } from "../shell/layout.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { adminLayout, searchForm } from "./admin-layout.ts";

const pageQuery = Type.Object({
  q: Type.String({ maxLength: 200, default: "" }),
  /** A row's number, which may need 64 bits. */
  before: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$" })),
});

/** GET /admin/log: what was done with accounts, and by whom. */
export function showLog(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/admin/log",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { q, before } = request.query;
      const text = q.trim();
      const frame = frameOf(request, web);
      const { base } = frame.site;
      const { actions, older } = await searchActions(web.parts.database.queries, { text, before });
      const rows = actions.map(
        ({ done_at, action, email, detail, actor, member_email }) => html`<li>
<div class="row-head"><span><code>${action}</code> <bdi>${email}</bdi></span>${moment(done_at)}</div>
<p class="facts">${[member_email !== null && member_email !== email && `member ${member_email}`, detail, `by ${actor ?? "a command on the machine"}`].filter(Boolean).join(" · ")}</p>
</li>`,
      );
      const next = new URLSearchParams({ ...(text ? { q: text } : {}), before: older ?? "" }).toString();
      const main = html`${searchForm(`${base}/admin/log`, "Search the log", text)}
<ol class="rows">${rows}</ol>
${rows.length === 0 && html`<p>Nothing matches.</p>`}
${older !== undefined && html`<p><a href="${base}/admin/log?${next}">Older</a></p>`}`;
      return sendPage(reply, adminLayout(frame, "Log", "/admin/log", main));
    },
  });
}
