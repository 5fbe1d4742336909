// unpack_environments.mjs PACKAGE_DIR OUT_DIR: environment maps as .exr files. NAME.exr comes from npm's @pmndrs/assets
// (CC0; hdri/NAME.exr.js holds it as base64), blender_NAME.exr from Debian's blender-data (CC0), if installed.
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fromBlender = "/usr/share/blender/datafiles/studiolights/world";

const [packageDir, outDir] = process.argv.slice(2);
if (!packageDir || !outDir) {
  console.error("usage: node unpack_environments.mjs PACKAGE_DIR OUT_DIR");
  process.exit(2);
}
await mkdir(outDir, { recursive: true });
for (const file of await readdir(join(packageDir, "hdri"))) {
  if (!file.endsWith(".exr.js")) continue;
  const source = await readFile(join(packageDir, "hdri", file), "utf8");
  const encoded = source.match(/base64,([A-Za-z0-9+/=]+)/)?.[1];
  if (!encoded) throw new Error(`${file} holds no base64 data`);
  await writeFile(join(outDir, file.slice(0, -".js".length)), Buffer.from(encoded, "base64"));
}
const ours = await readdir(fromBlender).catch(() => []);
for (const file of ours)
  if (file.endsWith(".exr")) await copyFile(join(fromBlender, file), join(outDir, `blender_${file}`));
