import type { Compare } from "./compare.ts";
import { element } from "./page.ts";

/** Wait after the last change of a field, in ms, so that a walk through a list with the keyboard makes one preview. */
const restMs = 250;

/** Time in ms after which a page is looked at, and not only passed on the way to another picture. Set by hand. */
const lookMs = 1000;

/** Shows what the fields of a form would change, in a small picture that is made in the meantime. */
export class Trial {
  readonly #form: HTMLFormElement;
  readonly #compare: Compare;
  readonly #state = element("trial-state", HTMLElement);
  #timer: number | undefined;
  /** Ends the request for the preview before, which then is not made if it has not begun. */
  #stop = new AbortController();

  constructor(form: HTMLFormElement, compare: Compare) {
    this.#form = form;
    this.#compare = compare;
    form.addEventListener("change", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#show(), restMs);
    });
    form.addEventListener("focusin", () => this.#open("now"), { once: true });
    setTimeout(() => {
      if (!document.hidden) this.#open("ahead");
    }, lookMs);
  }

  /** Prepares the set for previews: as soon as a field gets the focus, and ahead of that if the service is idle. */
  #open(when: "now" | "ahead"): void {
    const { signal } = this.#stop;
    const address = `${this.#form.dataset["trial"] ?? ""}?open=${when}`;
    void fetch(address, { priority: "low", signal }).catch(() => {});
  }

  async #show(): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#state.textContent = "Making a preview …";
    try {
      const answer = await fetch(this.#address(), { signal });
      if (!answer.ok) throw new Error();
      const address = URL.createObjectURL(await answer.blob());
      this.#compare.showTrial(address);
      this.#state.textContent = "This is a small preview. Make the picture again to keep it.";
    } catch {
      if (!signal.aborted) this.#state.textContent = "The preview could not be made; try another setting.";
    }
  }

  #address(): string {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(this.#form)) {
      if (typeof value === "string" && name !== "csrf") fields.set(name, value);
    }
    return `${this.#form.dataset["trial"] ?? ""}?${fields}`;
  }
}
