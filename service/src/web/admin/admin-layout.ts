import { type Content, type Html, html } from "../../http/html.ts";
import { type Frame, layout } from "../shell/layout.ts";

const parts = [
  { path: "/admin", title: "Accounts" },
  { path: "/admin/jobs", title: "Jobs" },
  { path: "/admin/storage", title: "Storage" },
  { path: "/admin/deliveries", title: "Deliveries" },
  { path: "/admin/log", title: "Log" },
] as const;

export type AdminPath = (typeof parts)[number]["path"];

/** A page of the operator, with the links to the others. */
export function adminLayout(frame: Frame, title: string, current: AdminPath, main: Content): Html {
  const { base } = frame.site;
  const links = parts.map(
    ({ path, title: name }) =>
      html`<li><a href="${base}${path}"${path === current && html` aria-current="page"`}>${name}</a></li>`,
  );
  return layout(frame, title, "admin", html`<nav class="parts" aria-label="Operator"><ul>${links}</ul></nav>${main}`);
}

/** Links to the pages before and after one. */
export function pageLinks(address: (page: number) => string, page: number, hasMore: boolean): Content {
  return (
    (page > 1 || hasMore) &&
    html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${address(page - 1)}">Previous</a>`}<span>Page ${page}</span>${hasMore && html`<a rel="next" href="${address(page + 1)}">Next</a>`}</nav>`
  );
}

export function searchForm(address: string, label: string, text: string): Html {
  return html`<form class="line" method="get" action="${address}" role="search">
<label for="q" class="sr">${label}</label>
<input id="q" name="q" type="search" value="${text}" placeholder="${label}" maxlength="200">
<button class="quiet">Search</button>
</form>`;
}
