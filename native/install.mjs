// Builds the native kernels of a clone: `npm run kernels:native`, which `npm ci` also runs. Never fails: without a
// compiler the engine runs the same kernels as WebAssembly, with the same pictures but more slowly, and this script
// reports it.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAddon } from "./gyp.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const addon = join(here, "build", "Release", "lightwell.node");

if (process.env.LIGHTWELL_SKIP_NATIVE) {
  console.log("lightwell: native kernels skipped (LIGHTWELL_SKIP_NATIVE is set); WebAssembly will run.");
} else if (!isUpToDate()) {
  console.log("lightwell: building the native kernels, which takes half a minute to two minutes…");
  const begun = Date.now();
  const problem = build();
  const seconds = Math.round((Date.now() - begun) / 1000);
  if (problem)
    console.log(`lightwell: native kernels were not built (${problem}); WebAssembly will run, which is slower.`);
  else console.log(`lightwell: native kernels built in ${seconds} s`);
}

/** npm runs this script more often than sources change, for example when it links a clone's own command. */
function isUpToDate() {
  if (!existsSync(addon)) return false;
  const built = statSync(addon).mtimeMs;
  const sources = readdirSync(here, { recursive: true }).filter(
    (name) => /\.(cc|h|gyp)$/.test(name) && !/^(build|sanitize|wasm)/.test(name),
  );
  return sources.every((name) => statSync(join(here, name)).mtimeMs < built);
}

/** Compiles what has changed; removes the old addon first, so that none is left if that fails. */
function build() {
  rmSync(addon, { force: true });
  return buildAddon(here);
}
