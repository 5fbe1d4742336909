import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PixelPool } from "../../src/image/index.ts";
import { loadDropPages } from "../../src/kernels/index.ts";
import { medianOf } from "../../src/ops/index.ts";
import { merge } from "../../src/stages/merge/index.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { relateFrames } from "../../test/support/related-stages.ts";
import { decodeAll } from "./stage-cases.ts";

/**
 * A plain fused float32 program equivalent to the method mertens; it is next to the repository with the other peers.
 */
const source = fileURLToPath(new URL("../../../shared/tools/mertens_floor.cpp", import.meta.url));

/**
 * Compares the merge stage (decoded frames to the fused picture), on one worker and on two, with that program on the
 * same number of threads, alternating: medians of wall seconds.
 */
export async function compareFloor(bracket: readonly string[], rounds = 5): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-floor-"));
  const program = compileFloor(folder);
  const stages = await Promise.all([1, 2].map((threads) => prepareStage(bracket, threads)));
  const times = new Map<string, number[]>();
  const note = (name: string, seconds: number) => times.set(name, [...(times.get(name) ?? []), seconds]);
  for (let round = 0; round < rounds; round++) {
    for (const { threads, run } of stages) {
      note(`merge stage, mertens, ${threads} worker(s)`, await run());
      if (program) note(`plain float32 program, ${threads} thread(s)`, runFloor(program, threads, bracket));
    }
  }
  for (const { close } of stages) await close();
  rmSync(folder, { recursive: true });
  for (const [name, seconds] of times) console.log(`${name.padEnd(36)} ${medianOf(seconds).toFixed(3)} s`);
  const [one, two] = [1, 2].map((threads) => medianOf(times.get(`merge stage, mertens, ${threads} worker(s)`) ?? []));
  console.log(`${"two workers over one".padEnd(36)} ${(one / two).toFixed(2)} ×`);
}

async function prepareStage(bracket: readonly string[], threads: number) {
  const executor = new WorkerPool({ threads, kernels: "auto", timeoutMs: 600_000, heapMb: 512 });
  const signal = new AbortController().signal;
  const memory = new PixelPool(undefined, loadDropPages());
  const context = { kernels: executor.kernels(signal), memory, signal, warn: () => {} };
  const tools = { executor, context, bracket, raw: "", megapixels: 0 };
  const frames = await decodeAll(tools, bracket.length);
  const { relation } = await relateFrames(frames, context);
  const run = async () => {
    const start = performance.now();
    const { image } = await merge({ frames, relation }, { method: "mertens" }, context);
    const seconds = (performance.now() - start) / 1000;
    memory.release(image.data);
    return seconds;
  };
  return { threads, run, close: () => executor.close() };
}

/** The program's path; undefined if its source or a compiler is missing. */
function compileFloor(folder: string): string | undefined {
  if (!existsSync(source)) return undefined;
  const program = join(folder, "floor");
  const flags = ["-O3", "-march=native", "-ffast-math", "-fopenmp", source, "-o", program, "-lturbojpeg"];
  return spawnSync("g++", flags, { stdio: "ignore" }).status === 0 ? program : undefined;
}

/** Seconds of its fusion: its own median of three, since the first run touches fresh memory. */
function runFloor(program: string, threads: number, bracket: readonly string[]): number {
  const { stdout } = spawnSync(program, ["-t", String(threads), "-r", "3", ...bracket], { encoding: "utf8" });
  return Number(/fuse ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
}
