/** How often the parent is looked at, in ms. */
const lookMs = 500;

/**
 * Stops with npm where `npx lightwell-service` or `npm start` began this process: npm runs it in a shell, and a signal
 * to npm ends the two, but does not reach their child. Then the child gets another parent, and sends itself SIGTERM.
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
