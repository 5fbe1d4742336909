import { getEventListeners } from "node:events";
import { readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BatchEvent, createEngine } from "../../src/index.ts";
import { steps } from "../../src/pipeline/stages.ts";
import {
  plain,
  sha256,
  shootFiles,
  shootSet,
  smallJpeg,
  TestFolder,
  writeFlashed,
  writeSmallBracket,
} from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
const promptMs = 1000;

let bracket: string[];

beforeAll(async () => {
  bracket = await writeSmallBracket(folder.fresh("bracket"));
  // The first call starts threads and ExifTool, which is not what is timed here.
  await engine.enhance([{ name: "warm.jpg", bytes: await smallJpeg() }]);
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** The time a call takes to reject after `stop` fires, which must be with `cancelled`. */
async function timeToReject(call: Promise<unknown>, stop: AbortController): Promise<number> {
  let firedAt = Number.POSITIVE_INFINITY;
  stop.signal.addEventListener("abort", () => {
    firedAt = performance.now();
  });
  await expect(call).rejects.toMatchObject({ name: "EngineError", code: "cancelled" });
  return performance.now() - firedAt;
}

describe("a signal", () => {
  test.each(steps)("stops a batch promptly at %s, and nothing is left", async (step) => {
    const outputDir = folder.fresh(step);
    const stop = new AbortController();
    const events: BatchEvent[] = [];
    const files =
      step === "flash" ? [...bracket, await writeFlashed(bracket[1], folder.fresh("flashed.jpg"))] : bracket;
    const batch = async () => {
      const options = { outputDir, signal: stop.signal, groups: [files] };
      for await (const event of engine.enhanceBatch(files, options)) {
        events.push(event);
        if (event.type === "progress" && event.step === step) setTimeout(() => stop.abort(), 2);
      }
    };
    expect(await timeToReject(batch(), stop)).toBeLessThan(promptMs);
    expect(readdirSync(outputDir)).toEqual([]);
    const ends = events.filter(({ type }) => type === "finished" || type === "failed");
    expect(ends).toMatchObject([{ type: "failed", error: { code: "cancelled" } }]);
  });

  test.each([0, 20, 60, 150, 400])("stops a call promptly that has run for %i ms", async (afterMs) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), afterMs);
    const call = engine.enhance(shootSet("kitchen"), { signal: stop.signal });
    expect(await timeToReject(call, stop)).toBeLessThan(promptMs);
  });

  test("that has fired already stops every call before any work", async () => {
    const signal = AbortSignal.abort();
    const calls = [
      engine.inspectAll(shootFiles, { signal }),
      engine.group(shootFiles, { signal }),
      engine.merge(shootSet("kitchen"), { signal }),
      engine.develop(shootFiles[0], { signal }),
      engine.enhance(shootSet("kitchen"), { signal }),
      engine.enhanceBatch(shootFiles, { signal }).next(),
    ];
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: "cancelled" })));
  });

  test("with a time limit without another reference fires, and its reason is the cause", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const collecting = setInterval(collectGarbage, 5);
    const outputDir = folder.fresh("limit");
    const batch = async () => {
      for await (const _event of engine.enhanceBatch(shootFiles, { outputDir, signal: AbortSignal.timeout(100) }));
    };
    const calls = [engine.enhance(shootSet("kitchen"), { signal: AbortSignal.timeout(100) }), batch()];
    try {
      const expected = { code: "cancelled", cause: { name: "TimeoutError" } };
      await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(expected)));
    } finally {
      clearInterval(collecting);
    }
    const stop = new AbortController();
    const call = engine.enhance(bracket, { signal: stop.signal });
    stop.abort("enough");
    await expect(call).rejects.toMatchObject({ code: "cancelled", cause: "enough" });
  });

  test("that lives longer than its calls keeps nothing of them", async () => {
    const { signal } = new AbortController();
    await engine.enhance(bracket, { ...plain, signal });
    for await (const _event of engine.enhanceBatch(bracket, { ...plain, outputDir: folder.fresh("kept"), signal }));
    await expect(engine.enhance([], { signal })).rejects.toThrow();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("stops a call that waits for a stream", async () => {
    const stop = new AbortController();
    const stream = new Readable({ read() {} });
    stream.push(await smallJpeg());
    setTimeout(() => stop.abort(), 30);
    const call = engine.develop({ name: "slow.jpg", stream }, { signal: stop.signal });
    expect(await timeToReject(call, stop)).toBeLessThan(promptMs);
  });

  test("of one call leaves the others alone, and the engine as good as before", async () => {
    const expected = await engine.enhance(bracket, plain);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 250);
    const [stopped, finished] = await Promise.allSettled([
      engine.enhance(shootSet("bedroom"), { signal: stop.signal }),
      engine.enhance(bracket, plain),
    ]);
    expect(stopped).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
    if (finished.status === "rejected") throw finished.reason;
    const hashes = [expected, finished.value, await engine.enhance(bracket, plain)];
    expect(new Set(hashes.map(({ bytes }) => sha256(bytes ?? new Uint8Array()))).size).toBe(1);
  });
});
