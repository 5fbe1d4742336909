/** Text that is HTML already; only `html` creates it, so nothing else reaches a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Lists are joined; null, undefined and false become empty text. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/**
 * HTML of a template: its literal text is kept, and values are escaped unless they were made by `html` too. Safe
 * between tags and in quoted attributes. In an attribute with an address, a value may only follow a path.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.map((part, i) => part + (i < values.length ? render(values[i]) : "")).join(""));
}

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "object") return content.map(render).join("");
  return String(content).replace(/[&<>"'`]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
