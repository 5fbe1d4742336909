import { type Content, type Html, html } from "../../http/html.ts";
import type { ImageRow } from "../../store/image-store.ts";
import type { StudioFrame } from "../../store/studio-images.ts";
import { allows, badge, csrfField, type Frame, layout, notice, problem } from "../shell/layout.ts";
import { methodOf } from "../wording/image-words.ts";
import { preferenceFields } from "../wording/preference-fields.ts";
import { countOf, sentenceOf, stateOfImage } from "../wording/words.ts";
import { beforeFrame, exposureOf } from "./before-frame.ts";
import { pictureStage } from "./picture-stage.ts";

export interface ImagePage {
  readonly image: ImageRow;
  readonly orderTitle: string;
  readonly frames: readonly StudioFrame[];
  readonly place: { readonly place: number; readonly total: number; readonly before?: string; readonly after?: string };
  readonly csrf: string;
  readonly done?: string | undefined;
  readonly error?: string | undefined;
}

export function imagePage(frame: Frame, page: ImagePage): Html {
  const { base } = frame.site;
  const { image, orderTitle, place, done, error } = page;
  const { image_id: imageId, image_name: name } = image;
  const mayEdit = allows(frame, "editor");
  const link = (id: string | undefined, rel: "prev" | "next", text: string) =>
    id === undefined
      ? html`<span class="button off" aria-hidden="true">${text}</span>`
      : html`<a class="button" rel="${rel}" href="${base}/app/images/${id}">${text}</a>`;
  return layout(
    frame,
    name,
    "orders",
    html`${notice(done)}${problem(error)}
<div class="viewer">
${stage(base, page)}
<aside aria-label="About the picture">
${statePanel(base, page, mayEdit)}
${mayEdit && adjustPanel(base, page)}
${setPanel(base, page, mayEdit)}
${managePanel(`${base}/app/images/${imageId}`, page, mayEdit)}
</aside>
</div>`,
    {
      isWide: true,
      script: "picture",
      heading: html`<div class="viewer-head"><nav class="crumbs" aria-label="Path"><a href="${base}/app/orders">Orders</a> / <a href="${base}/app/orders/${image.order_id}"><bdi>${orderTitle}</bdi></a></nav>
<h1><bdi>${name}</bdi></h1>
<nav class="steps" aria-label="Pictures of the order">${link(place.before, "prev", "Previous")}<span class="facts">${place.place} of ${place.total}</span>${link(place.after, "next", "Next")}</nav></div>`,
    },
  );
}

function stage(base: string, { image, frames }: ImagePage): Html {
  const { image_id: imageId, image_name: name, result, downloaded } = image;
  const address = `${base}/app/images/${imageId}`;
  const before = beforeFrame(frames);
  if (!result) {
    const file = before && `${base}/app/frames/${before.bracketId}/picture?size=view&v=1`;
    return html`<div class="empty-stage">${file && html`<img src="${file}" alt="${name}, before">`}</div>`;
  }
  const version = `${result.preview.sha256.slice(0, 16)}${downloaded ? "b" : ""}`;
  const inSizes = (path: string, tag: string) => ({
    view: `${address}/${path}?size=view&v=${tag}`,
    full: `${address}/${path}?size=full&v=${tag}`,
  });
  return pictureStage({
    name,
    ...{ size: result.preview, fullWidth: result.full.width, isThreesixty: result.isThreesixty },
    after: inSizes("picture", version),
    before: before && inSizes("before", before.bracketId),
    isOfOrder: true,
    hint: downloaded ? undefined : "At 100 % the picture has a watermark until it is bought.",
  });
}

function statePanel(base: string, { image, csrf }: ImagePage, mayEdit: boolean): Html {
  const { result, status, status_reason: reason, preferences, approved_at, downloaded } = image;
  const state = stateOfImage({
    status,
    picture: result ? { width: result.preview.width, height: result.preview.height, version: "" } : undefined,
  });
  const address = `${base}/app/images/${image.image_id}`;
  return html`<section aria-labelledby="state">
<h2 id="state" class="sr">State</h2>
<p>${badge(state.text, state.tone)} ${approved_at !== null && badge("Approved", "good")} ${downloaded && badge("Bought", "plain")}</p>
${reason !== null && html`<p class="hint"><bdi>${sentenceOf(reason)}</bdi></p>`}
${
  result &&
  mayEdit &&
  html`<form method="post" action="${address}/download" class="inline">${csrfField(csrf)}
<label for="size" class="sr">Size</label><select id="size" name="size"><option value="print">Print: ${result.full.width} × ${result.full.height}</option><option value="mls">MLS: 2048 px</option><option value="web">Web: 1600 px, free</option></select>
<button>Download</button></form>
${!downloaded && html`<p class="hint">Print and MLS sizes use one credit, once for each picture.</p>`}`
}
${
  result &&
  html`<div class="row">
<form method="post" action="${address}/approve">${csrfField(csrf)}<input type="hidden" name="approved" value="${approved_at === null ? "yes" : "no"}"><button class="quiet">${approved_at === null ? "Approve" : "Withdraw approval"}</button></form>
<form method="post" action="${address}/rate" class="inline">${csrfField(csrf)}<label for="rating">Rating</label><select id="rating" name="rating">${[0, 1, 2, 3, 4, 5].map((stars) => html`<option value="${stars}"${stars === (preferences.rating ?? 0) && html` selected`}>${stars === 0 ? "None" : "★".repeat(stars)}</option>`)}</select><button class="quiet">Rate</button></form>
</div>`
}
</section>`;
}

function adjustPanel(base: string, { image, csrf }: ImagePage): Content {
  const address = `${base}/app/images/${image.image_id}`;
  return html`<section aria-labelledby="adjust">
<h2 id="adjust">Adjust</h2>
<form method="post" action="${address}/remake" id="adjust-form" data-trial="${address}/trial">
${csrfField(csrf)}
${preferenceFields(image.preferences)}
<p class="hint" id="trial-state" role="status"></p>
<p class="row"><button name="scope" value="picture">Make this picture again</button> <button name="scope" value="order" class="quiet">Apply to the order</button></p>
</form>
</section>`;
}

function setPanel(base: string, { image, frames }: ImagePage, mayEdit: boolean): Html {
  const { result, reasons } = image;
  const check = result?.check;
  return html`<section aria-labelledby="set">
<h2 id="set">${frames.length === 1 ? "Frame" : countOf(frames.length, "frame")}</h2>
<ol class="frames">${frames.map(
    (one, i) =>
      html`<li>${one.source && html`<img src="${base}/app/frames/${one.bracketId}/picture?size=thumb&v=1" alt="" loading="lazy" decoding="async">`}<span><bdi>${one.name}</bdi><span class="facts">${[exposureOf(one), i === 0 && frames.length > 1 && "gives its name"].filter(Boolean).join(" · ")}</span></span></li>`,
  )}</ol>
${reasons && reasons.length > 0 && html`<p class="hint">Why they form one picture: ${reasons.join("; ")}.</p>`}
${mayEdit && html`<p><a href="${base}/app/orders/${image.order_id}/grouping#set-${image.image_id}">Change the grouping</a></p>`}
${
  result &&
  html`<h3>Check</h3>
${check ? html`<p>${check.passed ? "The picture agrees with its frames." : "The picture differs from its frames in places:"}</p>` : html`<p class="hint">The picture was not compared with its frames.</p>`}
${check && check.findings.length > 0 && html`<ul class="plain-list">${check.findings.map((finding) => html`<li>${finding}</li>`)}</ul>`}
${check && frames.length > 1 && html`<p class="hint">${methodOf(check.rung)}</p>`}
${result.warnings.length > 0 && html`<h3>Warnings</h3><ul class="plain-list">${result.warnings.map((warning) => html`<li>${sentenceOf(warning)}</li>`)}</ul>`}`
}
</section>`;
}

const categories = ["Brightness", "Colour", "Windows", "Verticals", "Ghosts or double edges", "Sharpness", "Other"];

function managePanel(address: string, { csrf }: ImagePage, mayEdit: boolean): Html {
  return html`<section aria-label="${mayEdit ? "Report or delete" : "Report"}">
<details>
<summary>Report a problem</summary>
<form method="post" action="${address}/report">
${csrfField(csrf)}
<fieldset><legend>What is wrong?</legend>${categories.map((name) => html`<label class="check"><input type="checkbox" name="categories" value="${name}"> ${name}</label>`)}</fieldset>
<div class="field"><label for="comment">Comment</label><textarea id="comment" name="comment" rows="3" maxlength="10000"></textarea></div>
<button>Send the report</button>
</form>
</details>
${
  mayEdit &&
  html`<details>
<summary>Delete the picture</summary>
<p>The picture and its uploaded frames are deleted and cannot be restored.</p>
<form method="post" action="${address}/delete">${csrfField(csrf)}<button class="danger">Delete the picture and its frames</button></form>
</details>`
}
</section>`;
}
