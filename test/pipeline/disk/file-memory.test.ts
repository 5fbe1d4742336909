import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { PixelPool } from "../../../src/image/index.ts";
import { type FilePages, loadFilePages } from "../../../src/kernels/index.ts";
import { FileMemory } from "../../../src/pipeline/disk/index.ts";
import { Leases } from "../../../src/pipeline/leases.ts";
import type { Tools } from "../../../src/pipeline/tools.ts";
import { InlineExecutor } from "../../../src/workers/help.ts";

const folder = mkdtempSync(join(tmpdir(), "lightwell-test-file-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));
const minBytes = 1 << 20;
const options = { minBytes, maxResidentBytes: Number.POSITIVE_INFINITY, folder };

/** Pages that record which calls they get. */
function recorded(code = 0): FilePages & { readonly calls: string[] } {
  const calls: string[] = [];
  const note = (name: string) => (view: Uint8Array) => {
    calls.push(`${name} ${view.byteLength}`);
    return code;
  };
  return {
    calls,
    wholePages: ({ byteLength }) => [0, byteLength],
    toFile: note("file"),
    toMemory: note("memory"),
    leave: note("leave"),
  };
}

function memoryOver(pages: FilePages, given: ConstructorParameters<typeof FileMemory>[2], pool = new PixelPool()) {
  return new FileMemory(pool, { pages, pool }, given);
}

describe("memory in files", () => {
  test("takes large views, once each", async () => {
    const pages = recorded();
    const memory = memoryOver(pages, options);
    const views = [memory.u8(minBytes), memory.u16(minBytes), memory.u8(minBytes - 1)];
    for (const view of [...views, ...views]) await memory.rest(view);
    expect(pages.calls).toEqual([`file ${minBytes}`, `file ${2 * minBytes}`]);
    for (const view of views) memory.release(view);
    memory.close();
    expect(pages.calls.slice(2)).toEqual([`memory ${minBytes}`, `memory ${2 * minBytes}`]);
  });

  test("gives a file back with the last lease", async () => {
    const pages = recorded();
    const memory = memoryOver(pages, options);
    const view = memory.share(memory.u8(minBytes));
    await memory.rest(view);
    memory.release(view);
    expect([memory.views, memory.mayOverwrite(view)]).toEqual([1, true]);
    memory.release(view);
    memory.release(view);
    memory.close();
    expect(memory.views).toBe(0);
    expect(pages.calls).toEqual([`file ${minBytes}`, `memory ${minBytes}`]);
  });

  test.each([
    [0, 1],
    [2 ** 50, 0],
  ])("lets pages go only above its limit (%d bytes)", async (maxResidentBytes, least) => {
    const pages = recorded();
    const memory = memoryOver(pages, { ...options, maxResidentBytes });
    const view = memory.u8(minBytes);
    await memory.rest(view);
    await wait(500);
    memory.release(view);
    memory.close();
    expect(Math.min(1, pages.calls.filter((call) => call.startsWith("leave")).length)).toBe(least);
  });

  test("says what failed, and leaves the view and no file", async () => {
    const pool = new PixelPool();
    const memory = memoryOver(recorded(constants.errno.ENOMEM), options, pool);
    const view = memory.u16(minBytes).fill(3);
    await expect(memory.rest(view)).rejects.toMatchObject({
      code: "io/write",
      message: `memory: 2 MB of a large picture cannot be written in ${folder}; TMPDIR names another folder`,
      cause: { code: "ENOMEM" },
    });
    expect([memory.views, view[minBytes - 1]]).toEqual([0, 3]);
    memory.release(view);
    memory.close();
    expect(pool.leasedViews).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("names the folder if it cannot be written", async () => {
    const missing = join(folder, "missing");
    const memory = memoryOver(recorded(), { ...options, folder: missing });
    await expect(memory.rest(memory.u8(minBytes))).rejects.toMatchObject({
      code: "io/write",
      context: { file: missing },
    });
    memory.close();
    expect(existsSync(missing)).toBe(false);
  });
});

const pages = loadFilePages();
const hasFilePages = pages !== undefined;

describe.runIf(hasFilePages)("pages of files", () => {
  const native = () => pages ?? expect.unreachable();

  test("keep their samples, also later ones, when they leave the process", async () => {
    const memory = memoryOver(native(), options);
    const views = [memory.u16(1_000_001), memory.u16(1_000_001)];
    const sampleAt = (at: number, i: number) => (at * 7 + i) & 0xffff;
    for (const [i, view] of views.entries()) for (let at = 0; at < view.length; at++) view[at] = sampleAt(at, i);
    for (const view of views) await memory.rest(view);
    for (const view of views) view[500_000] = 9;
    for (const view of views) native().leave(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    const differing = views.map((view, i) => view.filter((sample, at) => sample !== sampleAt(at, i)));
    expect(differing).toEqual([Uint16Array.of(9), Uint16Array.of(9)]);
    expect(readdirSync(folder)).toEqual([]);
    for (const view of views) memory.release(view);
    memory.close();
  });

  test("are memory again after the last lease", async () => {
    const pool = new PixelPool();
    const memory = memoryOver(native(), options, pool);
    const view = memory.u8(8 << 20).fill(5);
    await memory.rest(view);
    memory.release(view);
    memory.close();
    const again = pool.u8(8 << 20);
    expect(again.byteOffset).toBe(view.byteOffset);
    expect(again[4 << 20]).toBe(0);
    expect(again.fill(3).every((sample) => sample === 3)).toBe(true);
  });

  test("are memory with the same samples if a view outlives its set", async () => {
    const pool = new PixelPool();
    const memory = memoryOver(native(), options, pool);
    const view = memory.u8(8 << 20).fill(5);
    await memory.rest(view);
    memory.close();
    expect([memory.views, pool.leasesOf(view), view.every((sample) => sample === 5)]).toEqual([0, 1, true]);
  });

  test("do not take the place of samples that another call got while a frame was written", async () => {
    const pool = new PixelPool();
    const memory = memoryOver(native(), options, pool);
    const view = memory.u8(8 << 20).fill(5);
    const resting = memory.rest(view);
    // The lease of the call ends, not that of the set.
    pool.release(view);
    const other = pool.u8(8 << 20).fill(7);
    await resting;
    expect([memory.views, pool.leasesOf(view), other.every((sample) => sample === 7)]).toEqual([0, 0, true]);
    memory.close();
  });

  test("leave a file if the leases of a call end before those of its set", async () => {
    const pool = new PixelPool();
    const call = new Leases({ memory: pool, executor: new InlineExecutor() } as unknown as Tools);
    const memory = new FileMemory(call.tools.memory, { pages: native(), pool }, options);
    const view = memory.u8(8 << 20).fill(5);
    await memory.rest(view);
    await call.end();
    const other = pool.u8(8 << 20).fill(7);
    memory.release(view);
    expect([memory.views, pool.leasesOf(view), other.every((sample) => sample === 7)]).toEqual([0, 0, true]);
    memory.close();
  });
});
