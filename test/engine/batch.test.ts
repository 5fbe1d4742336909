import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shootPlan } from "../../fixtures/shoot-plan.ts";
import { type BatchEvent, createEngine, type EngineError } from "../../src/index.ts";
import { ownedPrefix } from "../../src/pipeline/disk/output-file.ts";
import {
  hashFolder,
  plain,
  resultsIn,
  sha256,
  shootFiles,
  shootFolder,
  shootSet,
  smallJpeg,
  spoolFolders,
  TestFolder,
  writeSmallBracket,
  writeSmallSphere,
} from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
const originals = hashFolder(shootFolder);

afterAll(async () => {
  await engine.close();
  expect(hashFolder(shootFolder)).toEqual(originals);
  folder.remove();
});

async function collect(events: AsyncIterable<BatchEvent>): Promise<BatchEvent[]> {
  const collected: BatchEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

const ofType = <Type extends BatchEvent["type"]>(events: readonly BatchEvent[], type: Type) =>
  events.filter((event): event is Extract<BatchEvent, { type: Type }> => event.type === type);

/** Small files that are singles each, so that batches are quick. */
async function smallShoot(count: number, light = 60): Promise<string> {
  const path = folder.fresh("small");
  mkdirSync(path);
  for (let i = 0; i < count; i++) writeFileSync(join(path, `p${i}.jpg`), await smallJpeg(light + 30 * i));
  return path;
}

const filesIn = (path: string): string[] => resultsIn(path).map((name) => join(path, name));

describe("a whole shoot", () => {
  const outputDir = folder.fresh("whole");
  let events: BatchEvent[];
  beforeAll(async () => {
    events = await collect(engine.enhanceBatch(shootFiles, { ...plain, outputDir }));
  });

  test("reports events in order: grouped once, then started, progress and one end a set", () => {
    const [first, ...rest] = events;
    expect(first).toMatchObject({ type: "grouped", failed: [], warnings: [] });
    expect(rest.some(({ type }) => type === "grouped")).toBe(false);
    const [{ sets }] = ofType(events, "grouped");
    expect(sets.map(({ index, files }) => [index, files.map((file) => basename(file))])).toEqual(
      shootPlan.map((set, i) => [i, set.files]),
    );
    for (const { index } of sets) {
      const own = rest.filter((event) => event.type !== "grouped" && event.set.index === index);
      expect(own[0].type).toBe("started");
      expect(own.at(-1)?.type).toBe("finished");
      expect(own.slice(1, -1).every(({ type }) => type === "progress")).toBe(true);
      const told = ofType(own, "progress").map(({ step, done }) => `${done} ${step}`);
      expect(told).toEqual([...told].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)));
      for (const event of ofType(own, "progress")) expect(event.done).toBeLessThan(event.total);
    }
  });

  test("becomes one picture a set, named after its first frame, and nothing else", () => {
    const names = shootPlan.map(({ files }) => files[0].replace(/\.\w+$/, ".jpg"));
    expect(resultsIn(outputDir)).toEqual(names.sort());
    expect(
      ofType(events, "finished")
        .map(({ path }) => path)
        .sort(),
    ).toEqual(filesIn(outputDir));
    for (const { set, path, skipped } of ofType(events, "finished"))
      expect([path, skipped]).toEqual([set.output, false]);
  });

  test("is left alone by resume, and finished where a picture is missing", async () => {
    const before = hashFolder(outputDir);
    const times = filesIn(outputDir).map((file) => statSync(file).mtimeMs);
    rmSync(join(outputDir, "IMG_0013.jpg"));
    const again = await collect(engine.enhanceBatch(shootFiles, { ...plain, outputDir, resume: true }));
    const made = ofType(again, "finished").filter(({ skipped }) => !skipped);
    expect(made.map(({ path }) => basename(path ?? ""))).toEqual(["IMG_0013.jpg"]);
    expect(ofType(again, "finished")).toHaveLength(shootPlan.length);
    expect(hashFolder(outputDir)).toEqual(before);
    const kept = filesIn(outputDir).map((file) => statSync(file).mtimeMs);
    expect(kept.filter((time, i) => time === times[i])).toHaveLength(shootPlan.length - 1);
  });

  test("is refused set by set where files exist; own pictures are replaced where that is asked for", async () => {
    const files = shootSet("bedroom-desk");
    const output = join(outputDir, "IMG_0013.jpg");
    writeFileSync(output, "mine");
    for (const overwrite of [false, true]) {
      const [failed] = ofType(await collect(engine.enhanceBatch(files, { ...plain, outputDir, overwrite })), "failed");
      expect(failed.error.code).toBe("io/exists");
      expect(readFileSync(output, "utf8")).toBe("mine");
    }
    rmSync(output);
    await collect(engine.enhanceBatch(files, { ...plain, outputDir }));
    const replaced = await collect(engine.enhanceBatch(files, { ...plain, outputDir, overwrite: true }));
    expect(ofType(replaced, "finished")).toHaveLength(1);
    expect(statSync(output).size).toBeGreaterThan(10_000);
  });
});

describe("a batch", () => {
  test("without a folder gives the bytes", async () => {
    const events = await collect(engine.enhanceBatch(shootSet("bedroom-desk"), plain));
    const [{ bytes, path, report }] = ofType(events, "finished");
    expect([path, bytes?.[0], bytes?.[1]]).toEqual([undefined, 0xff, 0xd8]);
    expect(report?.result.format).toBe("jpeg");
  });

  test("as a dry run makes and writes nothing, not even the folder", async () => {
    const outputDir = folder.fresh("dry");
    const events = await collect(engine.enhanceBatch(shootSet("kitchen"), { outputDir, dryRun: true }));
    expect(events).toHaveLength(1);
    expect(ofType(events, "grouped")[0].sets[0].output).toBe(join(outputDir, "IMG_0006.jpg"));
    expect(readdirSync(folder.path)).not.toContain(basename(outputDir));
  });

  test("lets one bad file fail alone, whether it cannot be opened, read or decoded", async () => {
    const shoot = await smallShoot(3);
    writeFileSync(join(shoot, "empty.jpg"), "");
    writeFileSync(join(shoot, "text.jpg"), "no picture at all");
    writeFileSync(join(shoot, "cut.png"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    const files = [...filesIn(shoot), join(shoot, "missing.jpg")];
    const groups = filesIn(shoot)
      .filter((file) => /p\d|text/.test(file))
      .map((file) => [file]);
    for (const options of [{ bracketSize: 1 }, { groups }]) {
      const outputDir = folder.fresh("some");
      const events = await collect(engine.enhanceBatch(files, { ...plain, outputDir, ...options }));
      const lost = ofType(events, "grouped")[0].failed.map(({ file }) => basename(file));
      expect([...lost].sort()).toEqual(["cut.png", "empty.jpg", "missing.jpg", "text.jpg"]);
      expect(resultsIn(outputDir)).toEqual(["p0.jpg", "p1.jpg", "p2.jpg"]);
    }
  });

  test("ends a set whose file breaks after it was looked at, and continues", async () => {
    const shoot = await smallShoot(4);
    const outputDir = folder.fresh("broken-later");
    const collected: BatchEvent[] = [];
    for await (const event of engine.enhanceBatch(filesIn(shoot), { ...plain, outputDir, bracketSize: 1 })) {
      if (event.type === "grouped") truncateSync(join(shoot, "p3.jpg"), 0);
      collected.push(event);
    }
    const [failed] = ofType(collected, "failed");
    expect(failed.set.files).toEqual([join(shoot, "p3.jpg")]);
    expect(failed.error.kind).toBe("input");
    expect(failed.error.message).toContain("p3.jpg");
    expect(ofType(collected, "finished")).toHaveLength(3);
    expect(resultsIn(outputDir)).toEqual(["p0.jpg", "p1.jpg", "p2.jpg"]);
  });

  test("never replaces an original, of whatever set, even when told to overwrite or resume", async () => {
    const shoot = folder.copyOf([...shootSet("bedroom"), ...shootSet("bedroom-desk")]);
    writeFileSync(join(shoot, "IMG_0009.jpg"), await smallJpeg(90, 960, 640));
    const before = hashFolder(shoot);
    for (const how of [{ overwrite: true }, { resume: true }]) {
      const groups = [shootSet("bedroom").map((file) => join(shoot, basename(file)))];
      const events = await collect(engine.enhanceBatch(filesIn(shoot), { ...plain, outputDir: shoot, groups, ...how }));
      const failed = ofType(events, "failed").map(({ set, error }) => [basename(set.files[0]), error.code]);
      expect(failed).toContainEqual(["IMG_0009.DNG", "io/write"]);
      const after = hashFolder(shoot);
      for (const name of Object.keys(before)) expect(after[name], name).toBe(before[name]);
      rmSync(join(shoot, "IMG_0013.jpg"), { force: true });
    }
  });

  test("gives pictures of the same name numbers", async () => {
    const [one, two] = [await smallShoot(1), await smallShoot(1, 90)];
    const outputDir = folder.fresh("numbered");
    await collect(engine.enhanceBatch([...filesIn(one), ...filesIn(two)], { ...plain, outputDir, bracketSize: 1 }));
    expect(resultsIn(outputDir)).toEqual(["p0-2.jpg", "p0.jpg"]);
  });

  test("fails as a whole where its folder cannot be one", async () => {
    const outputDir = folder.fresh("file");
    writeFileSync(outputDir, "x");
    const error = await collect(engine.enhanceBatch(shootSet("kitchen"), { outputDir })).catch((thrown) => thrown);
    expect((error as EngineError).code).toBe("io/write");
  });

  test("that is not read to its end stops and leaves nothing half-made", async () => {
    const outputDir = folder.fresh("left");
    for await (const event of engine.enhanceBatch(shootFiles, { ...plain, outputDir }))
      if (event.type === "progress") break;
    expect(readdirSync(outputDir)).toEqual([]);
  });

  test("writes a report next to each picture when asked", async () => {
    const outputDir = folder.fresh("reports");
    await collect(engine.enhanceBatch(shootSet("bedroom-desk"), { ...plain, outputDir, report: true }));
    const report = JSON.parse(readFileSync(join(outputDir, "IMG_0013.jpg.json"), "utf8"));
    expect(report).toMatchObject({
      software: { name: "lightwell" },
      result: { format: "jpeg", width: expect.any(Number) },
    });
  });
});

test("a picture whose name leaves no room for its report's gets one under a shorter name", async () => {
  const outputDir = folder.fresh("long names");
  const shoot = await smallShoot(1);
  const file = join(shoot, `${"n".repeat(248)}.jpg`);
  renameSync(join(shoot, "p0.jpg"), file);
  const events = await collect(engine.enhanceBatch([file], { ...plain, outputDir, report: true }));
  expect(events.at(-1)).toMatchObject({ type: "finished", path: join(outputDir, basename(file)) });
  const [report] = readdirSync(outputDir).filter((name) => name.endsWith(".json"));
  expect([report.length, report.startsWith("n".repeat(200))]).toEqual([255, true]);
});

describe("resume", () => {
  const outputDir = folder.fresh("resumed");
  let shoot: string;
  const run = async (files: readonly string[], options = {}) => {
    const events = await collect(
      engine.enhanceBatch(files, { ...plain, outputDir, bracketSize: 1, resume: true, maxWidthPx: 60, ...options }),
    );
    const names = (made: Extract<BatchEvent, { type: "finished" }>[]) =>
      made.map(({ path }) => basename(path ?? "")).sort();
    return {
      made: names(ofType(events, "finished").filter(({ skipped }) => !skipped)),
      left: names(ofType(events, "finished").filter(({ skipped }) => skipped)),
      failed: ofType(events, "failed").map(({ set, error }) => [basename(set.output ?? ""), error.code]),
    };
  };
  const journal = join(outputDir, ".lightwell.jsonl");

  beforeAll(async () => {
    shoot = await smallShoot(3);
    await run(filesIn(shoot));
  });

  test("leaves alone what was made of the same photographs in the same way, wherever a run was killed", async () => {
    const before = hashFolder(outputDir);
    appendFileSync(journal, '{"output":"p1.jpg","key":"cut');
    expect(await run(filesIn(shoot))).toEqual({ made: [], left: ["p0.jpg", "p1.jpg", "p2.jpg"], failed: [] });
    rmSync(join(outputDir, "p2.jpg"));
    expect((await run(filesIn(shoot))).made).toEqual(["p2.jpg"]);
    expect(hashFolder(outputDir)).toEqual(before);
  });

  test("makes again what has no report, or that of other bytes, where reports are asked for", async () => {
    const files = filesIn(shoot);
    const all = ["p0.jpg", "p1.jpg", "p2.jpg"];
    expect(await run(files, { report: true })).toMatchObject({ made: all });
    expect(await run(files, { report: true })).toMatchObject({ made: [], left: all });
    rmSync(join(outputDir, "p0.jpg.json"));
    const report = join(outputDir, "p1.jpg.json");
    writeFileSync(
      report,
      readFileSync(report, "utf8").replace(/"sha256": "\w{6}(?=\w*"\s*\},\s*"operations")/, '"sha256": "000000'),
    );
    expect(await run(files, { report: true })).toMatchObject({ made: ["p0.jpg", "p1.jpg"], left: ["p2.jpg"] });
    for (const name of all) rmSync(join(outputDir, `${name}.json`));
  });

  test("makes again what has no bytes, and what options, photographs or sidecars changed", async () => {
    writeFileSync(join(outputDir, "p0.jpg"), "");
    writeFileSync(join(shoot, "p1.jpg"), await smallJpeg(75));
    writeFileSync(join(shoot, "p2.jpg.xmp"), xmpWithLabel("Red"));
    expect(await run(filesIn(shoot).filter((file) => file.endsWith("jpg")))).toEqual({
      made: ["p0.jpg", "p1.jpg", "p2.jpg"],
      left: [],
      failed: [],
    });
    expect(readFileSync(join(outputDir, "p2.jpg"), "latin1")).toContain("<xmp:Label>Red<");
    expect((await run([join(shoot, "p0.jpg")], { quality: 80 })).made).toEqual(["p0.jpg"]);
  });

  test("gives another photograph of the same name a name of its own, which it keeps", async () => {
    const other = await smallShoot(1, 150);
    for (const expected of [{ made: ["p0-2.jpg"] }, { left: ["p0-2.jpg"] }])
      expect(await run(filesIn(other))).toMatchObject(expected);
  });

  test("never replaces what somebody worked on, nor what the journal does not know", async () => {
    const worked = join(outputDir, "p0.jpg");
    appendFileSync(worked, "a word at its end");
    const edited = readFileSync(worked);
    for (const options of [{}, { resume: false, overwrite: true }])
      expect((await run([join(shoot, "p0.jpg")], options)).failed).toEqual([["p0.jpg", "io/exists"]]);
    expect(readFileSync(worked).equals(edited)).toBe(true);
    rmSync(journal);
    expect((await run([join(shoot, "p1.jpg")])).failed).toEqual([["p1.jpg", "io/exists"]]);
  });

  test("sweeps what killed processes left, and nothing of those that run", async () => {
    const { pid } = spawnSync("true");
    const left = [process.pid, pid].map((id) => `${ownedPrefix(".lightwell-").replace(/\d+-$/, "")}${id}-abcdef`);
    const kept = [left[0], ".lightwell-notours", ".lightwell-abcdef"];
    for (const name of [...left, ...kept.slice(1)]) mkdirSync(join(outputDir, name));
    const before = `${left[0].slice(0, -6)}before`;
    mkdirSync(join(outputDir, before));
    const hourAgo = Date.now() / 1000 - process.uptime() - 3600;
    utimesSync(join(outputDir, before), hourAgo, hourAgo);
    await run([join(shoot, "p2.jpg")], { overwrite: true });
    const hidden = readdirSync(outputDir).filter((name) => name.startsWith(".lightwell-"));
    expect(hidden.sort()).toEqual([...kept].sort());
  });
});

const xmpWithLabel = (label: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="${label}"/></rdf:RDF></x:xmpmeta>`;

describe("the same files and options", () => {
  test("give the same bytes with one worker and with four, side by side or one by one", async () => {
    const bracket = await writeSmallBracket(folder.fresh("bracket"));
    const sphere = await writeSmallSphere(folder.fresh("sphere.jpg"));
    const files = [...bracket, ...shootSet("bedroom"), sphere];
    const hashes: Record<string, string>[] = [];
    for (const workers of [1, 4]) {
      const own = createEngine({ workers });
      const outputDir = folder.fresh(`workers-${workers}`);
      await collect(own.enhanceBatch(files, { outputDir, maxWidthPx: 700 }));
      hashes.push(hashFolder(outputDir));
      if (workers === 4) {
        expect(Object.keys(hashes[0])).toHaveLength(3);
        const apart = folder.fresh("apart");
        const [raw] = shootSet("bedroom");
        await collect(own.enhanceBatch([raw, ...bracket], { ...plain, outputDir: apart, oneHouse: false }));
        const alone = [await own.enhance([raw], plain), await own.enhance(bracket, plain)];
        const [rawHash, bracketHash] = alone.map(({ bytes }) => sha256(bytes ?? new Uint8Array()));
        expect(hashFolder(apart)).toEqual({ "IMG_0006.jpg": bracketHash, "IMG_0009.jpg": rawHash });
      }
      await own.close();
    }
    expect(hashes[1]).toEqual(hashes[0]);
  });
});

test("no engine leaves a spool folder behind", async () => {
  const before = spoolFolders();
  const own = createEngine({ workers: 1 });
  const bytes = { name: "a.jpg", bytes: await smallJpeg() };
  await own.develop(bytes);
  const abandoned = own.enhanceBatch([bytes])[Symbol.asyncIterator]();
  await abandoned.next();
  await own.close();
  expect(spoolFolders().filter((name) => !before.includes(name))).toEqual([]);
});
