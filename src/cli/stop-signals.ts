/**
 * The signals that stop a run in order, so that its temporary files are removed. Windows has Ctrl-C (SIGINT),
 * Ctrl-Break (SIGBREAK) and the closed console window (SIGHUP, after which the system allows some seconds), but
 * SIGTERM cannot be sent there: `kill` ends the process at once. Elsewhere SIGHUP is left alone, since `nohup` asks to
 * ignore it.
 */
export function stopSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  return platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];
}
