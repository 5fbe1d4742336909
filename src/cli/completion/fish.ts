import type { CommandCompletion, FlagCompletion, ValueKind } from "./completions.ts";

/** The command is the first word: a folder may have the name of another one. */
export function fishScript(commands: readonly CommandCompletion[]): string {
  return `# fish completion for lightwell: lightwell completion fish > ~/.config/fish/completions/lightwell.fish
function __lightwell_runs
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end
complete -c lightwell -n __fish_is_first_token -f -l help -d 'Show all commands'
complete -c lightwell -n __fish_is_first_token -f -l version -d 'Show the version'
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ name, summary, flags, words, takesPaths }: CommandCompletion): string[] {
  const start = `complete -c lightwell -n '__lightwell_runs ${name}'`;
  const first = `complete -c lightwell -n '__lightwell_runs ${name}; and test (count (commandline -opc)) -eq 2'`;
  return [
    `complete -c lightwell -n __fish_is_first_token -f -a ${name} -d ${quotedForFish(summary)}`,
    ...(takesPaths ? [] : [`${start} -f`]),
    ...(words.length > 0 ? [`${first} -f -a ${quotedForFish(words.join(" "))}`] : []),
    ...flags.map((flag) => `${start} ${flagArguments(flag)}`),
  ];
}

function flagArguments({ flag, doc, value }: FlagCompletion): string {
  const name = `-l ${flag.slice(2)} -d ${quotedForFish(doc)}`;
  return value === undefined ? name : `${name} ${valueArguments(value)}`;
}

function valueArguments(value: ValueKind): string {
  if (value.kind === "words") return `-x -a ${quotedForFish(value.words.join(" "))}`;
  if (value.kind === "folder") return "-x -a '(__fish_complete_directories)'";
  return value.kind === "file" ? "-r -F" : "-x";
}

function quotedForFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
