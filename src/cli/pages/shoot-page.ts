import type { Account } from "../../pipeline/making/index.ts";
import { sceneColours } from "../../stages/scene/index.ts";
import { describeNames, shortLabels, withLabels } from "../file-labels.ts";
import { counted, duration } from "../print.ts";
import { escaped, filterButtons, isPageOf, largeView, pageHead, plainJson } from "./html-page.ts";

/** One set of a run on the page. */
export interface ShootSet {
  readonly files: readonly string[];
  readonly reasons: readonly string[];
  readonly flags: readonly string[];
  /** Small JPEGs of one of the frames and of the picture, if available. */
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  /** The frame that `before` shows. */
  readonly beforeFile?: string;
  /**
   * Small JPEG of the fused picture with its class colours, in the orientation of the reference frame; shown over
   * `after`.
   */
  readonly scene?: Uint8Array;
  /** Link from the page to the picture. */
  readonly link?: string;
  /** Account of the work, by this run or, if the set was skipped, by an earlier one; absent if there is none. */
  readonly made?: Account;
  readonly skipped: boolean;
  /** Why it was not made. */
  readonly error?: string;
}

interface ShootPage {
  readonly title: string;
  readonly sets: readonly ShootSet[];
  /** Files that are in no set, with the reason. */
  readonly failed: readonly { readonly file: string; readonly message: string }[];
  /** Sound files that are not used for a picture, with the reason. */
  readonly unused?: readonly { readonly file: string; readonly reason: string }[];
  /** How long the run took; absent if unknown. */
  readonly seconds?: number;
  /** What a served page adds: markup after the sets, and data for its script. */
  readonly served?: { readonly markup: string; readonly data: unknown };
  /** Script and style of the page, which are embedded in it. */
  readonly script: string;
  readonly style: string;
}

/**
 * A self-contained page on a run, with links to the pictures: every set before and after, the reasons for its grouping,
 * the operations, and the findings of the check. Names are always escaped. The page's policy allows only its own script
 * and no loading.
 */
export function renderShootPage({
  title,
  sets,
  failed,
  unused = [],
  seconds,
  served,
  script,
  style,
}: ShootPage): string {
  const labels = shortLabels(sets.flatMap(({ files }) => files));
  const madeNow = sets.filter(({ made, skipped }) => made !== undefined && !skipped).length;
  const summary = [
    counted(sets.length, "set"),
    `${madeNow} made`,
    `${sets.filter(({ skipped }) => skipped).length} skipped`,
    `${sets.filter(({ error }) => error !== undefined).length + failed.length} failed`,
    ...(seconds === undefined ? [] : [duration(seconds)]),
  ];
  return `${pageHead(pageKind, title, style, script, served !== undefined)}
<body>
<header class="bar">
<h1>Pictures of <bdi>${escaped(title)}</bdi></h1>
<p class="soft">${summary.join(" · ")}</p>
<div class="tools" role="toolbar" aria-label="Which sets are shown" hidden>${filters}${warningFilter(sets)}<button data-do="save" class="main">Save redo.json</button><button data-do="groups">Save groups.json</button></div>
${help}
<p id="status" role="status"></p>
<noscript><p>Without scripts the sets can be looked at; the pictures show the result.</p></noscript>
</header>
<main>
${sets.map((set, i) => section(set, i, labels)).join("\n")}
</main>
${failures(failed)}
${unusedFiles(unused)}
${largeView("Only before")}
${served ? `${served.markup}\n<script type="application/json" id="review">${plainJson(served.data)}</script>\n` : ""}<script type="application/json" id="sets">${plainJson(sets.map(({ files }) => files.map((file) => labels.get(file))))}</script>
<script>${script}</script>
</body>
</html>
`;
}

const pageKind = "Pictures of";

/** Whether a text is a page of {@link renderShootPage}. */
export function isShootPage(text: string): boolean {
  return isPageOf(pageKind, text);
}

const filters = filterButtons([
  ["all", "All"],
  ["look", "To look at"],
  ["check", "Check failed"],
  ["warnings", "Warnings"],
  ["failed", "Not made"],
  ["redo", "To redo"],
]);

/** Shows only the sets with one warning. */
function warningFilter(sets: readonly ShootSet[]): string {
  const codes = [...new Set(sets.flatMap(({ made }) => (made?.warnings ?? []).map(({ code }) => code)))].sort();
  if (codes.length === 0) return "";
  const options = codes.map((code) => `<option value="${escaped(code)}">${escaped(code)}</option>`).join("");
  return `<label>Warning <select id="warning"><option value="">any or none</option>${options}</select></label>`;
}

const help = `<details class="help" hidden><summary>Keys</summary>Drag on a picture to compare it with the frame before. <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous picture, <kbd>←</kbd> and <kbd>→</kbd> move the divider, <kbd>c</kbd> shows only the frame before, <kbd>Enter</kbd> opens the large view. There <kbd>z</kbd> shows 100 %, <kbd>f</kbd> full screen, <kbd>Esc</kbd> goes back.</details>`;

/** Filters that include a set. */
function kindsOf({ made, error, flags }: ShootSet): string[] {
  const kinds = [
    ...(made?.check && !made.check.passed ? ["check"] : []),
    ...(made && made.warnings.length > 0 ? ["warnings"] : []),
    ...(error === undefined ? [] : ["failed"]),
  ];
  const isToLookAt = kinds.includes("check") || kinds.includes("failed") || flags.length > 0;
  return isToLookAt ? ["look", ...kinds] : kinds;
}

function section(set: ShootSet, index: number, labels: ReadonlyMap<string, string>): string {
  const { files, made, error, skipped } = set;
  const names = describeNames(files.map((file) => labels.get(file) ?? file));
  const kinds = kindsOf(set);
  const warnings = made?.warnings ?? [];
  const codes = warnings.map(({ code }) => code).join(" ");
  const marks = [
    ...(kinds.includes("check") ? ["check failed"] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, "warning")] : []),
  ];
  const state = error === undefined ? (skipped ? "skipped" : "") : "not made";
  const facts = [
    counted(files.length, "frame"),
    ...(made ? [escaped(`${made.width} × ${made.height}`)] : []),
    ...(made && !skipped ? [duration(secondsOf(made))] : []),
    ...(state === "" ? [] : [state]),
  ];
  const shown = (text: string) => escaped(withLabels(text, labels));
  return `<section class="set${kinds.includes("look") ? " look" : ""}" id="set-${index}" data-kinds="${kinds.join(" ")}"${codes === "" ? "" : ` data-codes="${escaped(codes)}"`} aria-label="Set ${index + 1}">
<div class="top"><h2>Set ${index + 1}</h2><bdi>${escaped(names)}</bdi><span class="facts soft">${facts.join(" · ")}</span>${marks.map((mark) => `<span class="flag">${mark}</span>`).join("")}<label class="redo" hidden><input type="checkbox"> redo</label></div>
${pictures(set, index, labels)}
${error === undefined ? "" : `<p class="bad">${shown(error)}</p>`}
${listed("Done", made?.operations ?? [], shown)}
${listed("Check", checkLines(made), shown)}
${listed(
  "Warnings",
  unchecked(made).map(({ code, message }) => `${message} [${code}]`),
  shown,
)}
${listed("Why these frames", [...set.flags, ...set.reasons], shown)}
${made ? listed(skipped ? "Times when it was made" : "Times", timesOf(made), shown) : ""}
</section>`;
}

/**
 * The result, covered by the original frame up to the divider, and by the scene map after a click on its button;
 * without scripts only the result. An invisible range input over the picture moves the divider.
 */
function pictures(
  { before, after, scene, link, beforeFile }: ShootSet,
  index: number,
  labels: ReadonlyMap<string, string>,
): string {
  if (!after) return "";
  const set = `Set ${index + 1}`;
  const image = (bytes: Uint8Array, alt: string, kind: string, more = "") =>
    `<img class="${kind}" alt="${alt}"${more} src="data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}">`;
  const name = beforeFile === undefined ? "" : `: <bdi>${escaped(labels.get(beforeFile) ?? beforeFile)}</bdi>`;
  const over = before
    ? `${image(before, `${set} before`, "before")}<span class="edge" hidden></span><span class="mark-before" hidden>before${name}</span><span class="mark-after" hidden>after</span><input type="range" min="0" max="100" step="0.5" value="0" aria-label="${set}: how much of the frame before is shown" hidden>`
    : "";
  const colours = scene ? image(scene, `${set}: what is where`, "scene", " hidden") : "";
  const view = `<button data-do="view" hidden>Large view</button>`;
  const open = link === undefined ? "" : `<a href="${escaped(link)}">Open the picture</a>`;
  const button = scene ? `<button data-do="scene" aria-pressed="false" hidden>Show what is where</button>` : "";
  return `<div class="pair">${image(after, `${set} finished`, "after")}${over}${colours}</div><div class="under">${view}${open}${button}</div>${scene ? legend : ""}`;
}

/** Drawn as SVG, because the page's policy forbids inline styles. */
const legend = `<ul class="legend soft" aria-label="Colours" hidden>${Object.entries(sceneColours)
  .map(
    ([name, rgb]) =>
      `<li><svg viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="rgb(${rgb.join()})"/></svg>${name}</li>`,
  )
  .join("")}</ul>`;

/** Warnings that the list of the check does not show. */
function unchecked(made: Account | undefined): Account["warnings"] {
  const findings = made?.check?.findings ?? [];
  return (made?.warnings ?? []).filter(({ message }) => !findings.some((finding) => message.includes(finding)));
}

function checkLines(made: Account | undefined): string[] {
  if (!made?.check) return [];
  const { passed, findings, reason, rung } = made.check;
  const way = reason === undefined ? [] : [`${rung}: otherwise ${reason}`];
  return [...(passed ? ["passed"] : findings), ...way];
}

function timesOf({ timingsMs }: Account): string[] {
  return Object.entries(timingsMs).map(([step, ms]) => `${step}: ${duration(ms / 1000)}`);
}

function secondsOf({ timingsMs }: Account): number {
  return Object.values(timingsMs).reduce((sum, ms) => sum + ms, 0) / 1000;
}

function listed(title: string, lines: readonly string[], shown: (text: string) => string): string {
  if (lines.length === 0) return "";
  const items = lines.map((line) => `<li>${shown(line)}</li>`).join("");
  return `<details><summary>${title}</summary><ul>${items}</ul></details>`;
}

function unusedFiles(unused: NonNullable<ShootPage["unused"]>): string {
  if (unused.length === 0) return "";
  const items = unused.map(({ file, reason }) => `<li><bdi>${escaped(file)}</bdi>: ${escaped(reason)}</li>`);
  return `<aside class="set"><h2>In no picture</h2><ul>${items.join("")}</ul></aside>`;
}

function failures(failed: ShootPage["failed"]): string {
  if (failed.length === 0) return "";
  const items = failed.map(({ file, message }) => `<li><bdi>${escaped(file)}</bdi>: ${escaped(message)}</li>`);
  return `<aside class="set look"><h2>In no set</h2><ul>${items.join("")}</ul></aside>`;
}
