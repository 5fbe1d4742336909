import { createHash } from "node:crypto";
import { type Content, type Html, html } from "../../http/html.ts";
import { picturesPerPage, type StudioOrder } from "../../store/studio-orders.ts";
import { allows, csrfField, type Frame, layout, moment, notice, problem } from "../shell/layout.ts";
import { downloadSizes } from "../wording/download-sizes.ts";
import { titleOf } from "../wording/words.ts";
import { orderSummary, pictureCard, versionOf } from "./picture-card.ts";

export interface OrderPage {
  readonly order: StudioOrder;
  /** Counts from 1. */
  readonly page: number;
  readonly csrf: string;
  readonly done?: string | undefined;
  readonly error?: string | undefined;
}

export function orderPage(frame: Frame, { order, page, csrf, done, error }: OrderPage): Html {
  const { base } = frame.site;
  const address = `${base}/app/orders/${order.orderId}`;
  const title = titleOf(order);
  const mayEdit = allows(frame, "editor");
  return layout(
    frame,
    title,
    "orders",
    html`${notice(done)}${problem(error)}
<div id="summary" role="status" data-events="${address}/events?page=${page}&seen=${stateTag(order)}">${orderSummary(order)}</div>
${mayEdit && actions(address, order, csrf)}
<ul class="pictures" id="pictures">${order.images.map((image) => pictureCard(base, image, { mayPick: mayEdit }))}</ul>
${order.total === 0 && html`<p class="empty" id="no-pictures">${order.waitingFiles > 0 ? "The files are uploaded, but no pictures were started." : "This order has no pictures yet."}</p>`}
${pages(address, order.total, page)}
${mayEdit && manage(address, order, csrf)}`,
    {
      isWide: true,
      script: "order",
      heading: html`<nav class="crumbs" aria-label="Path"><a href="${base}/app/orders">Orders</a></nav>
<div class="title"><h1><bdi>${title}</bdi></h1><p class="facts">${moment(order.createdAt)}</p></div>`,
    },
  );
}

function actions(address: string, order: StudioOrder, csrf: string): Html {
  const hasPictures = order.images.some(({ picture }) => picture !== undefined);
  return html`<div class="bar">
<form id="download" class="inline" method="post" action="${address}/zip" data-with-pictures${!hasPictures && html` hidden`}>
${csrfField(csrf)}
<label for="size" class="sr">Size of the pictures</label>
<select id="size" name="size">${downloadSizes.map(({ name, label }) => html`<option value="${name}">${label}</option>`)}</select>
<button id="download-button">Download all</button>
</form>
<a class="button" href="${address}/upload">Add photographs</a>
${order.total > 0 && html`<a class="button" href="${address}/grouping">Grouping</a>`}
<a class="button" href="${address}/shares" data-with-pictures${!hasPictures && html` hidden`}>Share</a>
</div>`;
}

function manage(address: string, order: StudioOrder, csrf: string): Html {
  return html`<section class="manage" aria-label="Manage the order">
<details>
<summary>Rename the order</summary>
<form method="post" action="${address}/rename">
${csrfField(csrf)}
<div class="field"><label for="name">Name</label><input id="name" name="name" type="text" value="${order.name ?? ""}" maxlength="1024" autocomplete="off"></div>
<button>Rename</button>
</form>
</details>
<details>
<summary>Delete the order</summary>
<p>Its pictures and the uploaded files are deleted and cannot be restored.</p>
<form method="post" action="${address}/delete">${csrfField(csrf)}<button class="danger">Delete the order and its files</button></form>
</details>
</section>`;
}

function pages(address: string, total: number, page: number): Content {
  const last = Math.ceil(total / picturesPerPage);
  return (
    last > 1 &&
    html`<nav class="pages" aria-label="Pages of pictures">
${page > 1 && html`<a rel="prev" href="${address}?page=${page - 1}">Previous pictures</a>`}
<span>Page ${page} of ${last}</span>
${page < last && html`<a rel="next" href="${address}?page=${page + 1}">Next pictures</a>`}
</nav>`
  );
}

/** Changes with everything that the page of an order shows of its state. */
export function stateTag(order: StudioOrder): string {
  const { images, ...rest } = order;
  return createHash("sha256")
    .update(JSON.stringify([rest, images.map((image) => [image.imageId, versionOf(image)])]))
    .digest("hex")
    .slice(0, 16);
}
