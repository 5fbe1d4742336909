import { createHash } from "node:crypto";
import { dirname, relative, resolve, sep } from "node:path";
import { readPackageData } from "../../pipeline/disk/index.ts";
import { printable } from "../print.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or a quoted attribute, with invisible characters made visible. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => entities[character]);
}

/** JSON in plain ASCII, which cannot close its script element or change the text direction. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -;=-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A content security policy that allows the page's own style and script, and pictures embedded or in local files, but
 * nothing from a network. A served page may also contact its server and show its pictures.
 */
export function policyOf(style: string, script: string, isServed = false): string {
  const pictures = isServed ? "img-src data: blob: 'self'; connect-src 'self'" : "img-src data: file:";
  return `default-src 'none'; ${pictures}; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; base-uri 'none'; form-action 'none'`;
}

/** The policy's source expression for one script or style. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const generatorMark = '<meta name="generator" content="lightwell">';

/** The beginning of a page up to its body; its title is `kind` (plain words) and `title`. */
export function pageHead(kind: string, title: string, style: string, script: string, isServed = false): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script, isServed)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${generatorMark}
<title>${kind} ${escaped(title)}</title>
${isServed ? '<link rel="icon" href="data:,">\n' : ""}<style>${style}</style>
</head>`;
}

/** Whether a text begins as {@link pageHead} of this kind. */
export function isPageOf(kind: string, text: string): boolean {
  return text.slice(0, 4096).includes(`${generatorMark}\n<title>${kind} `);
}

/** Filter buttons for the sets, each with a name and a label. */
export function filterButtons(filters: readonly (readonly [name: string, text: string])[]): string {
  return filters
    .map(([name, text]) => `<button data-filter="${name}" aria-pressed="false">${text} <span></span></button>`)
    .join("");
}

/**
 * The large view of one picture, which data/large-view.js fills; `compare` names the button that shows the other one.
 */
export function largeView(compare?: string): string {
  const comparing = compare
    ? `<button data-do="compare" aria-pressed="false" aria-keyshortcuts="c">${compare}</button>`
    : "";
  return `<dialog id="viewer" aria-labelledby="viewer-title"><div class="viewer-body"><div class="viewer-bar"><h2 id="viewer-title"></h2><span class="soft" id="viewer-note" role="status"></span><button data-do="previous" aria-keyshortcuts="k">Previous</button><button data-do="next" aria-keyshortcuts="j">Next</button>${comparing}<button data-do="zoom" aria-pressed="false" aria-keyshortcuts="z">100 %</button><button data-do="fullscreen" aria-keyshortcuts="f">Full screen</button><button data-do="close">Close</button></div><div class="stage" tabindex="-1"></div></div></dialog>`;
}

/**
 * A link relative to the page's folder, so that both can be moved together; names are escaped, so that no part is read
 * as a scheme or a query.
 */
export function linkTo(file: string, page: string): string {
  const way = relative(dirname(resolve(page)), resolve(file)).split(sep);
  return `./${way.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;
}

/** Script and style of a page, including the shared parts. */
interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads them from the package, in the order of their parts. */
export async function readPageAssets(
  ...pages: readonly ("shoot-page" | "contact-sheet" | "review")[]
): Promise<PageAssets> {
  const [script, style] = await Promise.all(
    ["js", "css"].map(async (kind) => {
      const parts = await Promise.all(["large-view", ...pages].map((name) => readPackageData(`${name}.${kind}`)));
      return parts.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    }),
  );
  return { script, style };
}
