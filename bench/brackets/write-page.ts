import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { savedLine } from "../machine.ts";

/** Writes text between `<!-- name … -->` and `<!-- end of name -->` of a page of docs. */
export function writeBetween(page: string, name: string, text: string): void {
  const path = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url));
  writeFileSync(path, replaceBetween(readFileSync(path, "utf8"), name, `${savedLine()}\n\n${text}`));
  console.log(`\nwritten into docs/${page}`);
}

/** Throws `RangeError` if the markers are missing. */
export function replaceBetween(page: string, name: string, text: string): string {
  const pattern = new RegExp(`(<!-- ${name}\\b[^>]*-->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  if (!pattern.test(page)) throw new RangeError(`expected <!-- ${name} --> and <!-- end of ${name} --> in the page`);
  return page.replace(pattern, (_, before: string, after: string) => `${before}\n${text}\n\n${after}`);
}
