import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Words that docs/STYLE.md bans from pages, comments and strings in code. `npm run lint` lists them and fails.

/** Case-insensitive patterns, each with its replacement. */
export const bannedWords: readonly (readonly [pattern: string, instead: string])[] = [
  ["anew", "again"],
  ["whoever", "the caller, the user"],
  ["nobody(?:'s)?", "name the actor, or use the passive voice"],
  ["for want of", "for lack of, without"],
  ["but for", "except for"],
  ["(?:lest|thereof|therein|whereof|thereby|hereby|upon|amongst|whilst|albeit|shall)", "a plain word"],
  ["(?:foretells?|foretold|foretelling)", "predict"],
  ["mend(?:s|ed|ing)?", "fix, repair"],
  ["wish(?:es|ed)?", "request, target"],
  ["(?:tells?|told) of", "reports, describes"],
  ["(?:is|are|was|were) told(?: by| from)?", "is reported, is known"],
  ["(?:tells?|told) (?:\\S+ )?apart", "distinguishes"],
  ["tells? (?:nothing|something)", "is not evidence, shows"],
  ["passed over", "skip"],
  ["gives? away", "reveals, contains"],
  ["goes on", "continues"],
  ["comes? out", "results, is produced"],
  ["by itself", "alone, separately"],
  ["liker", "more similar"],
  ["with one another", "with each other"],
  ["in place of", "instead of"],
  ["and (?:is|are) none", "but is not one"],
  ["beside", "next to, besides, compared with, during"],
  ["stands? (?:for|twice|in the (?:report|result|file|text|list|table))", "means, is in"],
  ["hangs? together", "are related"],
];

/** Texts about these words, and generated pages. */
const exceptions = /^(?:scripts\/banned-words|docs\/STYLE\.md|docs\/api\/|test\/build\/banned-words)/;
/** Folders whose texts are not rewritten yet; the list only gets shorter. */
const pending = /^(?:(?:src|test)\/stages\/(?:flash|tone))\//;

const pages = /\.md$/;
const sources = /\.(?:ts|mjs|cjs|js|cc|h)$/;
const anyBanned = new RegExp(`(?<![\\w-])(?:${bannedWords.map(([pattern]) => pattern).join("|")})(?![\\w-])`, "gi");

/** A banned word, its line counted from 1, and its replacement. */
export interface BannedWord {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** The banned words of a page, or of the comments and strings of a source. */
export function findBannedWords(text: string, isPage: boolean): BannedWord[] {
  return text.split("\n").flatMap((line, i) =>
    [...(isPage ? line : proseOf(line)).matchAll(anyBanned)].map(([word]) => {
      const [, instead] = bannedWords.find(([pattern]) => new RegExp(`^(?:${pattern})$`, "i").test(word)) ?? [];
      return { line: i + 1, word, instead: instead ?? "" };
    }),
  );
}

/** The comment of a line of code, and its strings of several words. */
function proseOf(line: string): string {
  if (/^\s*(?:\/\*|\*)/.test(line)) return line.replace(/`[^`]*`/g, "");
  const texts = line.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  const comment = /(?:^|\s)\/\/ .*$/.exec(line)?.[0] ?? "";
  return [...texts.filter((each) => /[a-z] [a-z]/i.test(each)), comment.replace(/`[^`]*`/g, "")].join(" ");
}

/** Pages and sources that git tracks or does not ignore. */
function listFiles(): string[] {
  const found = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  return found
    .split("\n")
    .filter((name) => (pages.test(name) || sources.test(name)) && !exceptions.test(name) && !pending.test(name))
    .filter((name) => existsSync(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of listFiles()) {
    for (const { line, word, instead } of findBannedWords(readFileSync(file, "utf8"), pages.test(file))) {
      console.error(`${file}:${line}: "${word}" is banned by docs/STYLE.md; write ${instead}`);
      process.exitCode = 1;
    }
  }
}
