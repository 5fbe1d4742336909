import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createScene, renderBracket } from "../../fixtures/scene/index.ts";
import { loadFilePages } from "../../src/kernels/index.ts";
import { planMemory } from "../../src/pipeline/making/run-set.ts";
import { defaultBudgetMb, idleBytesOf } from "../../src/pipeline/memory-budget.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const program = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));
const MB = 2 ** 20;
const folder = new TestFolder();
const shots = folder.fresh("shots");
const size = { width: 3000, height: 2000 };
const evs = [-4, -2, 0, 2, 4];
const threads = 2;
const hasFilePages = loadFilePages() !== undefined;

beforeAll(async () => {
  mkdirSync(shots);
  const small = renderBracket(createScene({ room: "kitchen" }), { width: 600, height: 400, evs });
  for (const [i, { image }] of small.entries()) {
    const raw = { width: image.width, height: image.height, channels: 3 as const };
    const { width, height } = size;
    const resized = sharp(new Uint8Array(image.data), { raw }).resize(width, height, { kernel: "cubic" });
    await resized.jpeg({ quality: 92 }).toFile(join(shots, `frame-${i}.jpg`));
  }
});

afterAll(() => folder.remove());

/** The smallest budget in MB that the set can be made with, with or without frames in files. */
function minBudgetMb(hasFiles: boolean): number {
  const file = { name: "a.jpg", path: "/a.jpg", sizeBytes: 1 };
  const sizes = evs.map(() => ({ file, ...size, bitDepth: 8, format: "jpeg" as const }));
  const { bytes } = planMemory(sizes, { format: "jpeg", bits: 16, threads, hasFiles }, 0);
  return Math.ceil((bytes + idleBytesOf(threads)) / MB);
}

/** Runs the command in a separate process and reads its peak. */
function enhance(more: readonly string[], shell: readonly string[] = []) {
  const told = folder.fresh("status.txt");
  const preload = folder.fresh("tell.cjs");
  // What `resourceUsage` tells begins with the memory of the process that forked this one.
  const tell = `fs.writeFileSync(${JSON.stringify(told)}, fs.readFileSync("/proc/self/status"))`;
  writeFileSync(preload, `const fs = require("node:fs"); process.on("exit", () => ${tell});`);
  const output = folder.fresh("out");
  const sets = ["--bracket-size", "5", "--workers", String(threads), "--output-dir", output, ...more];
  const command = [...shell, process.execPath, "--require", preload, program, "enhance", shots, ...sets];
  const { status, signal, stderr } = spawnSync(command[0], command.slice(1), { encoding: "utf8" });
  const made = existsSync(output) ? readdirSync(output).filter((name) => name.endsWith(".jpg")) : [];
  const peakKb = existsSync(told) ? /VmHWM:\s+(\d+)/.exec(readFileSync(told, "utf8"))?.[1] : undefined;
  return { status, signal, stderr, made, peakMb: Number(peakKb) / 1024 };
}

describe.runIf(process.platform === "linux")("a set of 5 × 6 megapixels", () => {
  test.each([["memory", false] as const, ...(hasFilePages ? [["files", true] as const] : [])])(
    "with its frames in %s is made within the smallest budget, and takes a tenth more at most",
    (_, hasFiles) => {
      const budgetMb = minBudgetMb(hasFiles);
      const { status, made, peakMb } = enhance(["--memory-budget", String(budgetMb)]);
      expect(status).toBe(0);
      expect(made).toHaveLength(1);
      expect(peakMb).toBeGreaterThan(budgetMb / 3);
      expect(peakMb).toBeLessThan(1.1 * budgetMb);
    },
  );

  test("is refused with less, by an error that names the option, before it takes any", () => {
    const budgetMb = minBudgetMb(hasFilePages) - 1;
    const { status, stderr, made, peakMb } = enhance(["--memory-budget", String(budgetMb)]);
    expect(status).toBe(5);
    expect(made).toEqual([]);
    const expected = `needs about ${budgetMb + 1} MB, --memory-budget allows ${budgetMb} [limits/memory]`;
    expect(stderr).toContain(expected);
    expect(peakMb).toBeLessThan(200);
  });
});

/** A container's memory, by cgroups of either version; absent if the system does not allow one. */
const group = makeGroup();
afterAll(() => group && rmdirSync(group.path));

describe.skipIf(!group)("in a container", () => {
  const run = (mb: number) => {
    const { path, limit } = group ?? expect.unreachable();
    writeFileSync(join(path, limit), String(mb * MB));
    return enhance([], ["/bin/sh", "-c", `echo $$ > ${path}/cgroup.procs; exec "$@"`, "sh"]);
  };

  test("a set that its memory has no room for is refused, not killed", () => {
    const { status, signal, stderr } = run(600);
    expect({ status, signal }).toEqual({ status: 5, signal: null });
    expect(stderr).toContain(`--memory-budget allows ${defaultBudgetMb(2 ** 40, 600 * MB)} [limits/memory]`);
  });

  test("a set that it has room for is made", () => {
    const { status, made, peakMb } = run(Math.ceil(minBudgetMb(false) / 0.6) + 1);
    expect(status).toBe(0);
    expect(made).toHaveLength(1);
    expect(peakMb).toBeLessThan(1.1 * minBudgetMb(false));
  });
});

function makeGroup(): { readonly path: string; readonly limit: string } | undefined {
  const name = `lightwell-test-${process.pid}`;
  for (const [root, limit] of [
    ["/sys/fs/cgroup/memory", "memory.limit_in_bytes"],
    ["/sys/fs/cgroup", "memory.max"],
  ]) {
    const path = join(root, name);
    try {
      mkdirSync(path);
    } catch {
      continue;
    }
    if (existsSync(join(path, limit))) return { path, limit };
    rmdirSync(path);
  }
  return undefined;
}
