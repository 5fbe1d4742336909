import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/failures.ts";
import { flagName } from "../../src/cli/flags.ts";
import { commands } from "../../src/cli/main.ts";
import { runInside } from "../support/run-cli.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];
const isInstalled = (shell: Shell) => spawnSync(shell, ["--version"]).status === 0;
const scripts = new Map<Shell, string>();
const fileOf = (shell: Shell) => join(folder.path, `script.${shell}`);
/** A folder with one picture and one folder. */
const place = join(folder.path, "place");

beforeAll(async () => {
  mkdirSync(join(place, "shoot one"), { recursive: true });
  writeFileSync(join(place, "photo.jpg"), "");
  for (const shell of shells) {
    const { status, stdout, stderr } = await runInside(["completion", shell]);
    expect([status, stderr]).toEqual([0, ""]);
    scripts.set(shell, stdout);
    writeFileSync(fileOf(shell), stdout);
  }
});

/** The flags of a command as its help has them. */
function flagsOf({ flags, tables }: (typeof commands)[number]): string[] {
  const options = Object.values(tables).flatMap((table) =>
    Object.entries(table).map(([option, { type, fallback }]) => {
      return type === "flag" && fallback === true ? `no-${flagName(option)}` : flagName(option);
    }),
  );
  return ["help", ...Object.keys(flags), ...options].map((name) => `--${name}`);
}

describe.each(shells)("the script for %s", (shell) => {
  test("names every command and every flag", () => {
    const script = scripts.get(shell) ?? "";
    for (const command of commands) {
      expect(script).toContain(command.name);
      for (const flag of flagsOf(command)) expect(script).toContain(shell === "fish" ? ` -l ${flag.slice(2)} ` : flag);
    }
    expect(script).not.toMatch(/undefined|\[object/);
  });

  test.skipIf(!isInstalled(shell))("is one that the shell accepts", () => {
    const { status, stderr } = spawnSync(shell, ["-n", fileOf(shell)], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("in bash", () => {
  /** What Tab offers after these words, the last of which is not complete. */
  const complete = (...words: string[]): string[] => {
    const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lightwell; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ["-c", code, "bash", fileOf("bash"), "lightwell", ...words];
    const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8", cwd: place });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };

  test.each([
    [["enh"], ["enhance"]],
    [["l"], ["look", "lenses"]],
    [["--v"], ["--version"]],
    [
      ["enhance", "--format", ""],
      ["jpeg", "png", "webp", "avif", "tiff"],
    ],
    [["enhance", "--format", "p"], ["png"]],
    [["enhance", "--format", "=", "a"], ["avif"]],
    [
      ["enhance", "--format", "="],
      ["jpeg", "png", "webp", "avif", "tiff"],
    ],
    [["enhance", "photo.jpg", "--no-al"], ["--no-align"]],
    [["develop", "--outp"], ["--output"]],
    [
      ["lenses", "--"],
      ["--json", "--help"],
    ],
    [
      ["look", ""],
      ["learn", "show", "apply"],
    ],
    [["look", "learn", ""], []],
    [["completion", ""], [...shells]],
    // Nothing: readline offers files.
    [["enhance", ""], []],
    [["enhance", "--groups", ""], []],
    [["no-command", ""], []],
  ])("%j is completed", (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  test("offers every command and flag", () => {
    expect(complete("")).toEqual([...commands.map(({ name }) => name), "--help", "--version"]);
    for (const command of commands) expect(complete(command.name, "--").sort()).toEqual(flagsOf(command).sort());
  });
});

describe.skipIf(!isInstalled("fish"))("in fish", () => {
  const complete = (line: string): string[] => {
    const code = `source ${fileOf("fish")}; complete -C ${JSON.stringify(line)}`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", code], { encoding: "utf8", cwd: place });
    return stdout.split("\n").flatMap((row) => (row === "" ? [] : [row.split("\t")[0]]));
  };

  test.each([
    ["lightwell enh", ["enhance"]],
    ["lightwell enhance --format p", ["png"]],
    ["lightwell enhance --bit", ["--bit-depth"]],
    ["lightwell look ", ["apply", "learn", "show"]],
    ["lightwell enhance --output-dir ", ["shoot one/"]],
    ["lightwell merge pho", ["photo.jpg"]],
    ["lightwell doctor ", []],
  ])("%s is completed", (line, expected) => {
    expect(complete(line)).toEqual(expected);
  });
});

test.each([
  [[], "nothing"],
  [["tcsh"], '"tcsh"'],
  [["bash", "zsh"], '"bash zsh"'],
])("completion of %j is refused", async (args, came) => {
  const { status, stdout, stderr } = await runInside(["completion", ...args]);
  expect([status, stdout]).toEqual([exitCodes.options, ""]);
  expect(stderr).toContain(`expected bash, zsh or fish, got ${came}`);
});
