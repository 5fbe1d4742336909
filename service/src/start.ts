import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { describeAccountCommand, runAccountCommand } from "./account-command.ts";
import { type Config, ConfigError, describeConfig, readConfig } from "./config/config.ts";
import { describeFailure } from "./describe-failure.ts";
import { describeFilesCommands, runCheckFiles, runCopyFiles } from "./files-command.ts";
import { followNpm } from "./follow-npm.ts";
import { describeRetryCommand, runRetryCommand } from "./retry-command.ts";
import { describeRotateCommand, runRotateCommand } from "./rotate-command.ts";
import { logTo, type Role, roles, startService } from "./service.ts";
import { startTracing } from "./tracing/tracing.ts";
import { version } from "./version.ts";

try {
  const { role, args } = readRole(process.argv.slice(2));
  if (args.includes("--version") || args.includes("-V")) {
    process.stdout.write(`lightwell-service ${version}\n`);
  } else if (args[0] === "account") {
    process.stdout.write(await runAccountCommand(args.slice(1), process.env));
  } else if (args[0] === "retry-parked") {
    process.stdout.write(await runRetryCommand(args.slice(1), process.env));
  } else if (args[0] === "rotate-master-key") {
    process.stdout.write(await runRotateCommand(args.slice(1), process.env));
  } else if (args[0] === "copy-files") {
    process.stdout.write(await runCopyFiles(args.slice(1), process.env));
  } else if (args[0] === "check-files") {
    const { text, isComplete } = await runCheckFiles(args.slice(1), process.env);
    process.stdout.write(text);
    if (!isComplete) process.exitCode = 1;
  } else {
    const config = readConfig(args, process.env);
    if (config) await serve(role, config, logTo(config.logLevel));
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
  process.stderr.write(`lightwell-service: ${describeFailure(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

async function serve(role: Role, config: Config, log: Logger): Promise<void> {
  const endTracing = config.otlpUrl === undefined ? undefined : await startTracing(config.otlpUrl, role);
  const service = await startService(config, log, { role });
  // Standard output has only the log, so that collectors get JSON lines and no key.
  process.stderr.write(`lightwell-service listens on ${service.address}\n`);
  if (service.firstAccount) {
    const { apiKey, email, password } = service.firstAccount;
    process.stderr.write(`API key (shown only once): ${apiKey}\n`);
    process.stderr.write(`Settings: ${config.publicUrl ?? service.address}/settings\n`);
    process.stderr.write(`Sign in as ${email} with the password (shown only once): ${password}\n`);
  }
  closeWithGrace({ delay: config.stopSeconds * 1000, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, "the service ends because of an unhandled error");
    else log.info({ signal, stopSeconds: config.stopSeconds }, "the service stops");
    await service.close();
    await endTracing?.();
  });
  followNpm(process.env);
}

/** The role, if the arguments begin with one, and the remaining arguments. */
function readRole([first, ...rest]: readonly string[]): { readonly role: Role; readonly args: readonly string[] } {
  if (first !== undefined && roles.includes(first)) return { role: first as Role, args: rest };
  return { role: "all", args: first === undefined ? [] : [first, ...rest] };
}
