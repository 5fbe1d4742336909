import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Sets the version of the package, its workspaces and their lock file, and dates its section of the changelog. Throws
 * before writing if the version is not a later one, the working tree has changes, or the changelog has no section of
 * that version. With `isDryRun`, no file is written.
 *
 * @param {string} root the checkout
 * @param {string} version for example 0.2.0
 * @param {{ isDryRun: boolean, today: string }} settings today as YYYY-MM-DD
 * @returns {string[]} the files that have changed, or would
 */
export function prepareRelease(root, version, { isDryRun, today }) {
  const manifest = readJson(join(root, "package.json"));
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`release: expected a version such as 0.2.0, got ${version}`);
  if (!isLater(version, manifest.version))
    throw new Error(`release: expected a version after ${manifest.version}, got ${version}`);
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim();
  if (changed) throw new Error(`release: the working tree has changes; commit or stash them first:\n${changed}`);

  const edits = new Map([
    ["CHANGELOG.md", datedChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version, today)],
  ]);
  for (const folder of ["", ...(manifest.workspaces ?? [])]) {
    const path = join(folder, "package.json");
    edits.set(path, toText({ ...readJson(join(root, path)), version }));
  }
  const lock = readJson(join(root, "package-lock.json"));
  lock.version = version;
  for (const folder of ["", ...(manifest.workspaces ?? [])]) lock.packages[folder].version = version;
  edits.set("package-lock.json", toText(lock));
  if (!isDryRun) for (const [path, text] of edits) writeFileSync(join(root, path), text);
  return [...edits.keys()];
}

/** Replaces "unreleased" in the changelog by today's date. Throws if the version has no section, or an empty one. */
function datedChangelog(text, version, today) {
  const sections = text.split(/^(?=## )/m);
  const index = sections.findIndex((section) => section.split(/\s/)[1] === version);
  if (index < 0)
    throw new Error(`release: CHANGELOG.md has no section "## ${version} (unreleased)"; add what users get`);
  if (!/^- /m.test(sections[index])) throw new Error(`release: the section ${version} of CHANGELOG.md is empty`);
  return sections.with(index, sections[index].replace("(unreleased)", `(${today})`)).join("");
}

function isLater(version, than) {
  const [a, b] = [version, than].map((each) => each.split(/[.-]/).slice(0, 3).map(Number));
  const first = a.findIndex((part, i) => part !== b[i]);
  return first < 0 ? !version.includes("-") && than.includes("-") : a[first] > b[first];
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

function toText(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
