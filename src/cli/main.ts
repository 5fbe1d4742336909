import { packageVersion } from "../engine.ts";
import { EngineError, wrapError } from "../errors/index.ts";
import { closestNames, didYouMean } from "../options/index.ts";
import { type Command, sharedFlags, withSharedFlags } from "./command.ts";
import { completionCommand } from "./commands/completion.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { enhanceCommand } from "./commands/enhance.ts";
import { groupCommand } from "./commands/group.ts";
import { inspectCommand } from "./commands/inspect.ts";
import { lensesCommand } from "./commands/lenses.ts";
import { lookCommand } from "./commands/look.ts";
import { reproduceCommand } from "./commands/reproduce.ts";
import { reviewCommand } from "./commands/review.ts";
import { developCommand, mergeCommand } from "./commands/single-picture.ts";
import { exitCodes, messageInFlags } from "./failures.ts";
import { parseFlags } from "./flags.ts";
import { commandHelp } from "./help.ts";
import { errorLine, type Streams } from "./print.ts";
import { withConfig } from "./with-config.ts";
import { withWatch } from "./with-watch.ts";

/**
 * The signals that stop a run in order, so that its temporary files are removed. Windows has Ctrl-C (SIGINT),
 * Ctrl-Break (SIGBREAK) and the closed console window (SIGHUP, after which the system allows some seconds), but
 * SIGTERM cannot be sent there: `kill` ends the process at once. Elsewhere SIGHUP is left alone, since `nohup` asks to
 * ignore it.
 */
export function stopSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  return platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];
}

export const commands: readonly Command[] = [
  withConfig(withWatch(enhanceCommand)),
  withConfig(reviewCommand),
  withConfig(inspectCommand),
  withConfig(groupCommand),
  withConfig(mergeCommand),
  withConfig(developCommand),
  withConfig(lookCommand),
  lensesCommand,
  withConfig(reproduceCommand),
  doctorCommand,
  completionCommand(() => commands),
];

/** Runs the CLI with the arguments after the program's name; returns the exit code. */
export async function main(args: readonly string[], streams: Streams, signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || (name === "-v" && rest.length === 0)) {
    streams.out(`${packageVersion}\n`);
    return 0;
  }
  if (name === "help" && rest.length > 0) return main([rest[0], "--help", ...rest.slice(1)], streams, signal);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    streams.out(overview());
    return name === undefined ? exitCodes.options : 0;
  }
  let output = withSharedFlags(streams, {}, process.env);
  try {
    const command = commands.find((candidate) => candidate.name === name);
    if (!command) throw unknownCommand(name);
    const flags = parseFlags(rest, command.tables, { ...command.flags, ...sharedFlags });
    if (flags.own["help"] || flags.own["version"]) {
      streams.out(flags.own["help"] ? commandHelp(command, flags.paths.includes("all")) : `${packageVersion}\n`);
      return 0;
    }
    output = withSharedFlags(streams, flags.own, process.env);
    return await command.run(flags, output, signal);
  } catch (thrown) {
    const error = wrapError(thrown, "internal", name);
    if (rest.includes("--ndjson"))
      streams.out(
        `${JSON.stringify({ event: "error", kind: error.kind, ...error.toData(), message: messageInFlags(error) })}\n`,
      );
    else if (rest.includes("--json"))
      streams.out(
        `${JSON.stringify({ error: { kind: error.kind, ...error.toData(), message: messageInFlags(error) } }, null, 2)}\n`,
      );
    else output.err(`lightwell ${name}: ${errorLine(error)}\n`);
    return exitCodes[error.kind];
  }
}

function unknownCommand(name: string): EngineError {
  const names = commands.map((command) => command.name);
  const near = didYouMean(closestNames(name, names), "lightwell --help lists all");
  return new EngineError("options/unknown", `there is no command "${name}"; ${near}`);
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`);
  return [
    `lightwell ${packageVersion}: photographs in, finished pictures out`,
    "",
    "Usage: lightwell COMMAND [FLAGS] PATH…",
    "Example: lightwell enhance shoot -o finished",
    "",
    ...lines,
    "",
    "lightwell COMMAND --help shows the common flags of a command, --help all every flag.",
    "Exit codes: 0 all done, 1 some files failed, 2 wrong flags, 3 unusable input, 4 unsupported,",
    "5 over a limit, 6 disk or tool, 130 cancelled, 70 defect.",
    "",
  ].join("\n");
}
