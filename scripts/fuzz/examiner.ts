import { type ChildProcess, fork } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome, Question, Request } from "./subject.ts";

/** Limits for a file: a longer run counts as a hang, more memory as exhausting it. */
const patienceMs = 10_000;
const maxPeakMb = 1536;
/** Files for each process, because starting one takes a second. */
const filesAProcess = 20_000;

/** A separate process that reads one file after another, so that a crash does not affect the harness. */
export class Examiner {
  readonly #path: string;
  #child: ChildProcess | undefined;
  #examined = 0;

  /** `folder` contains the file being read; `number` distinguishes examiners. */
  constructor(folder: string, number: number) {
    this.#path = join(folder, `mutant-${number}`);
  }

  async examine(bytes: Uint8Array, question: Question): Promise<Outcome> {
    if (this.#examined++ % filesAProcess === 0) this.close();
    this.#child ??= fork(fileURLToPath(new URL("./subject.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
    writeFileSync(this.#path, bytes);
    const outcome = await this.#ask(this.#child, question);
    if (outcome.kind !== "fault" && outcome.peakMb > maxPeakMb) {
      this.close();
      return { ...outcome, kind: "fault", detail: `took ${Math.round(outcome.peakMb)} MB` };
    }
    return outcome;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    rmSync(this.#path, { force: true });
  }

  #ask(child: ChildProcess, question: Question): Promise<Outcome> {
    return new Promise((resolve) => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        child.off("message", settle).off("exit", onExit);
        resolve(outcome);
      };
      const fault = (detail: string) => {
        child.kill("SIGKILL");
        this.#child = undefined;
        settle({ kind: "fault", detail, ms: patienceMs, peakMb: 0 });
      };
      const onExit = (code: number | null, signal: string | null) => fault(`the process ended (${signal ?? code})`);
      const timer = setTimeout(() => fault(`no answer within ${patienceMs} ms`), patienceMs);
      child.once("message", settle).once("exit", onExit);
      child.send({ path: this.#path, question } satisfies Request);
    });
  }
}
