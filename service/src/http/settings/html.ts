/** Text that is HTML already; made by `html` alone, so that nothing else reaches a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Lists are joined; what is null, undefined or false leaves nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/**
 * HTML of a template: what stands in it is kept, what is put in is escaped unless it was made by `html` too. Safe
 * between tags and within quoted attributes that hold no address; there, a value belongs only after a path.
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
