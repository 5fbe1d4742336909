import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Executor } from "../../src/pipeline/tools.ts";

const limits = { maxFileBytes: 1e7, maxPixels: 1e6 };
const never = new AbortController().signal;

/** What every Executor must do; the pool and the inline one both pass it. */
export function describeExecutor(name: string, create: () => Executor): void {
  describe(`${name} as an Executor`, () => {
    const folder = mkdtempSync(join(tmpdir(), "lightwell-executor-"));
    const executor = create();
    afterAll(async () => {
      await executor.close();
      rmSync(folder, { recursive: true });
    });

    const picture = async (): Promise<string> => {
      const path = join(folder, "grey.png");
      await sharp({ create: { width: 6, height: 4, channels: 3, background: "#808080" } })
        .png()
        .toFile(path);
      return path;
    };

    test("runs a task and gives its result, into the memory it was handed", async () => {
      const target = new Uint8Array(new SharedArrayBuffer(6 * 4 * 3));
      const { result } = await executor.run("decode", { path: await picture(), limits, options: {}, target }, never);
      expect(result.image).toMatchObject({ width: 6, height: 4, channels: 3, space: "srgb" });
      expect(new Set(target)).toEqual(new Set([128]));
    });

    test("rejects with the task's own EngineError", async () => {
      const path = join(folder, "text.jpg");
      writeFileSync(path, "no picture");
      await expect(executor.run("probe", { path, limits }, never)).rejects.toMatchObject({
        name: "EngineError",
        code: "input/not-an-image",
        kind: "input",
      });
    });

    test("tells once when a task has stopped, however it ended, also one that was given up", async () => {
      const path = await picture();
      const input = { path, limits, options: {} };
      const later = new AbortController();
      const stops = [never, never, AbortSignal.abort(), later.signal].map(async (signal, i) => {
        const onStopped = vi.fn();
        const task = executor.run("decode", i === 1 ? { ...input, path: "none" } : input, signal, onStopped);
        if (signal === later.signal) later.abort();
        await task.catch(() => {});
        await vi.waitFor(() => expect(onStopped).toHaveBeenCalledOnce());
      });
      await Promise.all(stops);
    });

    test("runs a kernel over all rows, whatever the bands", async () => {
      const shared = new Uint8Array(new SharedArrayBuffer(8 * 8 * 3));
      for (let i = 0; i < shared.length; i++) shared[i] = i;
      const results = await Promise.all(
        [1, 3, 100].map(async (bandRows) => {
          const target = new Float32Array(new SharedArrayBuffer(4 * 4 * 3 * 4));
          await executor
            .kernels(never)
            .run("shrink", { source: shared, target, width: 8, height: 8, channels: 3, factor: 2 }, 4, bandRows);
          return [...target];
        }),
      );
      expect(results[0].some((value) => value > 0)).toBe(true);
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    });

    test("rejects at once with cancelled when the signal has fired", async () => {
      const stop = new AbortController();
      stop.abort();
      await expect(executor.run("probe", { path: await picture(), limits }, stop.signal)).rejects.toMatchObject({
        code: "cancelled",
      });
      const target = new Float32Array(new SharedArrayBuffer(4));
      const args = {
        source: new Uint8Array(new SharedArrayBuffer(4)),
        target,
        width: 2,
        height: 2,
        channels: 1,
        factor: 2,
      };
      await expect(executor.kernels(stop.signal).run("shrink", args, 1)).rejects.toMatchObject({ code: "cancelled" });
    });
  });
}
