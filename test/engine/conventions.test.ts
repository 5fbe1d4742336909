import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import {
  createEngine,
  type Delivered,
  type Engine,
  type Progress,
  type ReturnedPicture,
  type StreamedPicture,
  type WrittenPicture,
} from "../../src/index.ts";
import { steps } from "../../src/pipeline/stages.ts";
import { smallJpeg, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
const bracket = await writeSmallBracket(folder.fresh("bracket"));
const single = folder.fresh("single.jpg");
writeFileSync(single, await smallJpeg());

afterAll(async () => {
  await engine.close();
  folder.remove();
});

describe("a call that makes one picture", () => {
  test("returns a path if an output is given, else bytes", async () => {
    const output = folder.fresh("room.png");
    const [written, returned] = [await engine.merge(bracket, { output }), await engine.merge(bracket)];
    expect([written.path, "bytes" in written]).toEqual([output, false]);
    expect([returned.bytes.length > 1000, "path" in returned]).toEqual([true, false]);
  });

  test("has types that say so", () => {
    type Given = string | ServerResponse | undefined;
    type Web = WritableStream<Uint8Array>;
    const calls = (each: Engine, output: string, maybe: Given, node: ServerResponse, web: Web) => [
      expectTypeOf(each.enhance([""], { output })).resolves.toEqualTypeOf<WrittenPicture>(),
      expectTypeOf(each.enhance([""], { output: new URL("file:///a.jpg") })).resolves.toEqualTypeOf<WrittenPicture>(),
      expectTypeOf(each.enhance([""], { quality: 80 })).resolves.toEqualTypeOf<ReturnedPicture>(),
      expectTypeOf(each.enhance([""])).resolves.toEqualTypeOf<ReturnedPicture>(),
      expectTypeOf(each.enhance([""], { output: maybe })).resolves.toEqualTypeOf<Delivered>(),
      expectTypeOf(each.enhance([""], { output: node })).resolves.toEqualTypeOf<StreamedPicture>(),
      expectTypeOf(each.enhance([""], { output: web })).resolves.toEqualTypeOf<StreamedPicture>(),
      expectTypeOf(each.merge([""], { output })).resolves.toEqualTypeOf<WrittenPicture>(),
      expectTypeOf(each.merge([""], { output: node })).resolves.toEqualTypeOf<StreamedPicture>(),
      expectTypeOf(each.merge([""])).resolves.toEqualTypeOf<ReturnedPicture>(),
      expectTypeOf(each.develop("", { output })).resolves.toEqualTypeOf<WrittenPicture>(),
      expectTypeOf(each.develop("", { output: web })).resolves.toEqualTypeOf<StreamedPicture>(),
      expectTypeOf(each.develop("")).resolves.toEqualTypeOf<ReturnedPicture>(),
    ];
    expect(calls).toBeInstanceOf(Function);
  });

  test.each([16, "16"] as const)("takes bitDepth as %o", async (bitDepth) => {
    const { report } = await engine.develop(single, { format: "png", bitDepth });
    expect([report.result.bitDepth, report.options.encode?.bitDepth]).toEqual([16, "16"]);
  });

  test("refuses a bitDepth that no file has", async () => {
    const bitDepth = 12 as 16;
    await expect(engine.develop(single, { bitDepth })).rejects.toMatchObject({
      code: "options/invalid",
      message: expect.stringContaining("bitDepth must be auto | 8 | 10 | 16, got 12"),
    });
  });
});

describe("onProgress", () => {
  function recorder() {
    const seen: Progress[] = [];
    return { seen, onProgress: (progress: Progress) => void seen.push(progress) };
  }

  test.each([
    ["inspectAll", "headers", 3, (each, onProgress) => each.inspectAll(bracket, { onProgress })],
    ["thumbnailAll", "pictures", 3, (each, onProgress) => each.thumbnailAll(bracket, { onProgress })],
    ["readHouse", "sets", 2, (each, onProgress) => each.readHouse([bracket, [single]], { onProgress })],
    ["learnLook", "pictures", 3, (each, onProgress) => each.learnLook({ finished: bracket }, { onProgress })],
  ] as [string, string, number, (each: Engine, onProgress: (progress: Progress) => void) => Promise<unknown>][])(
    "of %s counts %s",
    async (_call, step, total, call) => {
      const { seen, onProgress } = recorder();
      await call(engine, onProgress);
      expect(seen).toEqual(Array.from({ length: total }, (_, i) => ({ step, done: i + 1, total })));
    },
  );

  test.each([
    ["enhance", (onProgress: (progress: Progress) => void) => engine.enhance(bracket, { onProgress })],
    ["merge", (onProgress: (progress: Progress) => void) => engine.merge(bracket, { onProgress })],
    ["develop", (onProgress: (progress: Progress) => void) => engine.develop(single, { onProgress })],
  ])("of %s names the steps of a picture", async (_call, call) => {
    const { seen, onProgress } = recorder();
    await call(onProgress);
    expect(seen.length).toBeGreaterThan(1);
    for (const { step, done, total } of seen)
      expect([steps.indexOf(step as "decode"), steps.length]).toEqual([done, total]);
  });

  test("must be a function", async () => {
    const onProgress = "yes" as unknown as () => void;
    for (const call of [
      engine.enhance(bracket, { onProgress }),
      engine.inspectAll(bracket, { onProgress }),
      engine.learnLook({ finished: bracket }, { onProgress }),
    ])
      await expect(call).rejects.toMatchObject({ code: "options/invalid" });
  });
});

test("fifty calls at once on one signal give no warning of a leak, and all end with it", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on("warning", onWarning);
  const stop = new AbortController();
  const inspect = () => engine.inspect(single, { signal: stop.signal });
  await Promise.all(Array.from({ length: 50 }, inspect));
  const calls = Array.from({ length: 50 }, inspect).map((call) => call.catch(({ code }) => code));
  stop.abort();
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["cancelled"]));
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

describe("a closed engine", () => {
  test("says in every call that it is closed", async () => {
    const closed = createEngine({ workers: 1 });
    await closed.close();
    const calls = [
      closed.inspect(single),
      closed.inspectAll([single]),
      closed.lenses(),
      closed.cameras(),
      closed.thumbnail(single),
      closed.thumbnailAll([single]),
      closed.group([single]),
      closed.merge([single]),
      closed.develop(single),
      closed.enhance([single]),
      closed.readHouse([[single]]),
      closed.learnLook({ finished: [single] }),
      closed.enhanceBatch([single]).next(),
    ];
    for (const call of calls)
      await expect(call).rejects.toMatchObject({
        code: "cancelled",
        message: expect.stringContaining("the engine is closed"),
      });
    await closed.close();
  });

  test("is what a block with `await using` leaves", async () => {
    let left: Engine;
    {
      await using used = createEngine({ workers: 1 });
      left = used;
      expect((await used.inspect(single)).format).toBe("jpeg");
    }
    await expect(left.inspect(single)).rejects.toThrow("the engine is closed");
  });
});
