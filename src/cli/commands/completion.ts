import { EngineError } from "../../errors/index.ts";
import type { Command } from "../command.ts";
import { bashScript } from "../completion/bash.ts";
import { type CommandCompletion, completionsOf } from "../completion/completions.ts";
import { fishScript } from "../completion/fish.ts";
import { zshScript } from "../completion/zsh.ts";

const shells = new Map<string | undefined, (commands: readonly CommandCompletion[]) => string>([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

/** `commands` is called when the command runs, because it includes this one. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    usage: "bash|zsh|fish",
    summary: "Prints a shell script that completes commands, flags and files",
    tables: {},
    flags: {},
    words: ["bash", "zsh", "fish"],
    takesPaths: false,
    async run({ paths: [shell, ...others] }, streams) {
      const script = shells.get(shell);
      if (!script || others.length > 0) {
        const came = shell === undefined ? "nothing" : `"${[shell, ...others].join(" ")}"`;
        throw new EngineError("options/invalid", `completion: expected bash, zsh or fish, got ${came}`);
      }
      streams.out(script(completionsOf(commands())));
      return 0;
    },
  };
}
