import { describe, expect, test } from "vitest";
import { WorkerPool } from "../../src/workers/pool.ts";

const limits = { maxFileBytes: 1, maxPixels: 1 };
const never = new AbortController().signal;

/** What a decoder can do to its thread, and the code of the error that its job gets. */
const deaths = [
  ["traps in WebAssembly", "trap", "internal"],
  ["traps without a handler", "trapUnseen", "internal"],
  ["exits", "exit", "internal"],
  ["aborts", "abort", "internal"],
  ["recurses without end", "recursion", "internal"],
  ["fills the heap", "heap", "limits/memory"],
  ["never returns", "hang", "limits/time"],
] as const;

describe("a task that", () => {
  test.each(deaths)("%s costs its thread, not the process or the jobs behind it", async (_, path, code) => {
    const entry = new URL("../support/dying-worker.mjs", import.meta.url).href;
    const pool = new WorkerPool({ threads: 2, kernels: "auto", timeoutMs: 5000, heapMb: 64, entry });
    const run = (name: string) => pool.run("probe", { path: name, limits }, never);
    expect(await run("before")).toBe("before");
    const behind = ["a", "b", "c", "d"];
    const outcomes = await Promise.allSettled([run(path), ...behind.map(run)]);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { name: "EngineError", code } });
    expect(outcomes.slice(1)).toEqual(behind.map((value) => ({ status: "fulfilled", value })));
    // Twice as many as there are threads: the dead one has a successor.
    expect(await Promise.all(["e", "f", "g", "h"].map(run))).toEqual(["e", "f", "g", "h"]);
    await pool.close();
  });
});
