import { homedir } from "node:os";
import { describeSettings } from "../src/config/config.ts";

const begin = "<!-- settings: npm run docs -w service -->\n";
const end = "\n<!-- end of settings -->";

/** The README with a table of the settings as they are. Throws where it has no place for one. */
export function withSettings(readme: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md: expected a line ${begin.trim()} and one ${end.trim()}`);
  return readme.slice(0, from + begin.length) + settingsTable() + readme.slice(to);
}

function settingsTable(): string {
  const rows = describeSettings().map(({ flag, fallback, doc }) => {
    const shown = fallback === undefined ? "" : `\`${fallback.replace(homedir(), "~")}\``;
    return `| \`${flag.replaceAll("|", "\\|")}\` | ${shown} | ${doc} |`;
  });
  return ["", "| Flag | Default | |", "|---|---|---|", ...rows, ""].join("\n");
}
