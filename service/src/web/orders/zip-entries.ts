import { withExtension } from "../../http/downloads/picture-headers.ts";

/** The longest name of an entry, in characters: file systems keep 255 bytes. */
const maxCharacters = 80;

/** Gives each file a plain name that is used once: `kitchen.jpg`, `kitchen-2.jpg`. */
export class EntryNames {
  readonly #used = new Set<string>();

  /** `extension` replaces that of the name, unless it is undefined. */
  take(name: string, extension?: string): string {
    const base = (name.split(/[/\\]/).at(-1) ?? "")
      .toWellFormed()
      // Characters that Windows refuses, and those that reorder text.
      .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "_")
      .replace(/^\.+/, "_");
    const whole = extension === undefined ? base : withExtension(base, extension);
    const [, stem = "", end = ""] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/.exec(whole) ?? [];
    const short = [...stem].slice(0, maxCharacters).join("").trim() || "picture";
    for (let count = 1; ; count++) {
      const candidate = `${short}${count === 1 ? "" : `-${count}`}${end}`;
      // Names that differ only in capitals are one name on Windows and macOS.
      const key = candidate.toLowerCase();
      if (this.#used.has(key)) continue;
      this.#used.add(key);
      return candidate;
    }
  }
}
