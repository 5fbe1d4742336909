import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createEngine, EngineError } from "../../src/index.ts";
import { writeCarriers, writeMakers } from "./carriers.ts";
import { formats, leaksOf, placeTagsOf } from "./develop.ts";
import { tracesIn } from "./plant.ts";

/**
 * Plants a location in all possible fields of a photograph, develops it into every format, and searches all bytes and
 * tags of the results: see carriers.ts.
 *
 * Usage: npm run bench -- places
 */
const folder = mkdtempSync(join(tmpdir(), "lw-places-"));
const engine = createEngine({ workers: 1 });
let [results, leaks, refused] = [0, 0, 0];
try {
  const makers = writeMakers(join(folder, "makers"));
  for (const { path, inNotes } of makers) console.log(`${basename(path)}: ${inNotes} places in its maker notes`);
  const sources = [...(await writeCarriers(join(folder, "own"))), ...makers.map(({ path }) => path)];
  for (const source of sources) {
    const planted = tracesIn(readFileSync(source)).length;
    for (const format of formats) {
      try {
        const output = join(folder, `out.${format}`);
        const found = [...(await leaksOf(engine, source, output, format)), ...placeTagsOf(output)];
        results++;
        if (found.length === 0) continue;
        leaks++;
        console.log(`${basename(source)} (${planted} traces planted) as ${format}: ${found.join(", ")}`);
      } catch (thrown) {
        if (!(thrown instanceof EngineError)) throw thrown;
        refused++;
        console.log(`${basename(source)}: not developed [${thrown.code}]`);
        break;
      }
    }
  }
  console.log(`${sources.length} photographs, ${results} results, ${leaks} with a place; ${refused} not developed`);
  process.exitCode = leaks > 0 ? 1 : 0;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
