import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Dice } from "../dice.ts";

export interface KillPlan {
  /** Folder of photographs. */
  readonly shoot: string;
  /** Folder for all output, including temporary files. */
  readonly scratch: string;
  /** Number of runs to kill. */
  readonly kills: number;
  readonly seed: number;
  /** Flags for the runs of a round, which fills an output folder; rounds alternate between them. */
  readonly rounds: readonly (readonly string[])[];
}

export interface KillTally {
  readonly kills: number;
  /** Runs that ended before they were killed. */
  readonly survived: number;
  /** Output folders that were completed. */
  readonly completed: number;
  /** Pictures present after a kill, which the next run had to recognise. */
  readonly picturesKept: number;
  /** Temporary folders left by kills and removed by the next run. */
  readonly leftovers: number;
  /** Faults, in sentences. */
  readonly faults: readonly string[];
}

const program = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));

/**
 * Kills `enhance --resume --report` (SIGKILL) repeatedly until each output folder is complete, and compares all named
 * files with those of an undisturbed run. Half of the moments are drawn from the duration of a run; the others follow
 * changes in the output folder, to hit the short intervals between a picture, its journal and its report.
 */
export async function killRuns(plan: KillPlan): Promise<KillTally> {
  const trial = new Trial(plan);
  await trial.makeReferences();
  for (let round = 0; trial.tally.kills < plan.kills; round++) await trial.round(round % plan.rounds.length);
  return trial.tally;
}

type Files = Readonly<Record<string, string>>;

class Trial {
  readonly tally = { kills: 0, survived: 0, completed: 0, picturesKept: 0, leftovers: 0, faults: [] as string[] };
  readonly #plan: KillPlan;
  readonly #dice: Dice;
  readonly #temporary: string;
  readonly #output: string;
  readonly #references: { readonly files: Files; readonly ms: number }[] = [];

  constructor(plan: KillPlan) {
    this.#plan = plan;
    this.#dice = new Dice(plan.seed);
    this.#temporary = join(plan.scratch, "tmp");
    this.#output = join(plan.scratch, "out");
    mkdirSync(this.#temporary, { recursive: true });
  }

  async makeReferences(): Promise<void> {
    for (const flags of this.#plan.rounds) {
      rmSync(this.#output, { recursive: true, force: true });
      const start = performance.now();
      const { status, stderr } = await this.#run(flags);
      if (status !== 0) throw new Error(`the undisturbed run failed: ${stderr}`);
      this.#references.push({ files: filesIn(this.#output), ms: performance.now() - start });
    }
  }

  /** Kills runs into one output folder until it is complete or the number of kills is reached, then checks it. */
  async round(index: number): Promise<void> {
    const { kills, rounds } = this.#plan;
    const { files, ms } = this.#references[index];
    rmSync(this.#output, { recursive: true, force: true });
    let isDone = false;
    while (!isDone && this.tally.kills < kills) {
      const moment = this.#dice.between(0, ms * 1.1);
      const changes = this.#dice.chance(0.5) ? this.#dice.whole(1, 12) : undefined;
      const { status, stderr } = await this.#run(rounds[index], (child) =>
        changes === undefined ? killAfter(child, moment) : killAtChange(child, this.#output, changes),
      );
      isDone = status === 0;
      if (isDone) this.tally.survived++;
      else if (status === "SIGKILL") this.tally.kills++;
      else this.#fault(`a run ended with ${status}: ${stderr.trim()}`);
      this.#compare(files, "after a kill");
      this.tally.leftovers += this.#leftovers().length;
      if (status !== 0 && status !== "SIGKILL") return;
    }
    if (!isDone) {
      const { status, stderr } = await this.#run(rounds[index]);
      if (status !== 0) this.#fault(`the last run ended with ${status}: ${stderr.trim()}`);
    }
    this.#checkWhole(files);
  }

  #checkWhole(files: Files): void {
    this.tally.completed++;
    this.#compare(files, "at the end");
    const missing = Object.keys(files).filter((name) => !existsSync(join(this.#output, name)));
    for (const name of missing) this.#fault(`${name} is missing at the end`);
    for (const name of this.#leftovers()) this.#fault(`${name} was not swept`);
  }

  /** Named files must be complete at any moment. */
  #compare(files: Files, when: string): void {
    for (const [name, hash] of Object.entries(filesIn(this.#output))) {
      if (files[name] !== hash) this.#fault(`${name} differs ${when}`);
      else if (!name.endsWith(".json")) this.tally.picturesKept++;
    }
  }

  #leftovers(): string[] {
    const hidden = existsSync(this.#output)
      ? readdirSync(this.#output).filter((name) => /^\.lightwell-/.test(name))
      : [];
    return [...hidden, ...readdirSync(this.#temporary)];
  }

  #fault(sentence: string): void {
    this.tally.faults.push(`kill ${this.tally.kills}: ${sentence}`);
  }

  #run(flags: readonly string[], withProcess?: (child: ChildProcess) => void): Promise<Ended> {
    const args = ["enhance", this.#plan.shoot, "--output-dir", this.#output, "--resume", "--report", ...flags];
    return runProgram(args, this.#temporary, withProcess);
  }
}

interface Ended {
  readonly status: number | NodeJS.Signals | null;
  readonly stderr: string;
}

function runProgram(
  args: readonly string[],
  temporary: string,
  withProcess: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  withProcess(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // Not "close": ExifTool's processes share its stderr and end a moment later.
    child.on("exit", (code, signal) => resolve({ status: code ?? signal, stderr }));
  });
}

function killAfter(child: ChildProcess, ms: number): void {
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  child.on("exit", () => clearTimeout(timer));
}

/** Kills at the n-th change that the system reports in a folder. */
function killAtChange(child: ChildProcess, folder: string, n: number): void {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const watcher = watch(folder, () => {
    count++;
    if (count === n) child.kill("SIGKILL");
  });
  child.on("exit", () => watcher.close());
}

/** A hash of every file that is not hidden; of a report, without how long things took. */
function filesIn(folder: string): Files {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
  return Object.fromEntries(names.map((name) => [name, hashOf(readFileSync(join(folder, name)), name)]));
}

function hashOf(bytes: Buffer, name: string): string {
  const isReport = name.endsWith(".json");
  const told = isReport ? JSON.stringify({ ...JSON.parse(bytes.toString("utf8")), timingsMs: {} }) : bytes;
  return createHash("sha256").update(told).digest("hex");
}
