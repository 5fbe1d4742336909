// Makes the optional package with the native kernels of this platform, as npm publishes it: `npm run prebuilds`. Where
// it is installed beside lightwell, in the same version, no compiler is needed for native speed.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { libcOf, prebuiltName } from "../dist/kernels/prebuilt-name.js";
import { buildAddon } from "./gyp.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const { version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const problem = buildAddon(here);
if (problem) {
  console.error(`lightwell: the native kernels were not built: ${problem}`);
  process.exit(1);
}
const name = prebuiltName();
const target = join(root, "prebuilds", name);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(join(here, "build", "Release", "lightwell.node"), join(target, "kernels.node"));
cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
const libc = libcOf();
const description = `Native kernels of lightwell for ${process.platform} on ${process.arch}${libc ? ` with ${libc}` : ""}.`;
const manifest = {
  name,
  version,
  description,
  license,
  main: "kernels.node",
  files: ["kernels.node"],
  engines,
  os: [process.platform],
  cpu: [process.arch],
  ...(libc && { libc: [libc] }),
};
writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(target, "README.md"), `# ${name}\n\n${description} Install it beside lightwell ${version}.\n`);
console.log(target);
