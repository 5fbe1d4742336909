// 360° panoramas of a list of files: node panorama-360.mjs out *.jpg
import { basename, extname, join } from "node:path";
import { createEngine } from "lightwell";

const [outputDir, ...files] = process.argv.slice(2);
const engine = createEngine();
try {
  for (const inspection of await engine.inspectAll(files)) {
    if ("error" in inspection) continue;
    const { path: file, is360 } = inspection;
    if (!is360.is360) continue;
    // Its projection, size and seam stay: lens and verticals are left as they are, and so are the metadata by which
    // viewers know a sphere.
    const output = join(outputDir, `${basename(file, extname(file))}.jpg`);
    const { path, report } = await engine.enhance([file], { output, quality: 92 });
    console.log(`${path}: ${report.operations.join(", ")}`);
  }
} finally {
  await engine.close();
}
