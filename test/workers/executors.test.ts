import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InlineExecutor } from "../../src/workers/help.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { describeExecutor } from "../contract/executor.ts";
import { kernelCases } from "../support/kernel-cases/index.ts";
import { u16 } from "../support/kernel-cases/views.ts";

describeExecutor("InlineExecutor", () => new InlineExecutor());
describeExecutor("WorkerPool", () => new WorkerPool({ threads: 2, kernels: "auto", timeoutMs: 30_000, heapMb: 256 }));

describe("WorkerPool", () => {
  const large = () => {
    const [width, height] = [3000, 3000];
    const source = new Uint8Array(new SharedArrayBuffer(width * height * 3));
    const target = new Float32Array(new SharedArrayBuffer(width * height * 3 * 4));
    return { source, target, width, height, channels: 3, factor: 1 };
  };

  test.each([
    ["tiff", 1600, 16],
    ["avif", 64, 0],
  ] as const)("gives files of all sizes as the calling thread does: %s", async (format, edge, minMb) => {
    const data = new Uint16Array(new SharedArrayBuffer(2 * edge * edge * 3));
    for (let i = 0, state = 1; i < data.length; i++) data[i] = state = (state * 69_069 + 1) & 0xffff;
    const image = { width: edge, height: edge, channels: 3, data, space: "srgb" } as const;
    const pool = new WorkerPool({ threads: 1, kernels: "auto", timeoutMs: 60_000, heapMb: 256 });
    const [theirs, own] = await Promise.all(
      [pool, new InlineExecutor()].map((each) =>
        each.run("encode", { image, options: { format } }, new AbortController().signal),
      ),
    );
    await pool.close();
    expect(theirs.result.bytes.length).toBeGreaterThan(minMb * 2 ** 20);
    expect(Buffer.compare(theirs.result.bytes, own.result.bytes)).toBe(0);
  });

  test("stops running kernels promptly when the signal fires", async () => {
    const pool = new WorkerPool({ threads: 2, kernels: "wasm", timeoutMs: 60_000, heapMb: 256 });
    const stop = new AbortController();
    const kernels = pool.kernels(stop.signal);
    await kernels.run("shrink", { ...large(), height: 2 }, 2);
    const running = kernels.run("shrink", large(), 3000, 1500);
    setTimeout(() => stop.abort(), 20);
    const start = performance.now();
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    expect(performance.now() - start).toBeLessThan(500);
    await pool.close();
  });

  test("ends a task that runs over its time together with its thread, and works on", async () => {
    const pool = new WorkerPool({ threads: 1, kernels: "wasm", timeoutMs: 600, heapMb: 256 });
    const kernels = pool.kernels(new AbortController().signal);
    // A thread that is only starting may take that long on a busy machine.
    const small = (tries: number): Promise<void> =>
      kernels.run("shrink", { ...large(), height: 1 }, 1).catch((error) => {
        if (tries === 0) throw error;
        return small(tries - 1);
      });
    await small(20);
    const [width, height] = [6000, 4000];
    const slow = {
      ...kernelCases.demosaicXtrans[0].makeArgs(),
      ...{ source: u16(width * height), target: u16(width * height * 3), width, height },
    };
    await expect(kernels.run("demosaicXtrans", slow, height, height)).rejects.toMatchObject({ code: "limits/time" });
    await small(20);
    await pool.close();
  });

  test("rejects what is asked of it after it was closed", async () => {
    const pool = new WorkerPool({ threads: 1, kernels: "auto", timeoutMs: 1000, heapMb: 256 });
    await pool.close();
    const never = new AbortController().signal;
    await expect(
      pool.run("probe", { path: "x", limits: { maxFileBytes: 1, maxPixels: 1 } }, never),
    ).rejects.toMatchObject({ code: "cancelled" });
  });

  test("lets threads load before it ends them, which Node 20 would not survive", async () => {
    const entry = new URL("../support/slow-worker.mjs", import.meta.url).href;
    const loaded = mkdtempSync(join(tmpdir(), "lightwell-loaded-"));
    process.env["LIGHTWELL_TEST_LOADED"] = loaded;
    const pool = new WorkerPool({ threads: 2, kernels: "auto", timeoutMs: 30_000, heapMb: 256, entry });
    const limits = { maxFileBytes: 1, maxPixels: 1 };
    const asked = pool.run("probe", { path: "x", limits }, new AbortController().signal).catch(() => {});
    await pool.close();
    await asked;
    expect(readdirSync(loaded)).toHaveLength(2);
    rmSync(loaded, { recursive: true });
  });
});
