import { type Access, type Member, mayUse } from "../../domain/member.ts";
import { type Content, type Html, html } from "../../http/html.ts";
import type { Site } from "./site.ts";

/** The frame around the content of a page. */
export interface Frame {
  readonly site: Site;
  /** The signed-in visitor; undefined before sign-in. */
  readonly signedIn?: { readonly member: Member; readonly csrf: string };
}

/** Whether the visitor may use what needs this role; pages leave out the other controls. */
export function allows({ signedIn }: Frame, access: Access): boolean {
  return signedIn !== undefined && mayUse(signedIn.member, access);
}

const sections = [
  { name: "orders", path: "/app/orders", title: "Orders", access: "viewer" },
  { name: "new-order", path: "/app/orders/new", title: "New order", access: "editor" },
  { name: "account", path: "/settings", title: "Account", access: "viewer" },
  { name: "team", path: "/settings/team", title: "Team", access: "owner" },
  { name: "webhook", path: "/settings/webhook", title: "API", access: "owner" },
  { name: "admin", path: "/admin", title: "Operator", access: "operator" },
] as const satisfies readonly { readonly access: Access; readonly [name: string]: string }[];

export type SectionName = (typeof sections)[number]["name"];

/** What a page has beyond a heading and text. */
export interface PageExtras {
  /** The module that makes it interactive, without its extension. */
  readonly script?: string;
  /** Whether it uses the whole window, for pictures. */
  readonly isWide?: boolean;
  /** Replaces the heading of the title. */
  readonly heading?: Content;
}

export function layout(
  { site, signedIn }: Frame,
  title: string,
  current: SectionName | undefined,
  main: Content,
  { script, isWide = false, heading = html`<h1>${title}</h1>` }: PageExtras = {},
): Html {
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${signedIn && html`<meta name="csrf-token" content="${signedIn.csrf}">`}
<meta name="base-path" content="${site.base}">
<title>${title} · Lightwell</title>
<link rel="icon" href="${site.address("icon.svg")}">
<link rel="stylesheet" href="${site.address("site.css")}">
${isWide && html`<link rel="stylesheet" href="${site.address("studio.css")}">`}
${script !== undefined && html`<script type="module" src="${site.address(`${script}.js`)}"></script>`}
</head>
<body${isWide && html` class="wide"`}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand">Lightwell</p>
${signedIn && [navigation(site, current, signedIn.member), signOut(site, signedIn)]}
</header>
<main id="main" tabindex="-1">
${heading}
${main}
</main>
</body>
</html>
`;
}

function navigation({ base }: Site, current: SectionName | undefined, member: Member): Html {
  const links = sections
    .filter(({ access }) => mayUse(member, access))
    .map(
      ({ name, path, title }) =>
        html`<li><a href="${base}${path}"${name === current && html` aria-current="page"`}>${title}</a></li>`,
    );
  return html`<nav aria-label="Main"><ul>${links}</ul></nav>`;
}

function signOut({ base }: Site, { member: { email }, csrf }: NonNullable<Frame["signedIn"]>): Html {
  return html`<form class="sign-out" method="post" action="${base}/sign-out">
${csrfField(csrf)}
<span class="who"><bdi>${email}</bdi></span>
<button class="quiet">Sign out</button>
</form>`;
}

export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** What just happened; screen readers announce it. */
export function notice(text: string | undefined): Content {
  return text !== undefined && html`<p class="notice" role="status">${text}</p>`;
}

export function problem(text: string | undefined): Content {
  return text !== undefined && html`<p class="problem" role="alert">${text}</p>`;
}
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password" | "url";
  readonly value?: string;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  readonly autocomplete: string;
  readonly required?: boolean;
  readonly minLength?: number;
}

export function field({ name, label, type, value = "", hint, error, autocomplete, required, minLength }: Field): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" spellcheck="false" autocapitalize="none"${[
    described && html` aria-describedby="${described}"`,
    error !== undefined && html` aria-invalid="true"`,
    required && html` required`,
    minLength !== undefined && html` minlength="${minLength}"`,
  ]}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="problem" id="${name}-error">${error}</p>`}
</div>`;
}

/** A moment in UTC, to the minute. */
export function moment(date: Date): Html {
  const text = date.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}

export function badge(state: string, tone: "good" | "bad" | "busy" | "plain"): Html {
  return html`<span class="badge ${tone}">${state}</span>`;
}
