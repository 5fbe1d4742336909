import type { Size } from "../../engine/rendition.ts";
import { type Html, html } from "../../http/html.ts";

/** Addresses of a picture: for the screen, and in the largest size that the page shows. */
interface ShownSizes {
  readonly view: string;
  readonly full: string;
}

/** The large picture of a page, which `browser/picture.ts` makes interactive. */
export interface PictureStage {
  readonly name: string;
  /** Of the picture for the screen. */
  readonly size: Size;
  /** Width of the largest size, in pixels. */
  readonly fullWidth: number;
  readonly isThreesixty: boolean;
  readonly after: ShownSizes;
  /** The photograph before; absent if the page does not show it. */
  readonly before?: ShownSizes | undefined;
  /** Whether arrow keys lead to other pictures. */
  readonly isOfOrder: boolean;
  readonly hint?: string | undefined;
}

export function pictureStage(stage: PictureStage): Html {
  const { name, size, fullWidth, isThreesixty, after, before, isOfOrder, hint } = stage;
  const keys = [
    isOfOrder && "left and right arrow for other pictures",
    before && "B holds the photograph before",
    "Z zooms to 100 %",
    "F fills the screen",
  ].filter(Boolean);
  const label = `${before ? "Before and after" : name}. Keys: ${keys.join(", ")}`;
  return html`<div class="stage" id="stage" data-full="${after.full}"${before && html` data-full-before="${before.full}"`} data-width="${fullWidth}"${isThreesixty && html` data-threesixty`}>
<div class="compare" id="compare" tabindex="0" role="group" aria-label="${label}">
<div class="pair" id="pair">
<img class="after" id="after" src="${after.view}" width="${size.width}" height="${size.height}" alt="${name}, enhanced">
${
  before &&
  html`<img class="before" id="before" src="${before.view}" alt="${name}, before">
<span class="divider" aria-hidden="true"></span>`
}
</div>
</div>
${isThreesixty && html`<canvas class="around" id="around" tabindex="0" role="application" aria-label="360° view of ${name}. Arrow keys turn it, plus and minus zoom, Home returns to the start${before && ", B holds the photograph before"}" hidden></canvas>`}
<div class="tools">
${before && html`<label for="slider" class="sr">Before and after</label><input type="range" id="slider" min="0" max="100" value="50" step="1">`}
${isThreesixty && html`<button type="button" class="quiet" id="look-around" aria-pressed="false" hidden>Look around</button>`}
<button type="button" class="quiet" id="zoom" aria-pressed="false">100 %</button>
<button type="button" class="quiet" id="fullscreen">Full screen</button>
</div>
<p class="hint" id="stage-hint" role="status">${hint}</p>
</div>`;
}
