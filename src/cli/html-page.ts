import { createHash } from "node:crypto";
import { printable } from "./print.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or a quoted attribute, with characters that nobody sees made visible. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => entities[character]);
}

/** JSON of plain characters alone, which can neither end its script element nor turn the direction of what follows. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -;=-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A policy that lets in the page's own style and script, pictures that stand in it, and nothing from elsewhere. */
export function policyOf(style: string, script: string): string {
  return `default-src 'none'; img-src data:; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; base-uri 'none'; form-action 'none'`;
}

/** The one script or style that the page's policy lets in. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
