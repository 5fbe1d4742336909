import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generatedSources } from "./generated.ts";

// Writes native/generated. Files that are already right keep their time, so that the build compiles only what has
// changed.

const target = fileURLToPath(new URL("../generated", import.meta.url));
const sources = await generatedSources();

mkdirSync(target, { recursive: true });
for (const name of readdirSync(target)) {
  if (/\.(cc|h)$/.test(name) && !sources.has(name)) rmSync(`${target}/${name}`);
}
for (const [name, text] of sources) {
  const path = `${target}/${name}`;
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  writeFileSync(path, text);
}
