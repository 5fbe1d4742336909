import { type SpawnOptions, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Has a shell run `script` with `args` as `$1` and so on when this process has ended, however it ended: by kill -9, or
 * by Ctrl-C, which the shell does not get. Call what it returns when the script is not needed any more.
 */
export function whenParentEnds(
  script: string,
  args: readonly (string | number)[],
  owner: Pick<SpawnOptions, "uid" | "gid"> = {},
): () => void {
  // The pipe is open as long as this process lives.
  const shell = spawn("/bin/sh", ["-c", `read -r _; ${script}`, "sh", ...args.map(String)], {
    ...owner,
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => void shell.kill("SIGKILL");
}
