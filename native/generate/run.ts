import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedSources } from "./generated.ts";

// Writes native/generated. Files that are already right keep their time, so that the build compiles only what has
// changed.

const target = fileURLToPath(new URL("../generated", import.meta.url));
const sources = await generatedSources();

mkdirSync(target, { recursive: true });
for (const name of readdirSync(target, { recursive: true, encoding: "utf8" })) {
  if (/\.(cc|h)$/.test(name) && !sources.has(name.replaceAll("\\", "/"))) rmSync(`${target}/${name}`);
}
for (const [name, text] of sources) {
  const path = `${target}/${name}`;
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
