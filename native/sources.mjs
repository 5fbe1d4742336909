// Prints every C++ source of the addon, for binding.gyp: `node sources.mjs [path of this folder, relative to
// binding.gyp]`.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const seenAs = process.argv[2] ?? ".";
const here = fileURLToPath(new URL(".", import.meta.url));
const inside = ["kernels", "generated"].flatMap((folder) =>
  readdirSync(here + folder, { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
);
const sources = [...readdirSync(here), ...inside].filter((name) => name.endsWith(".cc"));
console.log(
  sources
    .sort()
    .map((name) => `${seenAs}/${name}`)
    .join(" "),
);
