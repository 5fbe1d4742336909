import type { CommandCompletion, FlagCompletion, ValueKind } from "./completions.ts";

/** Works in bash 3.2 too, where `compopt` is missing and files are offered for every value. */
export function bashScript(commands: readonly CommandCompletion[]): string {
  return `# bash completion for lightwell. In ~/.bashrc: source <(lightwell completion bash)
_lightwell() {
  local IFS=$' \\t\\n'
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} words=''
  COMPREPLY=()
  # Readline splits --flag=value into three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    words='${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}'
  else
    case \${COMP_WORDS[1]} in
${commands.map(commandCase).join("\n")}
    esac
  fi
  if [[ -n $words ]]; then
    compopt +o default 2>/dev/null
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -o default -F _lightwell lightwell
`;
}

function commandCase({ name, flags, words, takesPaths }: CommandCompletion): string {
  const all = flags.map(({ flag }) => flag).join(" ");
  const first = words.length > 0 ? [`          elif ((COMP_CWORD == 2)); then words='${words.join(" ")}'`] : [];
  const others = takesPaths ? [] : ["          else compopt +o default 2>/dev/null"];
  return [
    `      ${name})`,
    "        case $prev in",
    ...valueCases(flags),
    "        *)",
    `          if [[ $cur == -* ]]; then words='${all}'`,
    ...first,
    ...others,
    "          fi",
    "          ;;",
    "        esac",
    "        ;;",
  ].join("\n");
}

/** One case for all flags whose values are completed alike. */
function valueCases(flags: readonly FlagCompletion[]): string[] {
  const byAction = new Map<string, string[]>();
  for (const { flag, value } of flags) {
    if (value === undefined) continue;
    const action = actionOf(value);
    byAction.set(action, [...(byAction.get(action) ?? []), flag]);
  }
  return [...byAction].map(([action, names]) => `        ${names.join(" | ")}) ${action} ;;`);
}

function actionOf(value: ValueKind): string {
  if (value.kind === "words") return `words='${value.words.join(" ")}'`;
  if (value.kind === "file") return ":";
  return `compopt ${value.kind === "folder" ? "-o dirnames " : ""}+o default 2>/dev/null`;
}
