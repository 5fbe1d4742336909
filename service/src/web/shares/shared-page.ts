import { type Html, html } from "../../http/html.ts";
import { picturesPerPage, type StudioImage, type StudioOrder } from "../../store/studio-orders.ts";
import { layout, moment } from "../shell/layout.ts";
import type { Site } from "../shell/site.ts";
import { countOf, titleOf } from "../wording/words.ts";

export interface SharedPage {
  readonly token: string;
  readonly order: StudioOrder;
  /** Counts from 1. */
  readonly page: number;
  readonly expiresAt: Date;
  /** Whether pictures that were not bought have a watermark. */
  readonly isWatermarked: boolean;
}

/** What an agent sees: pictures and names, nothing of the account. */
export function sharedPage(site: Site, { token, order, page, expiresAt, isWatermarked }: SharedPage): Html {
  const address = `${site.base}/share/${token}`;
  const finished = order.images.filter(({ picture }) => picture !== undefined);
  const last = Math.ceil(order.total / picturesPerPage);
  return layout(
    { site },
    titleOf(order),
    undefined,
    html`<p class="facts">${countOf(order.counts.processed, "picture")} · the link expires ${moment(expiresAt)}</p>
<ul class="pictures">${finished.map((image) => sharedItem(address, image, isWatermarked))}</ul>
${finished.length === 0 && html`<p class="empty">No picture is finished yet; open the link again later.</p>`}
${last > 1 && html`<nav class="pages" aria-label="Pages of pictures">${page > 1 && html`<a rel="prev" href="${address}?page=${page - 1}">Previous pictures</a>`}<span>Page ${page} of ${last}</span>${page < last && html`<a rel="next" href="${address}?page=${page + 1}">Next pictures</a>`}</nav>`}`,
    { isWide: true },
  );
}

/** A click shows the picture, or looks around in it. */
function sharedItem(
  address: string,
  { imageId, name, picture, isBought, isThreesixty }: StudioImage,
  isWatermarked: boolean,
): Html {
  const version = `${picture?.version ?? ""}${isWatermarked && !isBought ? "w" : ""}`;
  const path = `${address}/images/${imageId}`;
  const target = isThreesixty ? `${path}/around` : `${path}?size=view&v=${version}`;
  return html`<li class="picture"><a class="frame" href="${target}"><img src="${path}?size=thumb&v=${version}" width="${picture?.width ?? 3}" height="${picture?.height ?? 2}" alt="${name}" loading="lazy" decoding="async"></a>
<div class="caption"><p class="name"><bdi>${name}</bdi></p>${isThreesixty && html`<p class="facts">360°</p>`}</div></li>`;
}
