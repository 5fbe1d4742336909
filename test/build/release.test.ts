import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "lightwell-release-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

let copy = "";
let count = 0;

/** A small repository with what the script reads. */
beforeEach(() => {
  copy = join(folder, String(count++));
  mkdirSync(join(copy, "service"), { recursive: true });
  for (const name of ["scripts", "package.json", "package-lock.json", "service/package.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const path of ["package.json", "service/package.json"])
    writeFileSync(join(copy, path), JSON.stringify({ ...read(path), version: "0.1.0" }, null, 2));
  writeFileSync(
    join(copy, "CHANGELOG.md"),
    "# Changelog\n\n## 0.2.0 (unreleased)\n\n- A\n\n## 0.1.0 (2026-12-01)\n\n- B\n",
  );
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "All");
});

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: copy, encoding: "utf8" });
}

function read(path: string) {
  return JSON.parse(readFileSync(join(copy, path), "utf8"));
}

function release(...args: string[]) {
  return spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: copy, encoding: "utf8" });
}

describe("npm run release -- --version", () => {
  test("sets the version everywhere and dates the changelog", () => {
    const { status, stdout } = release("--version", "0.2.0");
    expect(status).toBe(0);
    expect(stdout).toContain(
      "set version 0.2.0 in CHANGELOG.md, package.json, service/package.json, package-lock.json",
    );
    const lock = read("package-lock.json");
    expect([
      read("package.json"),
      read("service/package.json"),
      lock,
      lock.packages[""],
      lock.packages.service,
    ]).toEqual(Array(5).fill(expect.objectContaining({ version: "0.2.0" })));
    expect(readFileSync(join(copy, "CHANGELOG.md"), "utf8")).toMatch(/^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)$/m);
    expect(git("diff", "--numstat").trim().split("\n")).toHaveLength(4);
  });

  test("changes nothing with --dry-run", () => {
    const { status, stdout } = release("--version", "0.2.0", "--dry-run");
    expect([status, git("status", "--porcelain")]).toEqual([0, ""]);
    expect(stdout).toContain("would set version 0.2.0");
  });

  test("refuses a working tree with changes", () => {
    writeFileSync(join(copy, "note.txt"), "");
    const { status, stderr } = release("--version", "0.2.0");
    expect(status).toBe(1);
    expect(stderr).toContain("working tree has changes");
    expect(read("package.json").version).toBe("0.1.0");
  });

  test.each([
    ["0.3.0", 'no section "## 0.3.0 (unreleased)"'],
    ["0.1.0", "a version after 0.1.0"],
    ["0.0.9", "a version after 0.1.0"],
    ["two", "a version such as 0.2.0"],
  ])("refuses %s", (version, message) => {
    const { status, stderr } = release("--version", version);
    expect([status, git("status", "--porcelain")]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  test("refuses an empty section of the changelog", () => {
    writeFileSync(join(copy, "CHANGELOG.md"), "# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0\n\n- B\n");
    git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qam", "Empty");
    expect(release("--version", "0.2.0").stderr).toContain("is empty");
  });
});
