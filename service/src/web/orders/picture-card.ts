import { hash } from "node:crypto";
import { type Content, type Html, html } from "../../http/html.ts";
import type { StudioImage, StudioOrder } from "../../store/studio-orders.ts";
import { badge } from "../shell/layout.ts";
import { countOf, sentenceOf, stateOfImage, stateOfOrder } from "../wording/words.ts";

interface CardOptions {
  readonly mayPick: boolean;
}

/** Cards that are kept, the oldest first: those of ten large orders take 2 MB. */
const keptCards = 2000;
const cards = new Map<string, Html>();

/**
 * One picture in the list of its order. The page replaces it when something changes. Only visitors who may download
 * pictures select them. A card of the same version is the same.
 */
export function pictureCard(base: string, image: StudioImage, { mayPick }: CardOptions): Html {
  const key = `${base} ${mayPick} ${image.imageId} ${versionOf(image)}`;
  const known = cards.get(key);
  if (known) return known;
  const card = renderCard(base, image, { mayPick });
  cards.set(key, card);
  for (const oldest of cards.keys()) {
    if (cards.size <= keptCards) break;
    cards.delete(oldest);
  }
  return card;
}

function renderCard(base: string, image: StudioImage, { mayPick }: CardOptions): Html {
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

const versions = new WeakMap<StudioImage, string>();

/** Changes with everything that a card shows. Computed once for each image that was read. */
export function versionOf(image: StudioImage): string {
  const known = versions.get(image);
  if (known !== undefined) return known;
  const version = hash("sha256", JSON.stringify(image)).slice(0, 12);
  versions.set(image, version);
  return version;
}

/** The line that says how far the order is. */
export function orderSummary(order: StudioOrder): Html {
  const { counts, total, isMerging } = order;
  const { text, tone } = stateOfOrder(order);
  const isMaking = !isMerging && counts.processing > 0;
  return html`<p class="state ${tone}">${text}</p>
${isMaking && html`<progress max="${total}" value="${counts.processed + counts.error}" aria-label="Pictures ready"></progress>`}`;
}
