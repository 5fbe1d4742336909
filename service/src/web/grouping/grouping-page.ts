import { type Html, html } from "../../http/html.ts";
import type { StudioFrame } from "../../store/studio-images.ts";
import { picturesPerPage, type StudioOrder } from "../../store/studio-orders.ts";
import { exposureOf } from "../pictures/before-frame.ts";
import { csrfField, type Frame, layout, problem } from "../shell/layout.ts";
import { countOf, titleOf } from "../wording/words.ts";

export interface GroupingPage {
  readonly order: StudioOrder;
  /** Counts from 1. */
  readonly page: number;
  readonly frames: ReadonlyMap<string, readonly StudioFrame[]>;
  /** The chosen references, by picture. */
  readonly references: ReadonlyMap<string, string>;
  /** Uploaded frames of no picture. */
  readonly waiting: readonly StudioFrame[];
  readonly csrf: string;
  readonly error?: string | undefined;
}

export function groupingPage(
  frame: Frame,
  { order, page, frames, references, waiting, csrf, error }: GroupingPage,
): Html {
  const { base } = frame.site;
  const address = `${base}/app/orders/${order.orderId}`;
  const title = titleOf(order);
  const last = Math.ceil(order.total / picturesPerPage);
  return layout(
    frame,
    `Grouping of ${title}`,
    "orders",
    html`${problem(error)}
<p class="hint">Each row is one picture. Select frames, then choose below what happens. Changed pictures are made again, each as one enhancement.</p>
<p class="hint">The reference of a picture is the frame whose view it keeps: the others are moved to match it. Where something moved, the picture shows it as the reference does. Its camera data come from the reference, too. If you choose none, each of these is found automatically.</p>
<form method="post" action="${address}/grouping?page=${page}">
${noDefault}
${csrfField(csrf)}
<ul class="sets">
${order.images.map(({ imageId, name }) => setRow(base, { id: `set-${imageId}`, name, frames: frames.get(imageId) ?? [], referenceId: references.get(imageId) }))}
${waiting.length > 0 && setRow(base, { id: noSet, name: "Not in a picture yet", frames: waiting })}
</ul>
<div class="bar acts" role="group" aria-label="What to do with the selected frames">
<button name="action" value="join">Make one picture of them</button>
<button name="action" value="each" class="quiet">Make a picture of each</button>
<span class="inline"><label for="target" class="sr">Picture to move the frames to</label><select id="target" name="target"><option value="">Move to …</option>${order.images.map(({ imageId, name }) => html`<option value="${imageId}">${name}</option>`)}</select><button name="action" value="move" class="quiet">Move</button></span>
<button name="action" value="first" class="quiet">Put first</button>
</div>
</form>
${
  last > 1 &&
  html`<nav class="pages" aria-label="Pages of pictures">${page > 1 && html`<a rel="prev" href="${address}/grouping?page=${page - 1}">Previous pictures</a>`}<span>Page ${page} of ${last}</span>${page < last && html`<a rel="next" href="${address}/grouping?page=${page + 1}">Next pictures</a>`}</nav>`
}`,
    {
      isWide: true,
      heading: html`<nav class="crumbs" aria-label="Path"><a href="${base}/app/orders">Orders</a> / <a href="${address}"><bdi>${title}</bdi></a></nav><h1>Grouping</h1>`,
    },
  );
}

/** The first button of the form: the Enter key in a checkbox presses it, and so does nothing. */
const noDefault = html`<button hidden disabled></button>`;

/** Row of the frames that belong to no picture. */
const noSet = "set-none";

interface SetRow {
  readonly id: string;
  readonly name: string;
  readonly frames: readonly StudioFrame[];
  /** The frame that was chosen as the reference. */
  readonly referenceId?: string | undefined;
}

function setRow(base: string, { id, name, frames, referenceId }: SetRow): Html {
  return html`<li class="set" id="${id}"><fieldset><legend><bdi>${name}</bdi> <span class="facts">${countOf(frames.length, "frame")}</span></legend>
<div class="set-frames">${frames.map((one) => html`<div class="set-frame">${frameBox(base, one)}${id !== noSet && frames.length > 1 && referenceButton(one, one.bracketId === referenceId)}</div>`)}</div></fieldset></li>`;
}

function frameBox(base: string, frame: StudioFrame): Html {
  const { bracketId, name, source } = frame;
  return html`<label><span class="thumb">${source && html`<img src="${base}/app/frames/${bracketId}/picture?size=thumb&v=1" alt="" loading="lazy" decoding="async">`}</span>
<span class="pick"><input type="checkbox" name="frames" value="${bracketId}"></span><span class="name"><bdi>${name}</bdi></span><span class="facts">${exposureOf(frame)}</span></label>`;
}

function referenceButton({ bracketId, name }: StudioFrame, isChosen: boolean): Html {
  if (!isChosen)
    return html`<button class="quiet" name="reference" value="${bracketId}">Use as reference<span class="sr"> ${name}</span></button>`;
  return html`<p class="reference"><strong>Reference</strong> <button class="quiet" name="automatic" value="${bracketId}">Choose automatically<span class="sr"> instead of ${name}</span></button></p>`;
}
