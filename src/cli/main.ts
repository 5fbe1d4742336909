import { packageVersion } from "../engine.ts";
import { EngineError, wrapError } from "../errors/index.ts";
import { closestNames } from "../options/index.ts";
import type { Command } from "./command.ts";
import { completionCommand } from "./commands/completion.ts";
import { developCommand } from "./commands/develop.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { enhanceCommand } from "./commands/enhance.ts";
import { groupCommand } from "./commands/group.ts";
import { inspectCommand } from "./commands/inspect.ts";
import { lensesCommand } from "./commands/lenses.ts";
import { lookCommand } from "./commands/look.ts";
import { mergeCommand } from "./commands/merge.ts";
import { reproduceCommand } from "./commands/reproduce.ts";
import { exitCodes } from "./exit-codes.ts";
import { parseFlags } from "./flags.ts";
import { describeFlags } from "./help.ts";
import { errorLine, type Streams } from "./print.ts";
import { withConfig } from "./with-config.ts";
import { withWatch } from "./with-watch.ts";

export const commands: readonly Command[] = [
  withConfig(withWatch(enhanceCommand)),
  withConfig(inspectCommand),
  withConfig(groupCommand),
  withConfig(mergeCommand),
  withConfig(developCommand),
  withConfig(lookCommand),
  lensesCommand,
  withConfig(reproduceCommand),
  withConfig(doctorCommand),
  completionCommand(() => commands),
];

/** Runs the CLI with the arguments after the program's name; returns the exit code. */
export async function main(args: readonly string[], streams: Streams, signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-v") {
    streams.out(`${packageVersion}\n`);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    streams.out(overview());
    return name === undefined ? exitCodes.options : 0;
  }
  try {
    const command = commands.find((candidate) => candidate.name === name);
    if (!command) throw unknownCommand(name);
    const flags = parseFlags(rest, command.tables, command.flags);
    if (flags.own["help"]) {
      streams.out(commandHelp(command));
      return 0;
    }
    return await command.run(flags, streams, signal);
  } catch (thrown) {
    const error = wrapError(thrown, "internal", name);
    if (rest.includes("--json"))
      streams.out(`${JSON.stringify({ error: { kind: error.kind, ...error.toData() } }, null, 2)}\n`);
    else streams.err(`lightwell ${name}: ${errorLine(error)}\n`);
    return exitCodes[error.kind];
  }
}

function unknownCommand(name: string): EngineError {
  const [near] = closestNames(
    name,
    commands.map((command) => command.name),
  );
  return new EngineError(
    "options/unknown",
    `there is no command "${name}"; did you mean ${near}? lightwell --help lists all`,
  );
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`);
  return [
    `lightwell ${packageVersion}: photographs in, finished pictures out`,
    "",
    "Usage: lightwell COMMAND [FLAGS] PATH…",
    "Example: lightwell enhance shoot --output-dir finished",
    "",
    ...lines,
    "",
    "lightwell COMMAND --help shows the flags of a command.",
    "Exit codes: 0 all done, 1 some files failed, 2 wrong flags, 3 unusable input, 4 unsupported, 5 over a limit, 6 disk or tool, 130 cancelled, 70 defect.",
    "",
  ].join("\n");
}

function commandHelp(command: Command): string {
  return [
    `Usage: lightwell ${command.name} ${command.usage}`,
    "",
    command.summary,
    "",
    describeFlags(command.tables, command.flags),
    "",
  ].join("\n");
}
