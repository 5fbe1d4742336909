import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { main } from "../../src/cli/main.ts";

// In a terminal, the test runner requests colours.
process.env["NO_COLOR"] = "1";
delete process.env["FORCE_COLOR"];

const program = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));

export interface CliResult {
  /** Exit code, or the name of the signal that ended the process. */
  readonly status: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Wall time from the start. */
  readonly ms: number;
}

export interface CliSettings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives the process as soon as it has started. */
  readonly withProcess?: (child: ChildProcess) => void;
}

/** Runs the command line tool in a separate process. */
export function runCli(args: readonly string[], settings: CliSettings = {}): Promise<CliResult> {
  const start = performance.now();
  const { cwd, env, withProcess } = settings;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  withProcess?.(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ status: code ?? signal, stdout, stderr, ms: performance.now() - start }),
    );
  });
}

/** Runs the same program in this process, which is faster. It is in `cwd` until the run has ended. */
export async function runInside(
  args: readonly string[],
  { cwd }: Pick<CliSettings, "cwd"> = {},
): Promise<Omit<CliResult, "ms">> {
  let [stdout, stderr] = ["", ""];
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      stderr += text;
    },
    interactive: false,
  };
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const status = await main(args, streams, new AbortController().signal);
    return { status, stdout, stderr };
  } finally {
    process.chdir(before);
  }
}
