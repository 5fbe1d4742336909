import { inspect } from "node:util";
import closeWithGrace from "close-with-grace";
import { describeAccountCommand, runAccountCommand } from "./account-command.ts";
import { ConfigError, describeConfig, readConfig } from "./config/config.ts";
import { FolderInUse } from "./database/folder-lock.ts";
import { DatabaseInUse } from "./database/start-lock.ts";
import { describeRetryCommand, runRetryCommand } from "./retry-command.ts";
import { type Role, roles, startService } from "./service.ts";
import { startTracing } from "./tracing/tracing.ts";

try {
  const { role, args } = readRole(process.argv.slice(2));
  const isCommand = args[0] === "account" || args[0] === "retry-parked";
  const config = isCommand ? undefined : readConfig(args, process.env);
  if (args[0] === "account") {
    process.stdout.write(await runAccountCommand(args.slice(1), process.env));
  } else if (args[0] === "retry-parked") {
    process.stdout.write(await runRetryCommand(args.slice(1), process.env));
  } else if (!config) {
    process.stdout.write(`${describeConfig()}\n${describeAccountCommand}\n${describeRetryCommand}`);
  } else {
    const endTracing = config.otlpUrl === undefined ? undefined : await startTracing(config.otlpUrl, role);
    const service = await startService(config, undefined, { role });
    // The log alone is on the standard output: whatever collects that gets JSON lines, and no key.
    process.stderr.write(`lightwell-service listens on ${service.address}\n`);
    if (service.firstAccount) {
      const { apiKey, email, password } = service.firstAccount;
      process.stderr.write(`API key (shown only once): ${apiKey}\n`);
      process.stderr.write(`Settings: ${config.publicUrl ?? service.address}/settings\n`);
      process.stderr.write(`Sign in as ${email} with the password (shown only once): ${password}\n`);
    }
    closeWithGrace({ delay: (config.stopSeconds + 5) * 1000 }, async () => {
      await service.close();
      await endTracing?.();
    });
  }
} catch (error) {
  const known = [ConfigError, FolderInUse, DatabaseInUse].some((kind) => error instanceof kind);
  // The embedded database throws objects that are no errors.
  process.stderr.write(`lightwell-service: ${known && error instanceof Error ? error.message : inspect(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

/** The role, where the arguments begin with one, and the arguments after it. */
function readRole([first, ...rest]: readonly string[]): { readonly role: Role; readonly args: readonly string[] } {
  if (first !== undefined && roles.includes(first)) return { role: first as Role, args: rest };
  return { role: "all", args: first === undefined ? [] : [first, ...rest] };
}
