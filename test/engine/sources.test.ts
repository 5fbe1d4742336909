import { openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine, type Source } from "../../src/index.ts";
import { sha256, smallJpeg, TestFolder } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 1, maxFileMb: 1 });
const folder = new TestFolder();
const jpeg = await smallJpeg();
const name = "room.jpg";
const path = folder.fresh(name);
writeFileSync(path, jpeg);

afterAll(async () => {
  await engine.close();
  folder.remove();
});

function arrayBuffer(): ArrayBuffer {
  return new Uint8Array(jpeg).buffer;
}

async function* pieces(): AsyncGenerator<Uint8Array | ArrayBuffer> {
  yield jpeg.subarray(0, 100);
  yield new Uint8Array(jpeg.subarray(100)).buffer;
}

/** A web stream whose end is seen. */
function webStream(onEnd = (_reason: string) => {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(jpeg));
      controller.close();
    },
    cancel: () => onEnd("cancelled"),
  });
}

describe("a source", () => {
  test.each([
    ["a path", () => path, path],
    ["a file: URL", () => pathToFileURL(path), path],
    ["a Buffer", () => Buffer.from(jpeg), "source-1"],
    ["a Uint8Array", () => new Uint8Array(jpeg), "source-1"],
    ["an ArrayBuffer", arrayBuffer, "source-1"],
    ["a Blob", () => new Blob([arrayBuffer()]), "source-1"],
    ["a file opened as a Blob", () => openAsBlob(path), "source-1"],
    ["a File", () => new File([new Uint8Array(jpeg)], name), name],
    ["a stream of Node.js", () => Readable.from([Buffer.from(jpeg)]), "source-1"],
    ["a web stream", webStream, "source-1"],
    ["an async iterable", pieces, "source-1"],
    ["bytes with a name", () => ({ name, bytes: arrayBuffer() }), name],
    ["a Blob with a name", () => ({ name, bytes: new Blob([arrayBuffer()]) }), name],
    ["a stream of Node.js with a name", () => ({ name, stream: Readable.from([Buffer.from(jpeg)]) }), name],
    ["a web stream with a name", () => ({ name, stream: webStream() }), name],
    ["an async iterable with a name", () => ({ name, stream: pieces() }), name],
  ] as [string, () => Source | Promise<Source>, string][])("may be %s", async (_what, make, named) => {
    const thumbnail = await engine.thumbnail(await make());
    const expected = await engine.thumbnail(path);
    expect([thumbnail.path, sha256(thumbnail.bytes)]).toEqual([named, sha256(expected.bytes)]);
  });

  test("without a name is called by its place in the call", async () => {
    const found = await engine.inspectAll([path, jpeg, new File([new Uint8Array(jpeg)], name), jpeg]);
    expect(found.map((each) => ("path" in each ? each.path : each.error))).toEqual([
      path,
      "source-2",
      name,
      "source-4",
    ]);
  });

  test("names the picture that a batch makes of it", async () => {
    const outputDir = pathToFileURL(folder.fresh("batch"));
    const paths: unknown[] = [];
    for await (const event of engine.enhanceBatch([jpeg], { outputDir }))
      if (event.type === "finished") paths.push(event.path && basename(event.path));
    expect(paths).toEqual(["source-1.jpg"]);
  });

  test.each([
    ["a number", 5],
    ["nothing", null],
    ["an object without bytes", { name }],
    ["bytes of the wrong kind", { name, bytes: [1, 2] }],
    ["an address on the web", new URL("https://example.com/a.jpg")],
  ])("must not be %s", async (_what, source) => {
    await expect(engine.inspect(source as Source)).rejects.toMatchObject({ code: "options/invalid" });
    const batch = engine.enhanceBatch([source as Source]);
    await expect(batch.next()).rejects.toMatchObject({ code: "options/invalid" });
  });

  test("is read up to maxFileMb, and a stream is closed then", async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(2 ** 16);
      } finally {
        isClosed = true;
      }
    }
    await expect(engine.inspect(endless())).rejects.toMatchObject({ code: "limits/bytes" });
    expect(isClosed).toBe(true);
    await expect(engine.inspect(new Blob([new Uint8Array(2 ** 21)]))).rejects.toMatchObject({ code: "limits/bytes" });
  });

  test("must give bytes", async () => {
    const stream = Readable.from(["text"]);
    async function* objects() {
      yield { is: "no bytes" };
    }
    const source = { name, stream: objects() } as unknown as Source;
    await expect(engine.inspect(source)).rejects.toMatchObject({
      code: "options/invalid",
      message: expect.stringContaining("each piece of a stream must be bytes"),
    });
    await expect(engine.inspect({ name, stream })).rejects.toMatchObject({ code: "input/not-an-image" });
  });

  test("that is a stream is closed where the call ends before it is read", async () => {
    const ends: string[] = [];
    const stream = new ReadableStream<Uint8Array>({ cancel: () => void ends.push("cancelled") });
    const signal = AbortSignal.abort();
    await expect(engine.inspect(stream, { signal })).rejects.toMatchObject({ code: "cancelled" });
    await new Promise(setImmediate);
    expect(ends).toEqual(["cancelled"]);
  });
});

describe("an output", () => {
  test("may be a file: URL", async () => {
    const output = folder.fresh("by-url.png");
    const made = await engine.develop(path, { output: pathToFileURL(output) });
    expect(made.path).toBe(output);
    expect(readFileSync(output).subarray(1, 4).toString()).toBe("PNG");
  });

  test("must not be an address on the web", async () => {
    const output = new URL("https://example.com/a.png");
    await expect(engine.develop(path, { output })).rejects.toMatchObject({
      code: "options/invalid",
      message: expect.stringContaining("output must be a path or a file: URL"),
    });
  });

  test("may be undefined", async () => {
    const made = await engine.develop(path, { output: undefined });
    expect(made.bytes).toBeInstanceOf(Uint8Array);
  });
});
