import { type Html, html } from "../../http/html.ts";
import type { ResumableUpload } from "../../store/resumable-uploads.ts";
import { csrfField, type Frame, layout, problem } from "../shell/layout.ts";
import { preferenceFields } from "../wording/preference-fields.ts";

export interface UploadPage {
  /** Undefined: the order is created with its first file. */
  readonly order: { readonly orderId: string; readonly name: string | null; readonly isStarted: boolean } | undefined;
  readonly uploads: readonly ResumableUpload[];
  /** Size of the parts that the page sends, in bytes. */
  readonly partBytes: number;
  readonly csrf: string;
  readonly error?: string | undefined;
}

/** Everything that programs of cameras and phones write; PNG is excluded, and the page says why. */
const accepted =
  ".jpg,.jpeg,.webp,.avif,.heic,.heif,.tif,.tiff,.jxl,.dng,.cr2,.cr3,.raf,.3fr,.fff,.rwl,.nef,.nrw,.orf,.rw2,.pef,.x3f,.arw,.srf,.sr2";

/** The page of a new order, and of more files for one. */
export function uploadPage(frame: Frame, { order, uploads, partBytes, csrf, error }: UploadPage): Html {
  const { base } = frame.site;
  const title = order?.isStarted ? "Add photographs" : "New order";
  const address = order && `${base}/app/orders/${order.orderId}`;
  const rest = uploads.filter(({ isComplete }) => !isComplete).length;
  return layout(
    frame,
    title,
    "new-order",
    html`${problem(error)}
<noscript><p class="problem">Adding files needs JavaScript. Programs can use the <a href="${base}/docs">API</a> instead.</p></noscript>
<div class="columns">
<section aria-labelledby="files-heading">
<h2 id="files-heading" class="sr">Photographs</h2>
<div id="drop" class="drop">
<p class="lead">Drop a folder or photographs here</p>
<p class="choose"><button type="button" id="choose-files">Choose files</button> <button type="button" class="quiet" id="choose-folder">Choose a folder</button></p>
<p class="hint">JPEG, HEIC, TIFF, WebP, AVIF, JPEG XL and raw files of all camera makers. PNG is accepted through the API only.</p>
<input id="files" type="file" multiple accept="${accepted}" hidden aria-label="Photographs"><input id="folder" type="file" webkitdirectory hidden aria-label="Folder of photographs">
</div>
<div id="progress" class="progress" data-order="${order?.orderId ?? ""}" data-part-bytes="${partBytes}" hidden>
<p id="progress-text" role="status"></p>
<progress id="progress-bar" max="1" value="0" aria-label="Uploaded"></progress>
<button type="button" class="quiet" id="pause">Pause</button>
</div>
<div id="problems" role="alert"></div>
<p id="continue" class="notice"${rest === 0 && html` hidden`}>${rest > 0 && `${rest} of ${uploads.length} files did not arrive completely. Drop the same folder or files again: only the rest is sent.`} <button type="button" id="continue-upload" hidden>Continue the upload</button></p>
<ul id="file-list" class="files">${uploads.map((upload) => uploadItem(base, upload))}</ul>
</section>
<form id="order-form" class="card" method="post" action="${address ? `${address}/start` : ""}">
${csrfField(csrf)}
<h2>Order</h2>
<div class="field"><label for="order-name">Name</label><input id="order-name" name="name" type="text" value="${order?.name ?? ""}" maxlength="1024" placeholder="12 Park Avenue" autocomplete="off"></div>
${preferenceFields({})}
<div class="field">
<label for="grouping">Frames of each picture</label>
<select id="grouping" name="grouping">
<option value="auto">Found by the service</option>
${[1, 2, 3, 4, 5, 7, 9].map((count) => html`<option value="${count}">${count === 1 ? "1: single photographs" : `${count} in a row`}</option>`)}
</select>
</div>
<button id="start">Make the pictures</button>
<p class="hint" id="start-hint"></p>
${address && order?.isStarted && html`<p><a href="${address}">Back to the order</a></p>`}
</form>
</div>`,
    { isWide: true, script: "upload" },
  );
}

function uploadItem(
  base: string,
  { bracketId, name, sizeBytes, modifiedMs, offset, isComplete }: ResumableUpload,
): Html {
  const percent = Math.floor((100 * offset) / sizeBytes);
  return html`<li class="file" data-id="${bracketId}" data-name="${name}" data-size="${sizeBytes}" data-modified="${modifiedMs}"${isComplete && html` data-complete`}>
<span class="thumb">${isComplete && html`<img src="${base}/app/frames/${bracketId}/picture?size=thumb" alt="" loading="lazy" decoding="async">`}</span>
<span class="name"><bdi>${name}</bdi></span>
<span class="hint">${isComplete ? "Uploaded" : `${percent} % uploaded`}</span>
<button type="button" class="quiet remove" aria-label="Remove ${name}">×</button>
</li>`;
}
