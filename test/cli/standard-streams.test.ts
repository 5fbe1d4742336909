import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/failures.ts";
import { main } from "../../src/cli/main.ts";
import { runCli, runInside } from "../support/run-cli.ts";
import { smallJpeg, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

async function piped(args: readonly string[], input?: Uint8Array) {
  const written: Uint8Array[] = [];
  let [stdout, stderr] = ["", ""];
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      stderr += text;
    },
    bytes: (data: Uint8Array) => written.push(data),
    stdin: () => Readable.from(input ? [input] : []),
    interactive: false,
  };
  const status = await main(args, streams, new AbortController().signal);
  return { status, stdout, stderr, bytes: Buffer.concat(written) };
}

describe("a dash", () => {
  test("is the standard input and output of develop, and the format is that of --format", async () => {
    const { status, stdout, bytes } = await piped(["develop", "-", "-o", "-", "--format", "png"], await smallJpeg());
    expect([status, stdout]).toEqual([0, ""]);
    expect((await sharp(bytes).metadata()).format).toBe("png");
  });

  test("is the standard output of merge", async () => {
    const shoot = folder.fresh("bracket");
    const files = await writeSmallBracket(shoot);
    const { status, bytes } = await piped(["merge", ...files, "-o", "-"]);
    const output = join(shoot, "merged.jpg");
    await runInside(["merge", ...files, "-o", output]);
    expect(status).toBe(0);
    expect(bytes.equals(readFileSync(output))).toBe(true);
  });

  test("leaves nothing but the picture on the standard output of the process", async () => {
    const args = ["develop", "-", "--output", "-", "--format", "webp"];
    const jpeg = await smallJpeg();
    const { status, stdout, stderr } = await runCli(args, { withProcess: (child) => child.stdin?.end(jpeg) });
    expect([status, stderr, stdout.slice(0, 4), stdout.slice(8, 12)]).toEqual([0, "", "RIFF", expect.any(String)]);
  });

  test.each([
    ["--report", ["develop", "-", "-o", "-", "--report"], "options/conflict"],
    ["--json", ["develop", "-", "-o", "-", "--json"], "options/conflict"],
    ["a second dash", ["merge", "-", "-", "-o", "x.jpg"], "options/invalid"],
  ])("does not go with %s", async (_what, args, code) => {
    const { status, stdout, stderr } = await piped(args, await smallJpeg());
    expect([status, `${stdout}${stderr}`]).toEqual([exitCodes.options, expect.stringContaining(code)]);
  });
});

describe("patterns that no shell expanded", () => {
  test("are the files that they match", async () => {
    const shoot = folder.fresh("patterns");
    const files = await writeSmallBracket(shoot);
    const { status, stdout } = await runInside(["inspect", "--json", join(shoot, "*.[jJ]*")]);
    const { files: found } = JSON.parse(stdout);
    expect([status, found.map(({ path }: { path: string }) => path)]).toEqual([0, [...files].sort()]);
    const output = join(folder.path, "merged.jpg");
    expect((await runInside(["merge", join(shoot, "*"), "-o", output])).stdout).toBe(`${output}\n`);
  });

  test("that match nothing are an error", async () => {
    const { status, stderr } = await runInside(["enhance", join(folder.path, "*.cr3"), "-o", folder.fresh()]);
    expect([status, stderr]).toEqual([
      exitCodes.input,
      expect.stringMatching(/no file matches .*\*\.cr3 \[input\/empty\]/),
    ]);
  });
});
