// Makes what is published, in release/: `npm run release [-- --no-build] [-- --musl] [-- --output DIR]`.
//   lightwell-<version>.tgz               the package, without scripts: installing it runs nothing
//   lightwell-kernels-<platform>….tgz     the native kernels of this machine, an optional dependency of the package
//   lightwell-kernels-linux-x64-musl….tgz with --musl: those for Alpine and other musl systems, see musl-kernels.mjs
//   lightwell-<version>.cdx.json          what it depends on (CycloneDX)
//   licences.tsv                          package, version and licence of every runtime dependency
//   SHA256SUMS
// Kernel packages of other platforms that were put into release/ before become optional dependencies as well.
// `npm run release -- --version 0.2.0 [--dry-run]` prepares a version first: see prepare-release.mjs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildMuslKernels } from "./musl-kernels.mjs";
import { prepareRelease } from "./prepare-release.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    "no-build": { type: "boolean", default: false },
    musl: { type: "boolean", default: false },
    output: { type: "string", default: "release" },
    version: { type: "string" },
    "dry-run": { type: "boolean", default: false },
  },
});
if (values.version !== undefined) {
  prepare(values.version, values["dry-run"]);
  process.exit();
}
if (values["dry-run"]) {
  console.error("release: --dry-run is for --version");
  process.exit(2);
}
const release = resolve(values.output);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const npm = (args, cwd = root) =>
  execFileSync("npm", [...args, "--loglevel=error"], { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });

if (!values["no-build"]) npm(["run", "prepare"]);
mkdirSync(release, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), "lightwell-release-"));
try {
  await packOwnKernels();
  if (values.musl) packMuslKernels();
  packLibrary();
  writeBillOfMaterials();
  writeSums();
} finally {
  rmSync(scratch, { recursive: true });
}
console.log(
  readdirSync(release)
    .sort()
    .map((name) => join(release, name))
    .join("\n"),
);

/** Prints the changes and the next step; exits with 1 if the version cannot be prepared. */
function prepare(version, isDryRun) {
  try {
    const files = prepareRelease(root, version, { isDryRun, today: new Date().toISOString().slice(0, 10) });
    console.log(`${isDryRun ? "would set" : "set"} version ${version} in ${files.join(", ")}`);
    if (!isDryRun)
      console.log(`next: npm test, commit, git tag v${version}, npm run release, then publish what is in release/`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Packs the addon of this machine separately. */
async function packOwnKernels() {
  const { libcOf, prebuiltName } = await import("../dist/kernels/native.js");
  const { platform, arch } = process;
  packKernels(join(root, "native/build/Release/lightwell.node"), prebuiltName(), { platform, arch, libc: libcOf() });
}

function packMuslKernels() {
  const addon = join(scratch, "musl.node");
  buildMuslKernels(addon);
  packKernels(addon, "@lightwell/kernels-linux-x64-musl", { platform: "linux", arch: "x64", libc: "musl" });
}

function packKernels(addon, name, { platform, arch, libc }) {
  const folder = join(scratch, name);
  const description = `Native kernels of lightwell for ${platform} on ${arch}${libc ? ` with ${libc}` : ""}.`;
  mkdirSync(folder, { recursive: true });
  cpSync(addon, join(folder, "kernels.node"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "README.md"), `# ${name}\n\n${description} An optional dependency of lightwell.\n`);
  writeJson(join(folder, "package.json"), {
    ...{ name, version: manifest.version, description, license: "MIT", keywords: ["lightwell"] },
    ...{ main: "kernels.node", files: ["kernels.node"], engines: manifest.engines },
    ...{ os: [platform], cpu: [arch] },
    ...(libc && { libc: [libc] }),
  });
  npm(["pack", "--pack-destination", release], folder);
}

/** The package as made by `npm pack`, with a manifest that has no scripts and lists the kernel packages. */
function packLibrary() {
  const [{ filename }] = JSON.parse(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", scratch]));
  execFileSync("tar", ["-xzf", join(scratch, filename), "-C", scratch]);
  const folder = join(scratch, "package");
  const { scripts, devDependencies, workspaces, ...published } = manifest;
  const kernels = Object.fromEntries(kernelPackages().map((name) => [name, manifest.version]));
  const optionalDependencies = { ...manifest.optionalDependencies, ...kernels };
  writeJson(join(folder, "package.json"), { ...published, optionalDependencies });
  npm(["pack", "--ignore-scripts", "--pack-destination", release], folder);
}

function kernelPackages() {
  const suffix = `-${manifest.version}.tgz`;
  return readdirSync(release)
    .filter((name) => name.startsWith("lightwell-kernels-") && name.endsWith(suffix))
    .map((name) => `@lightwell/${name.slice("lightwell-".length, -suffix.length)}`)
    .sort();
}

/** Lists the packages that an installation of the packed library contains. */
function writeBillOfMaterials() {
  const project = join(scratch, "project");
  mkdirSync(project);
  const tarball = join(release, `lightwell-${manifest.version}.tgz`);
  writeJson(join(project, "package.json"), {
    name: "bill",
    version: "1.0.0",
    private: true,
    dependencies: { lightwell: `file:${tarball}` },
  });
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], project);
  const bill = npm(["sbom", "--sbom-format=cyclonedx"], project);
  writeFileSync(join(release, `lightwell-${manifest.version}.cdx.json`), bill);
  const lines = JSON.parse(bill).components.map(({ name, version, licenses = [] }) => {
    const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
    return [name, version, names.join(", ")].join("\t");
  });
  writeFileSync(join(release, "licences.tsv"), `${[...new Set(lines)].sort().join("\n")}\n`);
}

function writeSums() {
  const names = readdirSync(release).filter((name) => name !== "SHA256SUMS");
  const lines = names.sort().map((name) => {
    const hash = createHash("sha256")
      .update(readFileSync(join(release, name)))
      .digest("hex");
    return `${hash}  ${name}\n`;
  });
  writeFileSync(join(release, "SHA256SUMS"), lines.join(""));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
