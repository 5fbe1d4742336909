import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { cancelledError, EngineError } from "../errors/index.ts";
import type { ExifToolCommand } from "./exiftool-command.ts";

export interface ToolOutput {
  readonly stdout: string;
  /** Warnings and errors, one per line. */
  readonly stderr: string;
}

/** Time limit of a task in ms. */
export interface TimeLimit {
  readonly taskMs: number;
  /** Time limit in ms including the start of the process. */
  readonly maxMs: number;
}

interface Task {
  readonly number: number;
  readonly onSaid: () => void;
  readonly resolve: (output: ToolOutput) => void;
  readonly reject: (error: EngineError) => void;
}

/** Maximum output in bytes: a hostile file can make ExifTool print endlessly. */
const maxOutputBytes = 64 * 2 ** 20;

/**
 * Address space of the process: it inflates compressed text and profiles whole, so ten megabytes of PNG would ask for
 * ten gigabytes. Files of a gigabyte are read and written in pieces and need a tenth of it.
 */
const maxMemoryKb = 2 ** 20;

/** Perl and ExifTool load in two tenths of a second, on a busy machine in seconds. */
const startMs = 10_000;

/** Sets the limit, if the system supports it (macOS does not), and executes the program. */
const withMemoryBound = `ulimit -v ${maxMemoryKb} 2>/dev/null; exec "$0" "$@"`;

/** Times, in ms, after which a start that failed because memory or processes were exhausted is tried again. */
const retryDelaysMs = [100, 400, 1500];
/** System errors for a lack of memory, processes or descriptors. */
const shortages: ReadonlySet<string> = new Set(["ENOMEM", "EAGAIN", "EMFILE", "ENFILE"]);

/**
 * One ExifTool process that stays open (`-stay_open`) and does one task at a time. It does not keep Node alive. After
 * an error or {@link end} it is dead; its owner starts another.
 */
export class ExifToolProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #stdout = "";
  #stderr = "";
  #task: Task | undefined;
  #count = 0;
  #isDead = false;
  #wasKilled = false;

  /**
   * Starts a process. A system that is short of memory or processes for a moment is asked again; rejects with
   * `io/exiftool` where it stays so.
   */
  static async start(command: ExifToolCommand, spawnChild: SpawnChild = spawnTool): Promise<ExifToolProcess> {
    for (let tries = 0; ; tries++) {
      try {
        return new ExifToolProcess(await spawnChild(command));
      } catch (thrown) {
        const { code, message } = thrown as NodeJS.ErrnoException;
        if (!shortages.has(code ?? "") || tries === retryDelaysMs.length)
          throw startError(code === "ENOENT" ? perlMissing : message, thrown);
      }
      await wait(retryDelaysMs[tries]);
    }
  }

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#take("stdout", text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.#take("stderr", text));
    child.stdin.on("error", () => {}); // the exit event follows and says more
    child.on("error", (error) => this.#die(startError(error.message, error)));
    child.on("exit", (code, signal) => {
      this.#wasKilled = !this.#isDead && signal !== null;
      this.#die(exitError(code ?? signal, this.#stderr));
    });
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?(): void }).unref?.();
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Another caller ended it. */
  get wasKilled(): boolean {
    return this.#wasKilled;
  }

  /**
   * Runs ExifTool once with these arguments; the first time it has as long again as a start may take, up to
   * `maxMs`. Rejects with `limits/time`, `limits/memory`, `cancelled` or `io/exiftool`;
   * the process is killed then, because nothing else stops a perl that is stuck in a file. Where several `files` are
   * read, the limit is each one's, and the error's context has the path of the one that was too slow.
   */
  async run(
    args: readonly string[],
    limit: TimeLimit,
    signal: AbortSignal,
    files: readonly string[] = [],
  ): Promise<ToolOutput> {
    if (signal.aborted) throw cancelledError("metadata");
    const number = ++this.#count;
    const timeoutMs = Math.min(limit.maxMs, limit.taskMs + (number === 1 ? startMs : 0));
    const progress = files.length > 0 ? ["-progress"] : [];
    const lines = [
      ...progress,
      ...[...args, ...files].map(encodeArgument),
      "-echo4",
      `{done${number}}`,
      `-execute${number}`,
      "",
    ];
    let reached = 0;
    const start = (forMs: number) =>
      setTimeout(() => {
        const context = reached > 0 ? { path: files[reached - 1] } : {};
        this.#die(
          new EngineError("limits/time", `metadata: ExifTool did not answer within ${forMs / 1000} s`, context),
        );
      }, forMs);
    let timer = start(timeoutMs);
    const onSaid = () => {
      const before = reached;
      while (reached < files.length && this.#stderr.includes(progressMark(files, reached))) reached++;
      if (reached === before) return;
      clearTimeout(timer);
      timer = start(limit.taskMs);
    };
    const onAbort = () => this.#die(cancelledError("metadata"));
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await new Promise<ToolOutput>((resolve, reject) => {
        this.#task = { number, onSaid, resolve, reject };
        this.#child.stdin.write(lines.join("\n"));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the process; resolves when it is gone. */
  async end(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) resolve();
      else this.#child.once("exit", () => resolve());
    });
    this.#child.ref(); // a caller that waits for the end keeps Node alive until then
    this.#die(cancelledError("metadata"));
    await gone;
  }

  #take(stream: "stdout" | "stderr", text: string): void {
    if (stream === "stdout") this.#stdout += text;
    else this.#stderr += text;
    if (this.#stdout.length + this.#stderr.length > maxOutputBytes) {
      this.#die(new EngineError("input/corrupt", `metadata: ExifTool printed more than ${maxOutputBytes} bytes`));
      return;
    }
    const task = this.#task;
    if (!task) return;
    if (stream === "stderr") task.onSaid();
    // Both streams carry the task's number at their ends, so nothing of an earlier task is taken for this one's.
    const stdoutEnd = this.#stdout.lastIndexOf(`{ready${task.number}}`);
    const stderrEnd = this.#stderr.lastIndexOf(`{done${task.number}}`);
    if (stdoutEnd < 0 || stderrEnd < 0) return;
    const output = { stdout: this.#stdout.slice(0, stdoutEnd), stderr: this.#stderr.slice(0, stderrEnd).trim() };
    this.#stdout = "";
    this.#stderr = "";
    this.#task = undefined;
    task.resolve(output);
  }

  #die(error: EngineError): void {
    if (!this.#isDead) {
      this.#isDead = true;
      this.#child.kill("SIGKILL");
    }
    const task = this.#task;
    this.#task = undefined;
    task?.reject(error);
  }
}

/** What `-progress` prints before it reads a file. */
function progressMark(files: readonly string[], index: number): string {
  return `======== ${files[index]} [${index + 1}/${files.length}]\n`;
}

type SpawnChild = (command: ExifToolCommand) => Promise<ChildProcessWithoutNullStreams>;

/** Resolves when the process runs; rejects with the system's error. */
async function spawnTool(command: ExifToolCommand): Promise<ChildProcessWithoutNullStreams> {
  const [program, ...args] = process.platform === "win32" ? command : ["sh", "-c", withMemoryBound, ...command];
  // LC_ALL=C: perl prints a dozen lines of complaint about a locale that is not installed.
  const env = { ...process.env, LC_ALL: "C", PERL_BADLANG: "0" };
  const child = spawn(program, [...args, "-stay_open", "True", "-@", "-"], { env, windowsHide: true });
  await once(child, "spawn");
  return child;
}

/**
 * One line of ExifTool's argument file. `#[CSTR]` takes C escapes, so that names with line breaks fit on a line; it
 * cannot express $ and @, which it leaves with a backslash before them.
 */
function encodeArgument(argument: string): string {
  if (!/[\n\r]/.test(argument)) return argument;
  if (/[$@]/.test(argument)) {
    const name = JSON.stringify(argument);
    throw new EngineError("io/exiftool", `metadata: ExifTool takes no name with a line break and $ or @, got ${name}`);
  }
  return `#[CSTR]${argument.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}`;
}

const perlMissing = "perl was not found; install perl, which ExifTool needs";

/** Exit code of a shell for a missing program (POSIX, 2.8.2). */
const notFoundStatus = 127;

function startError(why: string, cause?: unknown): EngineError {
  return new EngineError("io/exiftool", `metadata: ExifTool could not be started: ${why}`, {}, cause);
}

function exitError(status: number | string | null, stderr: string): EngineError {
  if (status === notFoundStatus) return startError(perlMissing);
  const said = stderr.trim().split("\n", 1)[0];
  if (/out of memory/i.test(stderr)) {
    return new EngineError("limits/memory", `metadata: ExifTool needs more than ${maxMemoryKb / 1024} MB for the file`);
  }
  return new EngineError("io/exiftool", `metadata: ExifTool ended (${status})${said && `: ${said}`}`);
}
