import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { shootPlan } from "../../fixtures/shoot-plan.ts";
import { createEngine, type EngineError, type GroupProgress } from "../../src/index.ts";
import {
  hashFolder,
  plain,
  sha256,
  shootFiles,
  shootFolder,
  shootSet,
  smallJpeg,
  TestFolder,
  writeSmallBracket,
} from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
const originals = hashFolder(shootFolder);

afterAll(async () => {
  await engine.close();
  expect(hashFolder(shootFolder)).toEqual(originals);
  folder.remove();
});

const bedroomDesk = shootSet("bedroom-desk");
const kitchen = shootSet("kitchen");

describe("inspect", () => {
  test("tells what a file is", async () => {
    expect(await engine.inspect(kitchen[0])).toMatchObject({
      path: kitchen[0],
      format: "jpeg",
      width: 800,
      height: 1200,
      bitDepth: 8,
      orientation: 6,
      capturedAt: "2026-05-14T10:04:40.02+02:00",
      is360: { is360: false },
      hasLocation: false,
      warnings: [],
    });
  });

  test("tells many files in order, and of one that fails its error in its place", async () => {
    const missing = folder.fresh("missing.jpg");
    const text = { name: "notes.txt", bytes: new TextEncoder().encode("no picture") };
    const found = await engine.inspectAll([missing, ...shootSet("bedroom"), text]);
    expect(found.map((entry) => ("error" in entry ? entry.error.code : entry.format))).toEqual([
      "io/read",
      "raw",
      "raw",
      "raw",
      "input/not-an-image",
    ]);
    expect(found[0]).toMatchObject({ file: missing });
    await expect(engine.inspect(missing)).rejects.toMatchObject({ code: "io/read" });
  });
});

describe("group", () => {
  test("finds the planned sets", async () => {
    const { groups, failed } = await engine.group(shootFiles);
    expect(groups.map(({ files }) => files.map((file) => basename(file)))).toEqual(shootPlan.map((set) => set.files));
    expect(failed).toEqual([]);
  });

  test("takes sets by size", async () => {
    const { groups } = await engine.group(shootSet("living-room").concat(kitchen), { bracketSize: 2 });
    expect(groups.map(({ files }) => files.length)).toEqual([2, 2, 2, 2]);
  });

  test("takes sets by hand; what no list names stands alone", async () => {
    const { groups } = await engine.group(kitchen, { groups: [[kitchen[2], kitchen[0]]] });
    const files = groups.map((group) => [...group.files].sort());
    expect(files).toContainEqual([kitchen[0], kitchen[2]]);
    expect(files).toContainEqual([kitchen[1]]);
  });

  test.each([
    ["an unknown name", [["nowhere.jpg", kitchen[0]]], "nowhere.jpg"],
    ["a name used twice", [[kitchen[0]], [kitchen[0], kitchen[1]]], basename(kitchen[0])],
    ["a set without frames", [[]], "without any name"],
  ])("refuses by-hand sets with %s", async (_what, groups, named) => {
    const error = await failure(engine.group(kitchen, { groups }));
    expect(error.code).toBe("input/groups");
    expect(error.message).toContain(named);
  });

  test("leaves a file that cannot be read out of the sets by hand", async () => {
    const broken = { name: "empty.jpg", bytes: new Uint8Array() };
    const { groups, failed } = await engine.group([...kitchen, broken], { groups: [[...kitchen, "empty.jpg"]] });
    expect(groups.map(({ files }) => files.length)).toEqual([3]);
    expect(failed.map(({ file, error }) => [file, error.code])).toEqual([["empty.jpg", "input/empty"]]);
  });

  test("gives nothing for nothing", async () => {
    expect(await engine.group([])).toEqual({ groups: [], failed: [], warnings: [], thumbnailsRead: 0 });
  });

  test("tells the exposures and times of the frames, and how far it is", async () => {
    const told: GroupProgress[] = [];
    const { groups } = await engine.group(shootSet("kitchen"), { onProgress: (progress) => told.push(progress) });
    expect(groups).toMatchObject([{ spanS: 1.41, flags: [], frames: [{ ev: -1.91 }, { ev: 0 }, { ev: 2 }] }]);
    expect(groups[0].frames.map(({ file }) => file)).toEqual(groups[0].files);
    expect(groups[0].frames[0].capturedAt).toMatch(/^2026-05-14T10:04:40/);
    expect(told).toEqual([1, 2, 3].map((done) => ({ step: "headers", done, total: 3 })));
  });
});

describe("one picture", () => {
  test("is the same from paths, bytes and streams, as a file and as bytes", async () => {
    const path = folder.fresh("deep/room.jpg");
    const bracket = await writeSmallBracket(folder.fresh("bracket"));
    const toFile = await engine.enhance(bracket, { ...plain, output: path, report: true });
    expect(toFile).toMatchObject({ path, report: { set: { kind: "bracket" }, result: { format: "jpeg" } } });
    expect(toFile.bytes).toBeUndefined();
    const bytes = bracket.map((file) => ({ name: basename(file), bytes: readFileSync(file) }));
    const streams = bracket.map((file) => ({ name: basename(file), stream: createReadStream(file) }));
    const results = [];
    for (const sources of [bracket, bytes, streams]) results.push(await engine.enhance(sources, plain));
    const expected = sha256(readFileSync(path));
    expect(results.map((result) => sha256(result.bytes ?? new Uint8Array()))).toEqual([expected, expected, expected]);
    expect(JSON.parse(readFileSync(`${path}.json`, "utf8")).set.files).toEqual(bracket);
    expect(readdirSync(join(path, "..")).sort()).toEqual([basename(path), `${basename(path)}.json`].sort());
    expect((await sharp(path).metadata()).orientation).toBe(1);
  });

  test("does not change with bytes that the caller changes after the call", async () => {
    const bytes = readFileSync(bedroomDesk[0]);
    const source = () => ({ name: basename(bedroomDesk[0]), bytes });
    const before = await engine.develop(source());
    const developed = engine.develop(source());
    const batch = engine.enhanceBatch([source()]);
    bytes.fill(0);
    expect(sha256((await developed).bytes!)).toBe(sha256(before.bytes!));
    const ends = [];
    for await (const event of batch) ends.push(event.type);
    expect(ends.at(-1)).toBe("finished");
  });

  test("of merge is upright, of the common size and says so", async () => {
    const { bytes, report } = await engine.merge(kitchen, { format: "png", bitDepth: "16" });
    const { format, depth, width = 0, height = 0 } = await sharp(bytes).metadata();
    expect([format, depth]).toEqual(["png", "ushort"]);
    expect([report.result.width, report.result.height]).toEqual([width, height]);
    expect(height).toBeGreaterThan(width);
    expect(report.operations).toContain("merged 3 exposures");
    expect(report.operations.join()).not.toContain("adjusted");
  });

  test("of develop has every pixel of the file and nothing done to it", async () => {
    const { bytes, report } = await engine.develop(bedroomDesk[0], { format: "tiff", bitDepth: "16" });
    const [decoded, source] = await Promise.all(
      [bytes, bedroomDesk[0]].map((input) =>
        sharp(input, { ignoreIcc: true }).removeAlpha().toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer(),
      ),
    );
    expect(report.operations).toEqual([]);
    expect(decoded.equals(source)).toBe(true);
  });

  test.each(["png", "webp", "avif", "tif"])("goes into a .%s file by its name", async (extension) => {
    const output = folder.fresh(`small.${extension}`);
    await engine.develop({ name: "a.jpg", bytes: await smallJpeg() }, { output });
    const { format } = await sharp(output).metadata();
    expect(format).toBe({ png: "png", webp: "webp", avif: "heif", tif: "tiff" }[extension]);
  });

  test("is not made where a frame is broken, and the error names the frame", async () => {
    const cut = { name: "cut.jpg", bytes: readFileSync(kitchen[1]).subarray(0, 300) };
    const error = await failure(engine.enhance([kitchen[0], cut, kitchen[2]]));
    expect(error.kind).toBe("input");
    expect(error.message).toContain("cut.jpg");
  });
});

describe("what cannot be is refused before any work", () => {
  const output = folder.fresh("kept.jpg");
  writeFileSync(output, "kept");
  const jpeg = async () => ({ name: "a.jpg", bytes: await smallJpeg() });
  const cases: [string, () => Promise<unknown>, string, string][] = [
    ["an unknown option", () => engine.enhance(kitchen, { brightnes: 1 } as never), "options/unknown", "brightnes"],
    [
      "an option of another call",
      () => engine.develop(kitchen[0], { saturation: 1 } as never),
      "options/unknown",
      "saturation",
    ],
    [
      "an unknown option of group",
      () => engine.group(kitchen, { bracketsize: 3 } as never),
      "options/unknown",
      "bracketSize",
    ],
    [
      "an unknown option of inspect",
      () => engine.inspect(kitchen[0], { deep: true } as never),
      "options/unknown",
      "deep",
    ],
    [
      "an unknown option of a batch",
      () => drain(engine.enhanceBatch(kitchen, { outDir: "x" } as never)),
      "options/unknown",
      "outDir",
    ],
    ...["inspectAll", "thumbnailAll", "group", "merge", "enhance", "readHouse"].map((call): (typeof cases)[number] => [
      `null for the options of ${call}`,
      async () => (engine as never as Record<string, (...args: unknown[]) => unknown>)[call]([], null),
      "options/invalid",
      "null",
    ]),
    [
      "null for the options of a batch",
      () => drain(engine.enhanceBatch(kitchen, null as never)),
      "options/invalid",
      "null",
    ],
    ["null for the options of an engine", async () => createEngine(null as never), "options/invalid", "null"],
    ["null for one option", () => engine.enhance(kitchen, { quality: null } as never), "options/invalid", "quality"],
    [
      "null for the callback of progress",
      () => engine.group(kitchen, { onProgress: null } as never),
      "options/invalid",
      "onProgress",
    ],
    ["null for a look", () => engine.enhance(kitchen, { look: null } as never), "input/look", "look"],
    [
      "a folder that leads out of the output folder",
      () => drain(engine.enhanceBatch(kitchen, { outputDir: "x", folders: { [kitchen[0]]: "../y" } })),
      "options/invalid",
      "folders",
    ],
    [
      "sets by hand and of a fixed size at once",
      () => engine.group(kitchen, { groups: [kitchen], bracketSize: 3 }),
      "options/conflict",
      "bracketSize",
    ],
    ["a value out of range", () => engine.enhance(kitchen, { quality: 0 }), "options/invalid", "quality"],
    ["a switch that is none", () => engine.enhance(kitchen, { report: "yes" } as never), "options/invalid", "report"],
    ["a signal that is none", () => engine.enhance(kitchen, { signal: {} } as never), "options/invalid", "signal"],
    [
      "sets by hand that are none",
      () => engine.group(kitchen, { groups: [kitchen[0]] } as never),
      "options/invalid",
      "groups",
    ],
    ["no source", () => engine.enhance([]), "input/empty", "source"],
    ["a source that is none", () => engine.enhance([undefined] as never), "options/invalid", "undefined"],
    ["sources that are no list", () => engine.inspectAll("a.jpg" as never), "options/invalid", "list"],
    ["a source given twice", () => engine.enhance([kitchen[0], kitchen[0]]), "input/groups", "twice"],
    [
      "a source given twice by two spellings",
      () =>
        engine.enhance([
          kitchen[0],
          join(shootFolder, ".", "..", "shoot", "x", "..", basename(kitchen[0])).replace("/shoot/", "/./shoot/"),
        ]),
      "input/groups",
      "twice",
    ],
    [
      "an output of no known format",
      async () => engine.develop(await jpeg(), { output: "x.gif" }),
      "options/invalid",
      "x.gif",
    ],
    [
      "an output whose name contradicts the format",
      async () => engine.develop(await jpeg(), { output: "x.png", format: "jpeg" }),
      "options/conflict",
      "x.png",
    ],
    ["an output that exists", async () => engine.develop(await jpeg(), { output }), "io/exists", "kept.jpg"],
    [
      "an output in a folder that is a file",
      async () => engine.develop(await jpeg(), { output: join(output, "x.jpg") }),
      "io/write",
      "kept.jpg",
    ],
    ["an unknown engine option", async () => createEngine({ threads: 2 } as never), "options/unknown", "threads"],
  ];

  test.each(cases)("%s", async (_what, call, code, named) => {
    const error = await failure(call());
    expect(error).toMatchObject({ name: "EngineError", code });
    expect(error.message).toContain(named);
    expect(readFileSync(output, "utf8")).toBe("kept");
  });

  test("an output that would replace an original, also through a link", async () => {
    const copy = folder.copyOf(bedroomDesk);
    const [file] = readdirSync(copy).map((name) => join(copy, name));
    symlinkSync(copy, join(folder.path, "alias"));
    const before = hashFolder(copy);
    for (const target of [file, join(folder.path, "alias", basename(file))]) {
      const error = await failure(engine.develop(file, { output: target, overwrite: true }));
      expect(error.code).toBe("io/write");
      expect(error.message).toContain("original");
    }
    expect(hashFolder(copy)).toEqual(before);
  });

  test("a stream that is not read to its end is destroyed", async () => {
    const endless = new Readable({ read() {} });
    const stop = AbortSignal.timeout(50);
    await expect(engine.inspect({ name: "endless.jpg", stream: endless }, { signal: stop })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(endless.destroyed).toBe(true);
  });
});

describe("limits", () => {
  test("of bytes and pixels hold for every source", async () => {
    const small = createEngine({ workers: 1, maxPixels: 1000, maxFileMb: 1 });
    const large = { name: "large.png", bytes: new Uint8Array(2 ** 20 + 1) };
    await expect(small.inspect(large)).rejects.toMatchObject({ code: "limits/bytes" });
    const bytes = await smallJpeg(100, 100, 100);
    await expect(small.develop({ name: "a.jpg", bytes })).rejects.toMatchObject({ code: "limits/pixels" });
    await small.close();
  });
});

describe("a closed engine", () => {
  test("refuses every call, ends what runs, and leaves no temporary file", async () => {
    const closing = createEngine({ workers: 1 });
    const out = folder.fresh("closed");
    mkdirSync(out);
    const running = failure(closing.enhance(kitchen, { output: join(out, "x.jpg") }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await closing.close();
    expect((await running).code).toBe("cancelled");
    expect(readdirSync(out)).toEqual([]);
    await closing.close();
    const calls = [
      () => closing.inspect(kitchen[0]),
      () => closing.group(kitchen),
      () => closing.merge(kitchen),
      () => closing.develop(kitchen[0]),
      () => closing.enhance(kitchen),
      () => drain(closing.enhanceBatch(kitchen)),
    ];
    for (const call of calls) expect((await failure(call())).code).toBe("cancelled");
    expect(existsSync(join(out, "x.jpg"))).toBe(false);
  });
});

async function failure(call: Promise<unknown>): Promise<EngineError> {
  return call.then(
    () => {
      throw new Error("expected a failure");
    },
    (error) => error as EngineError,
  );
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}
