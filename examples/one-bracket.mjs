// One bracket to one picture: node one-bracket.mjs room.jpg a.jpg b.jpg c.jpg
import { createEngine, EngineError } from "lightwell";

const [output, ...frames] = process.argv.slice(2);
const engine = createEngine();
try {
  // The extension of `output` chooses the format. An existing file is kept unless `overwrite` is set.
  const { path, report } = await engine.enhance(frames, { output });
  console.log(path);
  for (const operation of report.operations) console.log(`  ${operation}`);
  // A warning is something to look at in the picture.
  for (const { message } of report.warnings) console.warn(`  ${message}`);
} catch (error) {
  // `kind` says who must act, `code` what failed (docs/ERRORS.md).
  if (!(error instanceof EngineError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await engine.close();
}
