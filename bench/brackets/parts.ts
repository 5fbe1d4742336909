import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Runs a script in a separate process with a part of the work and returns its results, one JSON value on each line;
 * calls `tell` for each as it arrives.
 */
export async function workApart<T>(script: string, part: object, tell: (value: T) => void = () => {}): Promise<T[]> {
  const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  child.stdin.end(JSON.stringify(part));
  const told: T[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const value = JSON.parse(line) as T;
    told.push(value);
    tell(value);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return told;
}

/** The child process of {@link workApart}. */
export async function servePart<P>(work: (part: P, tell: (value: object) => void) => Promise<unknown>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  await work(JSON.parse(Buffer.concat(chunks).toString()) as P, (value) => console.log(JSON.stringify(value)));
}

/** Distributes values over a number of lists, in turn. */
export function deal<T>(values: readonly T[], hands: number): T[][] {
  const count = Math.max(1, Math.min(hands, values.length));
  return Array.from({ length: count }, (_, hand) => values.filter((_, i) => i % count === hand));
}
