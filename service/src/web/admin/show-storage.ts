import { statfs } from "node:fs/promises";
import { Type } from "@sinclair/typebox";
import { storageMbOf } from "../../domain/limits.ts";
import { type Content, html } from "../../http/html.ts";
import type { App } from "../../http/route.ts";
import { readAccounts } from "../../store/account-list.ts";
import { countBytes } from "../../store/account-storage.ts";
import { readStoredBytes } from "../../store/cluster-figures.ts";
import { frameOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { adminLayout, pageLinks, searchForm } from "./admin-layout.ts";

const pageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  q: Type.String({ maxLength: 200, default: "" }),
});

/** GET /admin/storage: what is used and free, in all and by account. */
export function showStorage(app: App, web: WebParts): void {
  const { database, config } = web.parts;
  app.route({
    method: "GET",
    url: "/admin/storage",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page, q } = request.query;
      const text = q.trim();
      const frame = frameOf(request, web);
      const { base } = frame.site;
      const used = await readStoredBytes(database.queries);
      const { bavail, bsize } = await statfs(config.dataDir);
      const { accounts, hasMore } = await readAccounts(database.queries, { page, text });
      const rows: Content[] = [];
      for (const account of accounts) {
        const stored = await countBytes(database.queries, account.accountId);
        const most = storageMbOf(account, config);
        rows.push(
          html`<tr><th scope="row"><a href="${base}/admin/accounts/${account.accountId}"><bdi>${account.email}</bdi></a></th><td>${sizeOf(stored)}</td><td>${most === 0 ? "unlimited" : `${most} MB`}</td></tr>`,
        );
      }
      const address = (number: number) =>
        `${base}/admin/storage?${new URLSearchParams({ ...(text ? { q: text } : {}), page: String(number) })}`;
      const main = html`<section class="card" aria-labelledby="all">
<h2 id="all">In all</h2>
<dl>
<div><dt>Uploads and pictures, counted every six hours</dt><dd>${used === undefined ? "not counted yet" : sizeOf(used)}</dd></div>
<div><dt>Free on the disk of this process's data folder</dt><dd>${sizeOf(bavail * bsize)}</dd></div>
<div><dt>Pictures are stored in</dt><dd>${config.storage ? `the bucket ${config.storage.bucket}` : "the data folder"}</dd></div>
</dl>
</section>
<section class="card" aria-labelledby="accounts">
<h2 id="accounts">By account</h2>
${searchForm(`${base}/admin/storage`, "Search by e-mail address", text)}
<table><thead><tr><th scope="col">Account</th><th scope="col">Used</th><th scope="col">Limit</th></tr></thead><tbody>${rows}</tbody></table>
${pageLinks(address, page, hasMore)}
</section>`;
      return sendPage(reply, adminLayout(frame, "Storage", "/admin/storage", main));
    },
  });
}

function sizeOf(bytes: number): string {
  const mb = bytes / 2 ** 20;
  return mb < 1024 ? `${mb.toFixed(1)} MB` : `${(mb / 1024).toFixed(1)} GB`;
}
