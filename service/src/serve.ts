import closeWithGrace from "close-with-grace";
import type { Config } from "./config/config.ts";
import type { Role } from "./role.ts";
import { logTo, startService } from "./service.ts";
import { startTracing } from "./tracing/tracing.ts";

/** Runs the service until a signal stops it; prints where it listens and, at the very first start, the account. */
export async function serve(role: Role, config: Config): Promise<void> {
  const log = logTo(config.logLevel);
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

/** Interval between checks of the parent, in ms. */
const lookMs = 500;

/**
 * Stops together with npm if `npx lightwell-service` or `npm start` started this process. npm runs it in a shell, and a
 * signal to npm ends both but does not reach their child. The child then gets another parent, and sends itself SIGTERM.
 */
export function followNpm(environment: NodeJS.ProcessEnv): void {
  if (!["npx", "start"].includes(environment["npm_lifecycle_event"] ?? "")) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, lookMs);
  timer.unref();
}
