import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { expect, test } from "vitest";
import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import type { KernelSet } from "../../src/kernels/index.ts";
import { takeBands } from "../../src/workers/bands.ts";
import { helpedKernels, InlineExecutor } from "../../src/workers/help.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import type { KernelMessage } from "../../src/workers/protocol.ts";

const never = new AbortController().signal;

test("A RAW that several threads develop has the same samples as from one thread", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-help-"));
  const path = join(folder, "frame.dng");
  writeFileSync(
    path,
    encodeDngFile({
      width: 420,
      height: 700,
      sample: (x, y) => 300 + ((x * 37 + y * 91 + ((x * y) % 211) * 13) % 3600),
      pattern: { columns: 2, rows: 2, colors: [0, 1, 1, 2] },
      bits: 16,
      white: 4095,
      asShotNeutral: [0.5, 1, 0.6],
      colorMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      orientation: 6,
    }),
  );
  const input = { path, limits: { maxFileBytes: 1e8, maxPixels: 1e7 }, options: {} };
  const alone = await new InlineExecutor().run("decode", input, never);
  const pool = new WorkerPool({ threads: 3, kernels: "auto", timeoutMs: 30_000, heapMb: 256 });
  const helped = await Promise.all([1, 2, 3, 4].map(() => pool.run("decode", input, never)));
  await pool.close();
  rmSync(folder, { recursive: true });
  const isSame = (data: Uint8Array | Uint16Array) =>
    Buffer.from(data.buffer).equals(Buffer.from(alone.result.image.data.buffer));
  expect(helped.map(({ result }) => isSame(result.image.data))).toEqual([true, true, true, true]);
});

const args = {} as never;

/** A port behind which another thread works on `bands` bands at once. */
function helper(kernels: KernelSet, bands: number): MessagePort {
  const postMessage = (message: KernelMessage) => {
    for (let i = 0; i < bands; i++) takeBands(message, kernels, 0);
  };
  return { postMessage } as unknown as MessagePort;
}

test("Every band of a task's kernel is worked on once, by whichever thread", async () => {
  const rows: number[] = [];
  const kernels = { narrow: (_: unknown, rowBegin: number) => rows.push(rowBegin) } as unknown as KernelSet;
  const runner = helpedKernels({ implementation: "native", kernels }, helper(kernels, 2));
  await runner.run("narrow", args, 50, 10);
  expect(rows).toEqual([0, 10, 20, 30, 40]);
});

test("A kernel that fails on a thread that helps fails for the task", async () => {
  const failing = {
    narrow: () => {
      throw new Error("no");
    },
  } as unknown as KernelSet;
  const kernels = { narrow: () => {} } as unknown as KernelSet;
  const port = {
    postMessage: (message: KernelMessage) => expect(() => takeBands(message, failing, 0)).toThrow("no"),
  } as unknown as MessagePort;
  const run = helpedKernels({ implementation: "native", kernels }, port).run("narrow", args, 50, 10);
  await expect(run).rejects.toMatchObject({ code: "internal" });
});
