/** A line of `lightwell` in the docs, as words after the program's name. */
export interface ShellCommand {
  readonly line: string;
  readonly words: readonly string[];
}

/** The `lightwell` commands in fenced blocks of a page; of one language, or of all. */
export function commandsOf(page: string, language?: string): ShellCommand[] {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks
    .filter(([, name]) => language === undefined || name === language)
    .flatMap(([, , text]) => text.split("\n"))
    .flatMap((line) => {
      const command = /^(?:\$ )?(?:npm ci && )?(?:npx )?lightwell (.*)$/.exec(line)?.[1];
      return command === undefined ? [] : [{ line, words: wordsOf(command) }];
    });
}

/** Words up to a comment, a pipe or a redirection, without quotes. */
function wordsOf(command: string): string[] {
  const words = command.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const end = words.findIndex((word) => /^([#<>|]|&&)/.test(word));
  return words.slice(0, end < 0 ? undefined : end).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}
