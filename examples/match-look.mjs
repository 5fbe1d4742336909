// Pictures in the look of finished ones: node match-look.mjs mine out *.jpg
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { createEngine } from "lightwell";

const [finishedDir, outputDir, ...files] = process.argv.slice(2);
const pictures = [".avif", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp"];
const finished = (await readdir(finishedDir))
  .filter((name) => pictures.includes(extname(name).toLowerCase()))
  .map((name) => join(finishedDir, name));
await mkdir(outputDir, { recursive: true });

const engine = createEngine();
try {
  // What the pictures have in common (docs/LOOK.md). With `before`, the photographs that they were made of, it is
  // learned from what was changed.
  const look = await engine.learnLook({ finished });
  // Plain JSON: kept in a file, `parseLook` reads it again, and `lightwell enhance --match` takes it.
  await writeFile(join(outputDir, "look.json"), JSON.stringify(look));
  for await (const event of engine.enhanceBatch(files, { outputDir, look })) {
    if (event.type === "finished") console.log(event.path);
    if (event.type === "failed") console.error(event.error.message);
  }
} finally {
  await engine.close();
}
