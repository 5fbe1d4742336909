import type { RecentImage, RecentOrder } from "../../../store/recent-orders.ts";
import { type Content, type Html, html } from "../html.ts";
import { badge, type Frame, layout, moment } from "../layout.ts";

export function ordersPage(
  frame: Frame,
  { orders, page, hasMore }: { orders: readonly RecentOrder[]; page: number; hasMore: boolean },
): Html {
  const { base } = frame.site;
  return layout(
    frame,
    "Orders",
    "orders",
    html`${orders.length === 0 && html`<p>${page === 1 ? "No orders yet. The API makes them: see its" : "No more orders. See the API's"} <a href="${base}/docs">documentation</a>.</p>`}
${orders.map((order) => orderCard(base, order))}
<nav class="pages" aria-label="Pages of orders">
${page > 1 && html`<a rel="prev" href="${base}/settings/orders?page=${page - 1}">Newer</a>`}
${hasMore && html`<a rel="next" href="${base}/settings/orders?page=${page + 1}">Older</a>`}
</nav>`,
  );
}

export function orderPage(frame: Frame, order: RecentOrder): Html {
  const { base } = frame.site;
  const back = html`<p><a href="${base}/settings/orders">All orders</a></p>`;
  return layout(frame, "Order", "orders", html`${back}${orderCard(base, order)}`);
}

function orderCard(base: string, order: RecentOrder): Html {
  const { orderId, name, createdAt, counts, total, images } = order;
  const heading = `order-${orderId}`;
  const parts = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`);
  return html`<section class="card order" aria-labelledby="${heading}">
<div class="row-head">
<h2 id="${heading}"><bdi>${name ?? orderId}</bdi> ${orderBadge(order)}</h2>
${moment(createdAt)}
</div>
<p class="facts">${name !== null && html`<code>${orderId}</code> · `}${total} ${total === 1 ? "image" : "images"}${parts.length > 0 && ` (${parts.join(", ")})`}</p>
${images.length > 0 && html`<ul class="pictures">${images.map((image) => pictureItem(base, image))}</ul>`}
${total > images.length && html`<p class="facts"><a href="${base}/settings/orders/${encodeURIComponent(orderId)}">and ${total - images.length} more</a></p>`}
</section>`;
}

function orderBadge({ isMerging, counts, total }: RecentOrder): Html {
  if (isMerging) return badge("grouping", "busy");
  if (counts.processing > 0) return badge("processing", "busy");
  if (counts.registered === total) return badge("waiting", "plain");
  return counts.error === total - counts.registered ? badge("error", "bad") : badge("processed", "good");
}

const tones = { registered: "plain", processing: "busy", processed: "good", error: "bad" } as const;

function pictureItem(base: string, image: RecentImage): Html {
  return html`<li class="${image.status}">
${thumbnail(base, image)}
<p class="name"><bdi>${image.name}</bdi></p>
<p>${badge(image.status, tones[image.status])}</p>
${image.reason !== null && html`<p class="hint"><bdi>${image.reason}</bdi></p>`}
</li>`;
}

function thumbnail(base: string, { imageId, name, picture }: RecentImage): Content {
  if (!picture) return html`<div class="no-picture" aria-hidden="true"></div>`;
  const { width, height, version } = picture;
  const path = `${base}/settings/images/${encodeURIComponent(imageId)}/thumbnail?v=${version}`;
  return html`<img src="${path}" width="${width}" height="${height}" alt="${name}, enhanced" loading="lazy" decoding="async">`;
}
