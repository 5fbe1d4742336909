// A folder of photographs to a folder of pictures, with progress: node folder.mjs shoot out
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createEngine } from "lightwell";

const [folder, outputDir] = process.argv.slice(2);
const names = (await readdir(folder)).filter((name) => /\.(jpe?g|tiff?|png|dng|cr[23]|nef|arw|raf)$/i.test(name));
const files = names.map((name) => join(folder, name));

const engine = createEngine();
try {
  let [ended, total] = [0, 0];
  // With `resume`, pictures that an earlier run made in the same way are kept.
  for await (const event of engine.enhanceBatch(files, { outputDir, resume: true })) {
    if (event.type === "grouped") {
      total = event.sets.length;
      for (const { file, error } of event.failed) console.error(`${file}: ${error.message}`);
    } else if (event.type === "progress") {
      console.log(`${event.set.files[0]}: ${event.step} (${event.done} of ${event.total})`);
    } else if (event.type === "finished") {
      console.log(`${++ended} of ${total}: ${event.path}${event.skipped ? " (kept)" : ""}`);
    } else if (event.type === "failed") {
      // The others continue.
      console.error(`${++ended} of ${total}: ${event.set.files.join(", ")}: ${event.error.message}`);
      process.exitCode = 1;
    }
  }
} finally {
  await engine.close();
}
