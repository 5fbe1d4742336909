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
