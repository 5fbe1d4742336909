import { element } from "./page.ts";

interface Change {
  readonly summary: string;
  /** Of all pictures, in order. */
  readonly ids: readonly string[];
  /** Those that changed, as HTML that the service escaped. */
  readonly cards: readonly { readonly id: string; readonly html: string }[];
}

const summary = element("summary", HTMLElement);
const pictures = element("pictures", HTMLElement);

function cardOf(id: string): HTMLElement | null {
  return document.getElementById(`picture-${id}`);
}

function apply({ summary: text, ids, cards }: Change): void {
  if (summary.innerHTML !== text) summary.innerHTML = text;
  for (const { id, html } of cards) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const card = template.content.firstElementChild;
    if (!card) continue;
    const before = cardOf(id);
    const isPicked = before?.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked ?? false;
    const box = card.querySelector<HTMLInputElement>("input[type=checkbox]");
    if (box) box.checked = isPicked;
    if (before) before.replaceWith(card);
    else pictures.append(card);
  }
  const wanted = new Set(ids.map((id) => `picture-${id}`));
  for (const card of [...pictures.children]) if (!wanted.has(card.id)) card.remove();
  for (const [i, id] of ids.entries()) {
    const card = cardOf(id);
    if (card && pictures.children[i] !== card) pictures.insertBefore(card, pictures.children[i] ?? null);
  }
  if (ids.length > 0) document.getElementById("no-pictures")?.remove();
  if (pictures.querySelector("img") === null) return;
  for (const part of document.querySelectorAll<HTMLElement>("[data-with-pictures]")) part.hidden = false;
}

const events = new EventSource(summary.dataset["events"] ?? "");
events.addEventListener("change", (event) => {
  apply(JSON.parse((event as MessageEvent<string>).data) as Change);
});
events.addEventListener("gone", () => {
  events.close();
  summary.textContent = "The order was deleted.";
});

/** The button says what it downloads. */
function nameDownload(): void {
  const button = document.getElementById("download-button");
  if (!button) return;
  const count = pictures.querySelectorAll("input[type=checkbox]:checked").length;
  button.textContent = count === 0 ? "Download all" : `Download ${count}`;
}
pictures.addEventListener("change", nameDownload);
nameDownload();
