import { type CommandCompletion, type FlagCompletion, quoted, type ValueKind } from "./completions.ts";

/** For `source <(…)` after compinit, and as a file `_lightwell` in a folder of `$fpath`. */
export function zshScript(commands: readonly CommandCompletion[]): string {
  return `#compdef lightwell
# zsh completion for lightwell. In ~/.zshrc, after compinit: source <(lightwell completion zsh)
_lightwell() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join("\n")}
  esac
}
if [[ $funcstack[1] == _lightwell ]]; then
  _lightwell "$@"
else
  compdef _lightwell lightwell
fi
`;
}

function commandCase({ name, flags, words, takesPaths }: CommandCompletion): string {
  const specs = [
    ...flags.map(flagSpec),
    ...(words.length > 0 ? [`1:argument:(${words.join(" ")})`] : []),
    ...(takesPaths ? ["*:file:_files"] : []),
  ];
  return `    ${name})\n      _arguments -S \\\n${specs.map((spec) => `        ${quoted(spec)}`).join(" \\\n")}\n      ;;`;
}

function flagSpec({ flag, doc, value }: FlagCompletion): string {
  const text = doc.replace(/[\\[\]:]/g, "\\$&");
  return value === undefined ? `${flag}[${text}]` : `${flag}=[${text}]:value:${actionOf(value)}`;
}

function actionOf(value: ValueKind): string {
  if (value.kind === "words") return `(${value.words.join(" ")})`;
  if (value.kind === "text") return " ";
  return value.kind === "folder" ? "_files -/" : "_files";
}
