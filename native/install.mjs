// Builds the native kernels when the package is installed. Never fails the install: without a compiler the engine runs its
// TypeScript kernels, which give the same pictures more slowly, and says so in every report.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

if (process.env.LIGHTWELL_SKIP_NATIVE) {
  console.log("lightwell: native kernels skipped (LIGHTWELL_SKIP_NATIVE is set); the TypeScript kernels will run.");
} else if (!isUpToDate()) {
  const problem = build();
  if (problem)
    console.log(`lightwell: native kernels were not built (${problem}); the slower TypeScript kernels will run.`);
}

/** npm runs this more often than the sources change, for example when it links a clone's own command. */
function isUpToDate() {
  const addon = join(here, "build", "Release", "lightwell.node");
  if (!existsSync(addon)) return false;
  const built = statSync(addon).mtimeMs;
  const sources = readdirSync(here, { recursive: true }).filter(
    (name) => /\.(cc|h|gyp)$/.test(name) && !name.startsWith("build"),
  );
  return sources.every((name) => statSync(join(here, name)).mtimeMs < built);
}

function build() {
  rmSync(join(here, "build"), { recursive: true, force: true });
  const gyp = process.env.npm_config_node_gyp;
  if (!gyp || !existsSync(gyp)) return "no node-gyp beside npm";
  const args = [gyp, "rebuild", "--directory", here, "--jobs", "max", "--loglevel", "error"];
  // Node's own headers, where they were installed beside it, spare a download.
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, "include", "node", "node_api.h"))) args.push(`--nodedir=${prefix}`);
  const result = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 10 * 60_000 });
  if (result.error) return result.error.message;
  if (result.status !== 0) return firstReason(result.stdout + result.stderr);
  return undefined;
}

function firstReason(output) {
  const line = output.split("\n").find((text) => /error|not found|could not/i.test(text)) ?? "node-gyp failed";
  return line
    .replace(/^gyp ERR! (stack )?/, "")
    .trim()
    .slice(0, 160);
}
