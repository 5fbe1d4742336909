import { basename, dirname, resolve } from "node:path";
import type { Engine } from "../../engine.ts";
import type { GroupedFrame, GroupedSet, GroupOutcome } from "../../pipeline/finding/index.ts";
import { shortLabels, withLabels } from "../file-labels.ts";
import { describeEvs, describeFrameEv, needsLook } from "../group-table.ts";
import { counted, duration } from "../print.ts";
import { writeText } from "../text-output.ts";
import {
  escaped,
  filterButtons,
  isPageOf,
  largeView,
  linkTo,
  pageHead,
  plainJson,
  readPageAssets,
} from "./html-page.ts";

interface ContactSheet {
  readonly title: string;
  readonly groups: readonly GroupedSet[];
  /** Files that are in no set, with the reason. */
  readonly failed: readonly { readonly file: string; readonly message: string }[];
  /** Small JPEGs by file; files without one are shown as an empty frame. */
  readonly thumbnails: ReadonlyMap<string, Uint8Array>;
  /** Links to files that browsers can display, by file, for the large view. */
  readonly links?: ReadonlyMap<string, string>;
  /** Larger JPEGs of files that browsers cannot display, by file. */
  readonly larger?: ReadonlyMap<string, Uint8Array>;
  /** Script and style of the page, which are embedded in it. */
  readonly script: string;
  readonly style: string;
}

/**
 * A self-contained page: every set with its pictures and reasons, marks on those to check, and controls to split, join
 * and move, and to save a groups file. File names are always escaped. The page's policy allows only its own script and
 * no loading.
 */
export function renderContactSheet(sheet: ContactSheet): string {
  const { groups, script, style } = sheet;
  const files = groups.flatMap((set) => set.files);
  const labels = shortLabels([...files, ...groups.flatMap(({ twins }) => twins)]);
  const numbers = new Map(files.map((file, i) => [file, i]));
  const brackets = groups.filter(({ kind }) => kind === "bracket").length;
  const look = groups.filter(needsLook).length;
  return `${pageHead(pageKind, sheet.title, style, script)}
<body>
<header class="bar">
<h1>Sets of <bdi>${escaped(sheet.title)}</bdi></h1>
<p class="soft">${counted(files.length, "photograph")}, ${counted(brackets, "bracket")}${look > 0 ? `, ${counted(look, "set")} to look at` : ""}</p>
${tools}
<p id="status" role="status"></p>
<noscript><p>Without scripts, the sets can be viewed but not changed.</p></noscript>
</header>
<main>
${groups.map((set, i) => section(set, i, { ...sheet, labels, numbers })).join("\n")}
</main>
${failures(sheet.failed)}
${largeView()}
<template id="changed-set"><section class="set changed"><div class="top"><h2></h2><span class="facts soft"></span>${acts}</div><ol class="frames"></ol></section></template>
<script type="application/json" id="names">${plainJson(files.map((file) => labels.get(file)))}</script>
<script>${script}</script>
</body>
</html>
`;
}

const pageKind = "Sets of";

/** Whether a text is a page of {@link renderContactSheet}. */
export function isContactSheet(text: string): boolean {
  return isPageOf(pageKind, text);
}

const filters = filterButtons([
  ["all", "All"],
  ["look", "To look at"],
  ["bracket", "Brackets"],
  ["single", "Singles"],
  ["changed", "Changed"],
]);

const tools = `<div class="rows"><div class="tools" role="toolbar" aria-label="Which sets are shown" hidden>${filters}</div>
<div class="tools change" role="toolbar" aria-label="Change the sets" hidden>
<button data-do="together" data-needs="selection">New set of the selected</button>
<button data-do="split" data-needs="selection">Split before the selected</button>
<button data-do="alone" data-needs="selection">Each selected alone</button>
<button data-do="view">Large view</button>
<button data-do="undo">Undo</button>
<button data-do="save" class="main">Save groups.json</button>
</div></div>
<details class="help" hidden><summary>How to change the sets</summary>Click frames to select them, with Shift up to there. Keys: arrows go from frame to frame, <kbd>n</kbd> new set, <kbd>s</kbd> split here, <kbd>a</kbd> alone, <kbd>j</kbd> join with the next set, <kbd>m</kbd> move the selected to this set, <kbd>u</kbd> undo, <kbd>v</kbd> large view of the frame (also by a double click), where <kbd>z</kbd> shows 100 % and <kbd>j</kbd> and <kbd>k</kbd> go on at the same place, <kbd>Esc</kbd> select nothing.</details>`;

const acts = `<span class="acts" hidden><button data-do="join">Join with next</button><button data-do="into" data-needs="selection">Move selected here</button></span>`;

interface Parts {
  readonly labels: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly thumbnails: ReadonlyMap<string, Uint8Array>;
  readonly links?: ReadonlyMap<string, string>;
  readonly larger?: ReadonlyMap<string, Uint8Array>;
}

function section(set: GroupedSet, index: number, parts: Parts): string {
  const evs = describeEvs(set);
  const facts = [
    counted(set.files.length, "frame"),
    ...(evs === "" ? [] : [`${evs} EV`]),
    ...(set.files.length > 1 && set.spanS !== undefined ? [duration(set.spanS)] : []),
    `${Math.round(set.confidence * 100)} % sure`,
  ];
  const kinds = set.flags.map(({ kind }): string => kind);
  const marks = needsLook(set) && kinds.length === 0 ? ["unsure"] : [...new Set(kinds)];
  const shortened = (text: string) => escaped(withLabels(text, parts.labels));
  const reasons = [
    ...set.flags.map(({ message }) => shortened(message)),
    ...set.reasons.map(shortened),
    ...set.twins.map((file) => `${escaped(parts.labels.get(file) ?? file)}: second file of a shot, not used`),
  ];
  return `<section class="set${needsLook(set) ? " look" : ""}" aria-label="Set ${index + 1}">
<div class="top"><h2>Set ${index + 1}</h2><span class="facts soft">${facts.join(" · ")}</span>${marks.map((mark) => `<span class="flag">${mark}</span>`).join("")}${acts}</div>
<ol class="frames">${set.frames.map((frame) => place(frame, parts)).join("")}</ol>
<details${needsLook(set) ? " open" : ""}><summary>Why</summary><ul>${reasons.map((reason) => `<li>${reason}</li>`).join("")}</ul></details>
</section>`;
}

function place(frame: GroupedFrame, { labels, numbers, thumbnails, links, larger }: Parts): string {
  const { file, capturedAt } = frame;
  const ev = describeFrameEv(frame);
  const name = escaped(labels.get(file) ?? file);
  const facts = [
    ...(ev === "" ? [] : [`${ev} EV`]),
    ...(capturedAt === undefined ? [] : [capturedAt.slice(11, 19)]),
  ].join(" · ");
  const bytes = thumbnails.get(file);
  const [link, large] = [links?.get(file), larger?.get(file)];
  const full = link === undefined ? "" : ` data-full="${escaped(link)}"`;
  const closer = large === undefined ? "" : ` data-large="${dataUrl(large)}"`;
  const picture = bytes
    ? `<img alt="" src="${dataUrl(bytes)}"${full}${closer}>`
    : '<span class="none">no picture</span>';
  return `<li><button class="frame" id="frame-${numbers.get(file)}" aria-pressed="false" title="${name}">${picture}<bdi>${name}</bdi><span class="soft">${escaped(facts)}</span></button></li>`;
}

function dataUrl(jpeg: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
}

function failures(failed: ContactSheet["failed"]): string {
  if (failed.length === 0) return "";
  const items = failed.map(({ file, message }) => `<li><bdi>${escaped(file)}</bdi>: ${escaped(message)}</li>`);
  return `<aside class="set look"><h2>In no set</h2><ul>${items.join("")}</ul></aside>`;
}

/** Maximum size of one picture on the page in bytes; a larger one is made again, smaller. */
const maxThumbnailBytes = 6 * 1024;
const sizes = [
  { thumbnailEdgePx: 176, thumbnailQuality: 62 },
  { thumbnailEdgePx: 144, thumbnailQuality: 40 },
  { thumbnailEdgePx: 112, thumbnailQuality: 25 },
];

/** Extensions of files that browsers show. */
const shownByBrowsers = /\.(jpe?g|png|webp|avif)$/i;

/** Larger pictures of files that browsers cannot display: 40 kB each, as many as keep the page under 20 MB. */
const larger = { thumbnailEdgePx: 512, thumbnailQuality: 70 };
const maxLarger = 500;

/** Writes the page of a grouping, with a small picture of every frame. Throws `io/write`, `io/exists`, `cancelled`. */
export async function writeContactSheet(
  path: string,
  outcome: GroupOutcome,
  engine: Engine,
  options: { readonly overwrite: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { groups, failed } = outcome;
  const files = groups.flatMap((set) => set.files);
  const [shown, others] = [true, false].map((is) => files.filter((file) => shownByBrowsers.test(file) === is));
  const page = renderContactSheet({
    title: titleOf(files),
    groups,
    failed: failed.map(({ file, error }) => ({ file, message: error.message })),
    thumbnails: await smallPictures(files, engine, options.signal),
    links: new Map(shown.map((file) => [file, linkTo(file, path)])),
    larger: await largerPictures(others.slice(0, maxLarger), engine, options.signal),
    ...(await readPageAssets("contact-sheet")),
  });
  await writeText(path, page, options.overwrite);
}

async function smallPictures(
  files: readonly string[],
  engine: Engine,
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  let wanted = files;
  for (const size of sizes) {
    const made = await engine.thumbnailAll(wanted, { ...size, signal });
    const large: string[] = [];
    for (const entry of made) {
      if ("error" in entry) continue;
      if (entry.bytes.length <= maxThumbnailBytes) pictures.set(entry.path, entry.bytes);
      else large.push(entry.path);
    }
    wanted = large;
  }
  return pictures;
}

async function largerPictures(files: readonly string[], engine: Engine, signal: AbortSignal) {
  const made = await engine.thumbnailAll(files, { ...larger, signal });
  return new Map(made.flatMap((entry) => ("error" in entry ? [] : [[entry.path, entry.bytes] as const])));
}

/** Title of the page: the folder that contains most of the files. */
export function titleOf(files: readonly string[]): string {
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  const [only] = folders;
  return folders.size === 1 ? basename(only) : `${files.length} photographs`;
}
