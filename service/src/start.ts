import { readFileSync } from "node:fs";
import {
  describeAccountCommand,
  describeFilesCommands,
  describeRetryCommand,
  describeRotateCommand,
} from "./command-help.ts";
import { ConfigError, describeConfig, readConfig } from "./config/config.ts";
import { type Role, roles } from "./role.ts";

/** Version of this package. */
const version: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;

// What takes long to load is imported by the command that uses it, so that --version and --help answer at once.
try {
  const { role, args } = readRole(process.argv.slice(2));
  if (args.includes("--version") || args.includes("-V")) {
    process.stdout.write(`lightwell-service ${version}\n`);
  } else if (args[0] === "account") {
    const { runAccountCommand } = await import("./account-command.ts");
    process.stdout.write(await runAccountCommand(args.slice(1), process.env));
  } else if (args[0] === "retry-parked") {
    const { runRetryCommand } = await import("./maintenance-commands.ts");
    process.stdout.write(await runRetryCommand(args.slice(1), process.env));
  } else if (args[0] === "rotate-master-key") {
    const { runRotateCommand } = await import("./maintenance-commands.ts");
    process.stdout.write(await runRotateCommand(args.slice(1), process.env));
  } else if (args[0] === "copy-files") {
    const { runCopyFiles } = await import("./maintenance-commands.ts");
    process.stdout.write(await runCopyFiles(args.slice(1), process.env));
  } else if (args[0] === "check-files") {
    const { runCheckFiles } = await import("./maintenance-commands.ts");
    const { text, isComplete } = await runCheckFiles(args.slice(1), process.env);
    process.stdout.write(text);
    if (!isComplete) process.exitCode = 1;
  } else {
    const config = readConfig(args, process.env);
    if (config) await (await import("./serve.ts")).serve(role, config);
    else
      process.stdout.write(
        [
          describeConfig(),
          describeAccountCommand,
          describeRetryCommand,
          describeRotateCommand,
          describeFilesCommands,
        ].join("\n"),
      );
  }
} catch (error) {
  const { describeFailure } = await import("./describe-failure.ts");
  process.stderr.write(`lightwell-service: ${describeFailure(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

/** The role, if the arguments begin with one, and the remaining arguments. */
function readRole([first, ...rest]: readonly string[]): { readonly role: Role; readonly args: readonly string[] } {
  if (first !== undefined && roles.includes(first)) return { role: first as Role, args: rest };
  return { role: "all", args: first === undefined ? [] : [first, ...rest] };
}
