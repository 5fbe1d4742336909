import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { exitCodes } from "../../src/cli/failures.ts";
import type { ParsedFlags } from "../../src/cli/flags.ts";
import { nextStableState, stateOfFiles, withWatch } from "../../src/cli/with-watch.ts";
import { EngineError } from "../../src/errors/index.ts";
import { runCli, runInside } from "../support/run-cli.ts";
import {
  plainFlags,
  resultsIn,
  shootSet,
  spoolFolders,
  TestFolder,
  writeSmallBracket,
} from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const times = { pollMs: 10, stableMs: 50 };
const { signal: never } = new AbortController();

function shootWith(...names: string[]): string {
  const shoot = folder.fresh("shoot");
  mkdirSync(shoot);
  for (const name of names) writeFileSync(join(shoot, name), name);
  return shoot;
}

describe("the state of files", () => {
  test("changes with every file that is added or written to", async () => {
    const shoot = shootWith("a.jpg");
    const stateOf = () => stateOfFiles([shoot], false, join(shoot, "out"));
    const states = [await stateOf(), await stateOf()];
    expect(states[0]).toBe(states[1]);
    writeFileSync(join(shoot, "b.jpg"), "b");
    states.push(await stateOf());
    writeFileSync(join(shoot, "a.jpg"), "longer");
    states.push(await stateOf());
    expect(new Set(states).size).toBe(3);
  });

  test("leaves results out, unless their folder is the one that is watched", async () => {
    const shoot = shootWith("a.jpg");
    const out = join(shoot, "out");
    mkdirSync(out);
    const stateOf = (results: string) => stateOfFiles([shoot], true, results);
    const before = [await stateOf(out), await stateOf(shoot)];
    writeFileSync(join(out, "a.jpg"), "result");
    const after = [await stateOf(out), await stateOf(shoot)];
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  });
});

describe("the next stable state", () => {
  test("is one that has stopped changing and was not handled yet", async () => {
    const states = ["old", "old", "x", "xy", "xyz"];
    const read = async () => (states.length > 1 ? states.shift()! : states[0]);
    expect(await nextStableState(read, "old", times, never)).toBe("xyz");
  });

  test("does not come after the signal", async () => {
    const stop = AbortSignal.timeout(80);
    expect(await nextStableState(async () => "old", "old", times, stop)).toBeUndefined();
  });
});

describe("--watch", () => {
  /** What a command does in its runs, one after the other; the last one stops the watch. */
  async function watching(shoot: string, runs: readonly (() => number)[]) {
    const stop = new AbortController();
    const seen: ParsedFlags[] = [];
    let err = "";
    const command: Command = {
      name: "fake",
      usage: "",
      summary: "",
      tables: {},
      flags: {},
      async run(flags) {
        seen.push(flags);
        if (seen.length === runs.length) stop.abort();
        return runs[seen.length - 1]();
      },
    };
    const streams = {
      out: () => {},
      err: (text: string) => {
        err += text;
      },
      interactive: false,
    };
    const flags = { paths: [shoot], options: { quality: 5 }, own: { watch: true, "output-dir": join(shoot, "out") } };
    const exitCode = withWatch(command, times).run(flags, streams, stop.signal);
    return { exitCode: await exitCode, seen, err };
  }

  test("runs as with --resume, again after each change, and ends with the code of the last run", async () => {
    const shoot = shootWith("a.jpg");
    const add = (name: string, code: number) => () => {
      writeFileSync(join(shoot, name), name);
      return code;
    };
    const { exitCode, seen, err } = await watching(shoot, [add("b.jpg", 0), add("c.jpg", 0), () => 1]);
    expect([exitCode, seen.length]).toEqual([1, 3]);
    for (const { options, own } of seen) expect([options, own["resume"]]).toEqual([{ quality: 5 }, true]);
    expect(err).toBe(`watching ${shoot}; Ctrl-C ends\n`);
  });

  test("waits for photographs, and ends with any other error", async () => {
    const shoot = shootWith();
    const empty = () => {
      writeFileSync(join(shoot, "a.jpg"), "a");
      throw new EngineError("input/empty", "found no photographs");
    };
    const broken = () => {
      throw new EngineError("io/write", "no room");
    };
    await expect(watching(shoot, [empty, broken])).rejects.toMatchObject({ code: "io/write" });
  });

  test.each(["--json", "--dry-run"])("cannot be combined with %s", async (flag) => {
    const { status, stdout, stderr } = await runInside(["enhance", "x", "--output-dir", "y", "--watch", flag]);
    expect(status).toBe(exitCodes.options);
    expect(stdout + stderr).toContain("options/conflict");
  });

  test("makes pictures as frames arrive, and Ctrl-C ends it cleanly", async () => {
    const shoot = shootWith();
    const out = join(shoot, "out");
    await writeSmallBracket(shoot);
    const spooled = spoolFolders();
    const [single] = shootSet("bedroom-desk");
    const { status, stdout, stderr } = await runCli(["enhance", shoot, "--output-dir", out, "--watch", ...plainFlags], {
      withProcess: (child) => {
        let printed = "";
        child.stderr?.on("data", (text: string) => {
          const runs = () => printed.match(/ in [\d.]+ s \(/g)?.length ?? 0;
          const before = runs();
          printed += text;
          if (before === 0 && runs() === 1) cpSync(single, join(shoot, "IMG_0013.JPG"));
          if (before < 2 && runs() === 2) child.kill("SIGINT");
        });
      },
    });
    expect(status).toBe(0);
    // The second run does not list the picture that it leaves alone.
    expect(stdout.trimEnd().split("\n")).toEqual([
      `${join(out, "IMG_0006.jpg")}  (3 frames)`,
      `${join(out, "IMG_0013.jpg")}  (1 frame)`,
    ]);
    expect(stderr).toMatch(/^watching .*; Ctrl-C ends\n/);
    expect(stderr.match(/^1 picture(, 1 skipped)? in /gm)).toHaveLength(2);
    expect(resultsIn(out)).toEqual(["IMG_0006.jpg", "IMG_0013.jpg"]);
    expect(readdirSync(out).filter((name) => name.startsWith(".lightwell-"))).toEqual([]);
    expect(spoolFolders()).toEqual(spooled);
  });
});
