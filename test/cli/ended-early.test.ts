import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { killRuns } from "../../bench/kills/kill-runs.ts";
import { writeTinyShoot } from "../../bench/kills/shoot.ts";
import { exitCodes } from "../../src/cli/failures.ts";
import { runCli } from "../support/run-cli.ts";
import { shootFolder, shootSet, spoolFolders, TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

/** Three sets of which the first takes longest. */
const shoot = folder.copyOf([...shootSet("kitchen"), ...shootSet("living-room-sofa"), ...shootSet("kitchen-360")]);
const finalNames = (path: string): string[] => readdirSync(path).filter((name) => !name.startsWith("."));

/** Throws where a picture is not complete. */
async function decodeAll(path: string): Promise<void> {
  for (const name of finalNames(path)) await sharp(readFileSync(join(path, name)), { failOn: "truncated" }).stats();
}

/** Calls `act` when the folder first shows a finished picture. */
function whenFirstPicture(path: string, act: () => void): void {
  const timer = setInterval(() => {
    let names: string[] = [];
    try {
      names = finalNames(path);
    } catch {
      return; // not made yet
    }
    if (names.length === 0) return;
    clearInterval(timer);
    act();
  }, 5);
  timer.unref();
}

// Hundreds of kills: npm run bench -- kills.
test("runs that are killed at any moment and resumed end in the bytes of an undisturbed run", async () => {
  const scratch = folder.fresh("kills");
  const tiny = join(scratch, "shoot");
  await writeTinyShoot(tiny);
  const tally = await killRuns({ shoot: tiny, scratch, kills: 2, seed: 2, rounds: [[]] });
  expect(tally).toMatchObject({ kills: 2, faults: [] });
});

describe("Ctrl-C", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "(%s) ends promptly, in one line, and leaves no temporary file",
    async (signal) => {
      const outputDir = folder.fresh(signal);
      const spooled = spoolFolders();
      let sentAt = 0;
      const { status, stderr } = await runCli(["enhance", shoot, "--output-dir", outputDir], {
        withProcess: (child) =>
          whenFirstPicture(outputDir, () => {
            sentAt = performance.now();
            child.kill(signal);
          }),
      });
      expect(performance.now() - sentAt).toBeLessThan(2000);
      expect([exitCodes.cancelled, "SIGINT"]).toContain(status);
      expect(stderr.trimEnd().split("\n").at(-1)).toMatch(
        /^lightwell enhance: cancelled; \d of 3 done; continue with --resume \[cancelled\]$/,
      );
      expect(stderr.match(/cancelled\]/g)).toHaveLength(1);
      expect(stderr).not.toMatch(/^failed:/m);
      expect(readdirSync(outputDir).filter((name) => name.startsWith(".lightwell-"))).toEqual([]);
      expect(spoolFolders()).toEqual(spooled);
      await decodeAll(outputDir);
    },
  );
});

test("Ctrl-C does not wait for a native library that cannot be stopped, and leaves nothing", async () => {
  const source = folder.fresh("noise.jpg");
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#888", noise } })
    .jpeg()
    .toFile(source);
  const output = folder.fresh("slow.avif");
  const args = ["develop", source, "--output", output, "--quality", "90"];
  const endAfter = async (delayMs: number) => {
    const result = await runCli(args, { withProcess: (child) => setTimeout(() => child.kill("SIGINT"), delayMs) });
    return { ...result, ms: result.ms - delayMs };
  };
  // On a busy machine, a signal can come before the program has read its arguments; it then ends without a word.
  let result = await endAfter(1500);
  if (result.stderr === "") result = await endAfter(6000);
  expect([exitCodes.cancelled, "SIGINT"]).toContain(result.status);
  expect(result.stderr).toMatch(/\[cancelled\]\n$/);
  expect(result.ms).toBeLessThan(3000);
  expect(readdirSync(folder.path).filter((name) => name.includes("slow") || name.startsWith("."))).toEqual([]);
});

describe("a reader that goes away", () => {
  test.each(["enhance --dry-run --output-dir x", "group", "inspect --json"])("ends %s quietly", async (command) => {
    const program = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));
    const line = `"${process.execPath}" "${program}" ${command} "${shootFolder}" | true; echo "status \${PIPESTATUS[0]}"`;
    const child = spawn("bash", ["-c", line], { cwd: folder.path });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    await new Promise((resolve) => child.on("close", resolve));
    expect(output).toBe("status 0\n");
  });
});
