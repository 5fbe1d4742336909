import { type Content, type Html, html } from "../../http/html.ts";
import type { StudioOrder } from "../../store/studio-orders.ts";
import { allows, badge, type Frame, layout, moment } from "../shell/layout.ts";
import { countOf, stateOfOrder, titleOf } from "../wording/words.ts";
import { thumbnail } from "./picture-card.ts";

interface OrdersPage {
  readonly orders: readonly StudioOrder[];
  readonly page: number;
  readonly hasMore: boolean;
  /** What was searched for. */
  readonly text: string;
}

export function ordersPage(frame: Frame, { orders, page, hasMore, text }: OrdersPage): Html {
  const { base } = frame.site;
  const mayAdd = allows(frame, "editor");
  const address = (other: number) =>
    `${base}/app/orders?${new URLSearchParams({ ...(text ? { q: text } : {}), page: String(other) })}`;
  return layout(
    frame,
    "Orders",
    "orders",
    html`<div class="bar">
<form class="search" method="get" action="${base}/app/orders" role="search">
<label for="q" class="sr">Search orders and pictures by name</label>
<input id="q" name="q" type="search" value="${text}" placeholder="Search by name" maxlength="200">
<button class="quiet">Search</button>
</form>
${mayAdd && html`<a class="button main" href="${base}/app/orders/new">New order</a>`}
</div>
${orders.length === 0 && emptyList(base, { text, page, mayAdd })}
<ul class="orders">
${orders.map((order) => orderRow(base, order))}
</ul>
<nav class="pages" aria-label="Pages of orders">
${page > 1 && html`<a rel="prev" href="${address(page - 1)}">Newer</a>`}
${hasMore && html`<a rel="next" href="${address(page + 1)}">Older</a>`}
</nav>`,
    { isWide: true },
  );
}

interface EmptyList extends Pick<OrdersPage, "text" | "page"> {
  readonly mayAdd: boolean;
}

function emptyList(base: string, { text, page, mayAdd }: EmptyList): Html {
  if (text !== "")
    return html`<p>No order or picture has a name with “<bdi>${text}</bdi>”. <a href="${base}/app/orders">Show all orders</a></p>`;
  if (page > 1) return html`<p>No more orders. <a href="${base}/app/orders">Show the newest</a></p>`;
  if (!mayAdd) return html`<p class="empty">No orders yet.</p>`;
  return html`<p class="empty">No orders yet. <a href="${base}/app/orders/new">Add the photographs of a property</a> to make the first one.</p>`;
}

function orderRow(base: string, order: StudioOrder): Html {
  const { orderId, createdAt, total, images, waitingFiles } = order;
  const { text, tone } = stateOfOrder(order);
  const rest = total - images.length;
  return html`<li class="order">
<div class="about">
<h2><a href="${base}/app/orders/${orderId}"><bdi>${titleOf(order)}</bdi></a></h2>
<p>${badge(text, tone)}</p>
<p class="facts">${moment(createdAt)} · ${countOf(total, "picture")}${total > 0 && waitingFiles > 0 && ` · ${countOf(waitingFiles, "file")} not grouped`}</p>
</div>
<div class="strip" aria-hidden="true">${images.map((image): Content => html`<span>${thumbnail(base, image)}</span>`)}${rest > 0 && html`<span class="more">+${rest}</span>`}</div>
</li>`;
}
