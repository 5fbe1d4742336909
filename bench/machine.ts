import { availableParallelism, cpus } from "node:os";

/** The processor and its number of usable cores, as in file names of bench/results. */
export function machineName(): string {
  const words = `${cpus()[0].model} x${availableParallelism()}`;
  return words.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** Day of the run, as bench/results and pages say it: YYYY-MM-DD. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The line above tables that a bench writes into a page. scripts/docs/figures.ts reads it. */
export function savedLine(): string {
  return `<!-- saved ${today()} on ${machineName()} -->`;
}
