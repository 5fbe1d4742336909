import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../src/index.ts";
import { sha256, spoolFolders, TestFolder } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
let photograph: string;
let expected: Uint8Array;

beforeAll(async () => {
  photograph = folder.fresh("photograph.jpg");
  writeFileSync(photograph, await noisyJpeg());
  ({ bytes: expected } = await engine.develop(photograph, { format: "png" }));
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

const options = { format: "png" } as const;

/** A photograph whose PNG is longer than what streams and their sources hold back. */
function noisyJpeg(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 480, height: 360, channels: 3, background: "grey", noise } })
    .jpeg()
    .toBuffer();
}

/** A Node.js stream that keeps what it gets, and how it ended. */
function collector(write?: (written: number, done: (error?: Error) => void) => void) {
  const chunks: Buffer[] = [];
  let written = 0;
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      written += chunk.length;
      if (write) write(written, done);
      else setImmediate(done);
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

/** The same of the web. */
function webCollector(write: (written: number) => Promise<void> | void = () => {}) {
  const chunks: Uint8Array[] = [];
  const ends: unknown[] = [];
  let written = 0;
  const stream = new WritableStream<Uint8Array>({
    async write(chunk) {
      chunks.push(chunk);
      written += chunk.length;
      await write(written);
    },
    close: () => void ends.push("closed"),
    abort: (reason) => void ends.push(reason),
  });
  return { stream, bytes: () => Buffer.concat(chunks), chunks, ends };
}

describe("a picture goes to a stream", () => {
  test("of Node.js, which is ended, and the report comes back alone", async () => {
    const { stream, bytes } = collector();
    const delivered = await engine.develop(photograph, { ...options, output: stream });
    expect(bytes().equals(expected)).toBe(true);
    expect([stream.writableFinished, delivered.path, delivered.bytes]).toEqual([true, undefined, undefined]);
    expect(delivered.report.result).toMatchObject({ format: "png", sha256: sha256(expected) });
  });

  test("of the web, which is closed", async () => {
    const { stream, bytes, ends, chunks } = webCollector(() => wait(1));
    await engine.develop(photograph, { ...options, output: stream });
    expect(bytes().equals(expected)).toBe(true);
    expect([ends, stream.locked]).toEqual([["closed"], false]);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(2 ** 16);
  });

  test.each(["enhance", "merge"] as const)("by %s", async (call) => {
    const path = folder.fresh(call);
    await engine[call]([photograph], { output: createWriteStream(path) });
    expect(sha256(readFileSync(path))).toBe(sha256((await engine[call]([photograph])).bytes));
  });

  test("no faster than the stream takes it", async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const developing = engine.develop(photograph, { ...options, output: stream });
    while (stream.readableLength === 0) await wait(5);
    await wait(50);
    expect(stream.readableLength + stream.writableLength).toBeLessThan(expected.length);
    expect(Buffer.concat(await stream.toArray()).equals(expected)).toBe(true);
    await developing;
  });

  test("that is an HTTP response, whose status says what failed before", async () => {
    const server = createServer(async (request, response) => {
      await engine.develop({ name: "upload", stream: request }, { output: response }).catch((error) => {
        response.writeHead(422).end(error.code);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const post = (body: Uint8Array<ArrayBuffer>) => fetch(url, { method: "POST", body });
    try {
      const [good, bad] = [await post(new Uint8Array(readFileSync(photograph))), await post(new Uint8Array(100))];
      expect([good.status, (await good.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
      expect([bad.status, await bad.text()]).toEqual([422, "input/not-an-image"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("a stream that fails", () => {
  const broken = new Error("the line is dead");
  const failure = { name: "EngineError", code: "io/write", cause: broken };

  test("while it is written ends the call with io/write, its error as the cause", async () => {
    const node = collector((written, done) => done(written > 200_000 ? broken : undefined));
    await expect(engine.develop(photograph, { ...options, output: node.stream })).rejects.toMatchObject(failure);
    expect(node.stream.destroyed).toBe(true);
    const web = webCollector((written) => {
      if (written > 200_000) throw broken;
    });
    await expect(engine.develop(photograph, { ...options, output: web.stream })).rejects.toMatchObject(failure);
    expect(web.stream.locked).toBe(false);
    expect(spoolFolders()).toEqual([]);
  });

  test("before that ends the call at once", async () => {
    const { stream } = collector();
    const steps: string[] = [];
    const onProgress = ({ step }: { step: string }) => {
      if (steps.length === 0) stream.destroy(broken);
      steps.push(step);
    };
    const developing = engine.develop(photograph, { ...options, output: stream, onProgress });
    await expect(developing).rejects.toMatchObject({
      ...failure,
      message: "output: the stream failed: the line is dead",
    });
    expect(steps).not.toContain("encode");
    const web = new WritableStream({ start: (controller) => controller.error(broken) });
    await expect(engine.develop(photograph, { ...options, output: web })).rejects.toMatchObject(failure);
  });

  test("because somebody closed it is one that fails", async () => {
    const ended = collector().stream;
    ended.end();
    const closed = webCollector().stream;
    await closed.close();
    for (const output of [ended, closed])
      await expect(engine.develop(photograph, { ...options, output })).rejects.toMatchObject({
        code: "io/write",
        message: "output: the stream failed: it was closed before the picture was in it",
      });
  });
});

describe("a call that is cancelled", () => {
  const reason = new Error("enough");

  test("before the picture is made closes the stream", async () => {
    const [node, web] = [collector(), webCollector()];
    const signal = AbortSignal.abort(reason);
    const cancelled = { code: "cancelled", cause: reason };
    for (const output of [node.stream, web.stream])
      await expect(engine.develop(photograph, { ...options, output, signal })).rejects.toMatchObject(cancelled);
    expect([node.stream.destroyed, node.bytes().length, web.bytes().length]).toEqual([true, 0, 0]);
    expect(web.ends).toMatchObject([{ code: "cancelled" }]);
  });

  test("while a stream takes nothing ends at once, and closes it", async () => {
    const stop = new AbortController();
    const onFirst = () => void setTimeout(() => stop.abort(reason), 10);
    const node = collector(onFirst);
    const web = webCollector(() => {
      onFirst();
      return new Promise(() => {});
    });
    const cancelled = { code: "cancelled", cause: reason };
    const settings = { ...options, signal: stop.signal };
    await expect(engine.develop(photograph, { ...settings, output: node.stream })).rejects.toMatchObject(cancelled);
    expect([node.stream.destroyed, node.stream.writableFinished]).toEqual([true, false]);
    const other = new AbortController();
    const developing = engine.develop(photograph, { ...options, output: web.stream, signal: other.signal });
    while (web.bytes().length === 0) await wait(5);
    other.abort(reason);
    await expect(developing).rejects.toMatchObject(cancelled);
    await expect(web.stream.getWriter().ready).rejects.toMatchObject({ code: "cancelled" });
  });
});

test("a call that fails before the first byte leaves the stream open", async () => {
  const [node, web] = [collector(), webCollector()];
  for (const output of [node.stream, web.stream])
    await expect(engine.develop("missing.jpg", { output })).rejects.toMatchObject({ code: "io/read" });
  expect([node.stream.writable, web.stream.locked, web.ends]).toEqual([true, false, []]);
  await web.stream.close();
  expect(node.stream.listenerCount("error")).toBe(0);
});

test.each([
  ["a number", 5],
  ["a stream to read from", new Blob([]).stream()],
  ["null", null],
])("refuses %s as output", async (_what, output) => {
  await expect(engine.develop(photograph, { output: output as never })).rejects.toMatchObject({
    code: "options/invalid",
    message: expect.stringMatching(/^engine: output must be a path, a file: URL or a stream to write to, got /),
  });
});

test("refuses a locked web stream as output", async () => {
  const { stream } = webCollector();
  stream.getWriter();
  await expect(engine.develop(photograph, { output: stream })).rejects.toMatchObject({ code: "options/invalid" });
});
