import { type Html, html } from "../../http/html.ts";
import type { Share } from "../../store/shares.ts";
import { allows, csrfField, type Frame, layout, moment } from "../shell/layout.ts";

export interface SharesPage {
  readonly orderId: string;
  readonly title: string;
  readonly shares: readonly Share[];
  readonly isWatermarked: boolean;
  /** The address of the link that was just created; it is not shown again. */
  readonly created?: string | undefined;
  readonly csrf: string;
}

/** How long a link may be valid, in days. */
export const shareDays = [7, 30, 90] as const;

export function sharesPage(frame: Frame, page: SharesPage): Html {
  const { orderId, title, shares, isWatermarked, created, csrf } = page;
  const { base } = frame.site;
  const address = `${base}/app/orders/${orderId}`;
  return layout(
    frame,
    `Share ${title}`,
    "orders",
    html`${
      created !== undefined &&
      html`<section class="card" aria-labelledby="new-link"><h2 id="new-link">New link</h2>
<p>Copy it now; it is not shown again. Everyone who has it can see the pictures of this order.</p>
<label for="link" class="sr">Link</label><input id="link" class="code" type="text" readonly value="${created}"></section>`
    }
<section class="card" aria-labelledby="create"><h2 id="create">Share with the agent</h2>
<p>A link shows the finished pictures at 1600 px, without an account. ${isWatermarked ? "Pictures that were not bought have a watermark." : "No picture has a watermark."}${allows(frame, "owner") && html` <a href="${base}/settings#sharing">Change this for all links</a>`}</p>
<form method="post" action="${address}/shares" class="inline">${csrfField(csrf)}<label for="days">Valid for</label><select id="days" name="days">${shareDays.map((days) => html`<option value="${days}">${days} days</option>`)}</select><button>Create a link</button></form></section>
${
  shares.length > 0 &&
  html`<section class="card" aria-labelledby="links"><h2 id="links">Links</h2><ul class="rows">${shares.map(
    ({ tokenHash, createdAt, expiresAt }) =>
      html`<li><div class="row-head"><span>Created ${moment(createdAt)}, expires ${moment(expiresAt)}</span>
<form method="post" action="${address}/shares/end">${csrfField(csrf)}<input type="hidden" name="link" value="${tokenHash}"><button class="quiet" aria-label="End the link of ${createdAt.toISOString()}">End</button></form></div></li>`,
  )}</ul></section>`
}`,
    {
      isWide: true,
      heading: html`<nav class="crumbs" aria-label="Path"><a href="${base}/app/orders">Orders</a> / <a href="${address}"><bdi>${title}</bdi></a></nav><h1>Share</h1>`,
    },
  );
}
