import { expect, test } from "vitest";
import { listPages, readPage } from "../../scripts/docs/pages.ts";
import { sharedFlags } from "../../src/cli/command.ts";
import { flagName, parseFlags } from "../../src/cli/flags.ts";
import { commands } from "../../src/cli/main.ts";
import { commandsOf } from "../support/shell-commands.ts";

const named = listPages().flatMap((page) =>
  commandsOf(readPage(page)).map(({ line, words }) => ({ page, line, words })),
);

test.each(named)("$page: $line", ({ words: [name, ...args] }) => {
  // Lines of an overview show placeholders: PATH…, DIR.
  if (args.some((word) => /…|^\[|\|/.test(word))) return;
  const command = commands.find((each) => each.name === name);
  expect(command, name).toBeDefined();
  if (command) parseFlags(args, command.tables, { ...sharedFlags, ...command.flags });
});

/** Flags of the benches. */
const otherPrograms = new Set(["record", "write", "save"]);

test("flags that pages name in the text exist", () => {
  const known = new Set(
    commands.flatMap(({ tables, flags }) => [
      ...Object.keys({ ...sharedFlags, ...flags }),
      ...Object.values(tables).flatMap((table) => Object.keys(table).map(flagName)),
    ]),
  );
  const pages = listPages().filter((page) => /how-to|tutorial|README/.test(page) && !page.endsWith("service.md"));
  const unknown = pages.flatMap((page) =>
    [...readPage(page).matchAll(/`--(?:no-)?([a-z][a-z0-9-]*)[^`]*`/g)]
      .filter(([, flag]) => !known.has(flag) && !otherPrograms.has(flag))
      .map(([text]) => `${page}: ${text}`),
  );
  expect(unknown).toEqual([]);
});

test("no page has a placeholder for the address of the repository", () => {
  expect(listPages().filter((page) => /\bgit clone\b|\bREPOSITORY\b/.test(readPage(page)))).toEqual([]);
});
