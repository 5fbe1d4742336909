import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type Check,
  checkDecoders,
  checkDisk,
  checkKernels,
  checkMemory,
  checkMetadata,
  checkNode,
  minNode,
  readDisk,
} from "../../src/cli/doctor/checks.ts";
import { checkSelfTest, renderBracket } from "../../src/cli/doctor/self-test.ts";
import { exitCodes, someFailed } from "../../src/cli/failures.ts";
import { EngineError } from "../../src/errors/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { runCli } from "../support/run-cli.ts";
import { sha256, TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const names = ["Node.js", "Processor", "Kernels", "Decoders", "Metadata", "Memory", "Disk", "Temporary", "Self-test"];
const GB = 2 ** 30;

describe("lightwell doctor", () => {
  test("shows one line a check on one screen, and ends with 0 where all works", async () => {
    const { status, stdout, stderr } = await runCli(["doctor"]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^(ok|note) +${name} +\\S`, "m"));
    expect(stdout).toMatch(/^Everything that is needed works\.$/m);
    expect(stdout.split("\n").length).toBeLessThan(24);
  });

  test("gives programs one document, in which each note and problem has advice", async () => {
    // Without perl in any folder of PATH, and with the kernels that run everywhere.
    const config = folder.fresh("doctor.json");
    writeFileSync(config, '{ "kernels": "wasm", "bitDepth": 16 }');
    const { status, stdout, stderr } = await runCli(["doctor", "--json", "--config", config], {
      env: { PATH: folder.path },
    });
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
    expect([status, stderr, ok]).toEqual([0, "", true]);
    expect(checks.map(({ name }) => name)).toEqual([...names, "Config"]);
    expect(checks.find(({ name }) => name === "Kernels")?.found).toMatch(/^WebAssembly/);
    expect(checks.find(({ name }) => name === "Metadata")).toMatchObject({
      status: "note",
      found: expect.stringContaining("no perl"),
      advice: expect.stringContaining("Install perl"),
    });
    for (const { status, advice } of checks) expect(advice === undefined).toBe(status === "ok");
  });

  test("ends with 1 and a line of advice where something that is needed fails", async () => {
    const { status, stdout } = await runCli(["doctor", "--memory-budget", "150"]);
    expect(status).toBe(someFailed);
    expect(stdout).toMatch(/^problem +Memory +0\.1 GB for lightwell/m);
    expect(stdout).toMatch(/^Memory: Raise --memory-budget/m);
    expect(stdout).toMatch(/^problem +Self-test .*\[limits\/memory\]$/m);
    expect(stdout).toMatch(/^2 of 9 checks failed\.$/m);
  });

  test("names what is wrong with the config file of the folder, and checks the rest", async () => {
    const cwd = folder.fresh("configured");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "lightwell.config.json"), '{"kernles": "wasm"}');
    const { status, stdout } = await runCli(["doctor"], { cwd });
    expect(status).toBe(someFailed);
    expect(stdout).toMatch(/^problem +Config +lightwell\.config\.json: .*kernles/m);
    expect(stdout).toMatch(/^ok +Self-test /m);
  });

  test("takes no file", async () => {
    expect((await runCli(["doctor", "x.jpg"])).status).toBe(exitCodes.options);
  });
});

describe("the check", () => {
  test("of Node.js asks for the version that the package does", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(engines.node).toBe(`>=${minNode.join(".")}`);
    const statuses = ["v18.20.0", "v20.18.3", "v20.19.0", "v22.1.0"].map((version) => checkNode(version).status);
    expect(statuses).toEqual(["problem", "problem", "ok", "ok"]);
  });

  test("of the kernels says why the native ones do not run", () => {
    const wasm = { implementation: "wasm", reason: "Cannot find module" } as const;
    expect(checkKernels("auto", () => wasm)).toMatchObject({
      status: "note",
      found: expect.stringContaining("Cannot find module"),
      advice: expect.stringContaining("npm rebuild lightwell"),
    });
    expect(checkKernels("wasm", () => ({ implementation: "wasm" })).status).toBe("ok");
    const refuse = () => {
      throw new EngineError("options/invalid", "kernels: expected an addon that loads");
    };
    expect(checkKernels("native", refuse)).toMatchObject({
      status: "problem",
      found: expect.stringContaining("addon"),
    });
  });

  test("of the decoders names formats that cannot be read", () => {
    expect(checkDecoders()).toEqual({ name: "Decoders", status: "ok", found: "sharp, LibRaw, libheif, jxl-oxide" });
    const broken = { library: "LibRaw", formats: "camera RAW", reason: "no such file" };
    expect(checkDecoders([broken, { library: "sharp", formats: "JPEG" }])).toMatchObject({
      status: "problem",
      found: "LibRaw (camera RAW) not loaded: no such file",
    });
  });

  test("of metadata reports the version of ExifTool, and an ExifTool that does not run", async () => {
    expect(await checkMetadata()).toMatchObject({ status: "ok", found: expect.stringMatching(/^ExifTool \d+\.\d+$/) });
    const missing = () => new ExifTool({ command: [folder.fresh("no-program")] });
    expect(await checkMetadata(missing)).toMatchObject({ status: "problem" });
  });

  test.each([
    [8 * GB, 16 * GB, 0, "ok", /^8\.0 GB for lightwell; the machine has 16\.0 GB, 4\.0 GB free$/],
    [0.8 * GB, 1.3 * GB, 0, "note", /^0\.8 GB/],
    [0.2 * GB, 16 * GB, 0.3 * GB, "problem", /, 0\.3 GB for this container$/],
    [8 * GB, 16 * GB, 2 ** 63, "ok", /free$/],
  ] as const)("of memory with a limit of %d bytes on %d", (limitBytes, machineBytes, containerBytes, status, found) => {
    const check = checkMemory({ limitBytes, machineBytes, containerBytes, threads: 4, freeBytes: 4 * GB });
    expect(check).toMatchObject({ status, found: expect.stringMatching(found) });
  });

  test.each([
    [5 * GB, true, "ok", "ok"],
    [0.5 * GB, true, "note", "note"],
    [1024, true, "note", "problem"],
    [5 * GB, false, "note", "problem"],
  ] as const)("of a disk with %d free bytes, writable: %s", async (freeBytes, isWritable, status, needed) => {
    const read = async () => ({ freeBytes, isWritable });
    expect((await checkDisk("Disk", ".", { read })).status).toBe(status);
    expect((await checkDisk("Temporary", ".", { read, isNeeded: true })).status).toBe(needed);
  });

  test("of a disk looks at the folder itself", async () => {
    expect(await readDisk(folder.path)).toEqual({ freeBytes: expect.any(Number), isWritable: true });
    const missing = await checkDisk("Temporary", folder.fresh("missing"), { isNeeded: true });
    expect(missing).toMatchObject({ status: "problem", advice: expect.stringContaining("TMPDIR") });
  });
});

describe("the self-test", () => {
  const { signal } = new AbortController();

  test("renders the same frames each time", async () => {
    const hashes = async () => (await renderBracket()).map(({ bytes }) => sha256(bytes));
    const first = await hashes();
    expect(new Set(first).size).toBe(3);
    expect(await hashes()).toEqual(first);
  });

  test("gives one hash by native kernels and by WebAssembly", async () => {
    const hashOf = async (kernels: "auto" | "wasm") => {
      const { status, found } = await checkSelfTest({ kernels }, signal);
      expect(status).toBe("ok");
      return /SHA-256 ([0-9a-f]{16})$/.exec(found)?.[1];
    };
    const hash = await hashOf("auto");
    expect(hash).toBeDefined();
    expect(await hashOf("wasm")).toBe(hash);
  });

  test("reports what fails, and ends when it is cancelled", async () => {
    expect(await checkSelfTest({ maxPixels: 10 }, signal)).toMatchObject({
      status: "problem",
      found: expect.stringContaining("[limits/pixels]"),
      advice: expect.any(String),
    });
    await expect(checkSelfTest({}, AbortSignal.abort())).rejects.toMatchObject({ kind: "cancelled" });
  });
});
