import { createHash } from "node:crypto";
import { type Content, type Html, html } from "../../http/html.ts";
import type { StudioImage, StudioOrder } from "../../store/studio-orders.ts";
import { badge } from "../shell/layout.ts";
import { countOf, sentenceOf, stateOfImage, stateOfOrder } from "../wording/words.ts";

/**
 * One picture in the list of its order. The page replaces it when something changes. Only visitors who may download
 * pictures select them.
 */
export function pictureCard(base: string, image: StudioImage, { mayPick }: { readonly mayPick: boolean }): Html {
  const { imageId, name, frames, remarks, reason, isApproved, rating, isThreesixty, isBought } = image;
  const state = stateOfImage(image);
  const facts = [
    frames > 1 && countOf(frames, "frame"),
    isThreesixty && "360°",
    rating > 0 && `rated ${rating} of 5`,
    isBought && "bought",
    remarks > 0 && countOf(remarks, "remark"),
  ].filter((fact) => fact !== false);
  return html`<li class="picture" id="picture-${imageId}" data-version="${versionOf(image)}">
<a href="${base}/app/images/${imageId}" class="frame" aria-label="${name}: ${state.text}">${thumbnail(base, image)}</a>
<div class="caption">
${mayPick && html`<label class="pick"><input type="checkbox" name="images" value="${imageId}" form="download"><span class="sr">Select ${name}</span></label>`}
<p class="name"><bdi>${name}</bdi></p>
${state.text !== "Ready" && badge(state.text, state.tone)}${isApproved && badge("Approved", "good")}
${facts.length > 0 && html`<p class="facts">${facts.join(" · ")}</p>`}
${reason !== null && html`<p class="hint"><bdi>${sentenceOf(reason)}</bdi></p>`}
</div>
</li>`;
}

export function thumbnail(base: string, { imageId, name, picture, status }: StudioImage): Content {
  if (!picture) return html`<span class="no-picture${status === "processing" && " is-busy"}"></span>`;
  const { width, height, version } = picture;
  const path = `${base}/app/images/${imageId}/picture?size=thumb&v=${version}`;
  return html`<img src="${path}" width="${width}" height="${height}" alt="${name}, enhanced" loading="lazy" decoding="async">`;
}

/** Changes with everything that a card shows. */
export function versionOf(image: StudioImage): string {
  return createHash("sha256").update(JSON.stringify(image)).digest("hex").slice(0, 12);
}

/** The line that says how far the order is. */
export function orderSummary(order: StudioOrder): Html {
  const { counts, total, isMerging } = order;
  const { text, tone } = stateOfOrder(order);
  const isMaking = !isMerging && counts.processing > 0;
  return html`<p class="state ${tone}">${text}</p>
${isMaking && html`<progress max="${total}" value="${counts.processed + counts.error}" aria-label="Pictures ready"></progress>`}`;
}
