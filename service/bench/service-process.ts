import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DatabasePlace, openDatabase } from "../src/database/database.ts";
import { createAccount } from "../src/store/account-store.ts";
import { loadSecrets } from "../src/store/load-secrets.ts";
import { whenParentEnds } from "../test/support/end-with-parent.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** What `lightwell-service` runs. */
export const programFile = join(folder, "bin", "lightwell-service.js");

/** A service in a separate process, as users run it: the built one. It ends with this process, even by kill -9. */
export interface ServiceProcess {
  readonly pid: number;
  /** Resolves once it listens; rejects where it ends before. */
  readonly listening: Promise<string>;
  /** How it ended: a signal, or `exit N`. */
  readonly ended: Promise<string>;
  /** What it wrote to its standard error, the end of it. */
  errors(): string;
  signal(name: NodeJS.Signals): void;
}

/** Builds what `startProcess` runs, unless the tests have. */
export function buildService(): void {
  if (process.env["LIGHTWELL_TEST_BUILT"] !== undefined) return;
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(folder, "tsconfig.build.json")], { stdio: "inherit" });
}

/** `flags` as on the command line; `env`: variables on top of this process' own. */
export function startProcess(flags: readonly string[], env: NodeJS.ProcessEnv = {}): ServiceProcess {
  const child = spawn(process.execPath, [programFile, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors = (errors + text).slice(-20_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  const callOff = whenParentEnds('kill -9 "$1"', [child.pid ?? 0]);
  void ended.then(callOff);
  const listening = findAddress(child, ended, () => errors);
  // The waiting caller receives it; a process that is killed while it starts has no caller.
  listening.catch(() => {});
  return {
    pid: child.pid ?? 0,
    listening,
    ended,
    errors: () => errors,
    signal: (name) => void child.kill(name),
  };
}

function findAddress(child: ChildProcess, ended: Promise<string>, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (text) => {
      output += text;
      const [, address] = /listens on (\S+)\n/.exec(output) ?? [];
      if (address) resolve(address);
    });
    void ended.then((how) => reject(new Error(`the service ended before it listened: ${how}\n${errors()}`)));
  });
}

/** Processes whose parent is `pid`; Linux alone. */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** Whether the process runs: one that ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  const [state] = statOf(String(pid));
  return state !== undefined && state !== "Z";
}

/** Processor time that the process has used, those it started not counted; Linux alone. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(String(pid));
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The same with everything that it started and that still runs, except for `except` and what that started. */
export function cpuSecondsOfTree(pid: number, except?: number): number {
  const children = childrenOf(pid).filter((child) => child !== except);
  return children.reduce((sum, child) => sum + cpuSecondsOfTree(child), cpuSecondsOf(pid));
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1]);
}

/** proc(5), from the third field of `stat` on: the second one, the name in brackets, may hold anything. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/**
 * The first account of a data folder and a database that no service has seen yet, with where its events go; its key.
 */
export async function prepareAccount(
  place: DatabasePlace,
  dataDir: string,
  webhookUrl: string | null,
): Promise<string> {
  const database = await openDatabase(place);
  const secrets = await loadSecrets(database.queries, dataDir);
  const { apiKey } = await createAccount(database, secrets, { email: "one@example.org" });
  await database.queries.updateTable("accounts").set({ webhook_url: webhookUrl }).execute();
  await database.close();
  return apiKey;
}
