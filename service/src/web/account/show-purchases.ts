import { Type } from "@sinclair/typebox";
import { html } from "../../http/html.ts";
import type { App } from "../../http/route.ts";
import { listPurchases } from "../../store/purchase-list.ts";
import { readUsage } from "../../store/usage.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { layout, moment } from "../shell/layout.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { countOf } from "../wording/words.ts";

const pageQuery = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }) });

/** GET /settings/purchases: the pictures that used a credit. */
export function showPurchases(app: App, web: WebParts): void {
  const { queries } = web.parts.database;
  app.route({
    method: "GET",
    url: "/settings/purchases",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page } = request.query;
      const { account } = visitorOf(request);
      const { credits } = await readUsage(queries, account, web.parts.config);
      const { purchases, hasMore } = await listPurchases(queries, account.accountId, page);
      const { base } = web.site;
      const main = html`<p>${countOf(credits.thisMonth, "credit")} this month, ${credits.ever} in all. A picture uses one credit when it is first downloaded larger than 1600 px.</p>
${purchases.length === 0 && html`<p class="hint">No purchases${page > 1 && " on this page"}.</p>`}
<ul class="rows">${purchases.map(
        ({ imageId, imageName, orderName, orderId, purchasedAt, exists }) =>
          html`<li><div class="row-head"><span>${exists ? html`<a href="${base}/app/images/${imageId}"><bdi>${imageName}</bdi></a>` : html`<bdi>${imageName}</bdi> (deleted)`} <span class="facts">${exists && html`in <a href="${base}/app/orders/${orderId}"><bdi>${orderName ?? "an order without a name"}</bdi></a>`}</span></span>${moment(purchasedAt)}</div></li>`,
      )}</ul>
<nav class="pages" aria-label="Pages of purchases">${page > 1 && html`<a rel="prev" href="${base}/settings/purchases?page=${page - 1}">Newer</a>`}${hasMore && html`<a rel="next" href="${base}/settings/purchases?page=${page + 1}">Older</a>`}</nav>`;
      return sendPage(reply, layout(frameOf(request, web), "Purchases", "account", main));
    },
  });
}
