// Sets that a program reviews before pictures are made: npx tsx review-groups.ts out *.jpg
import { basename } from "node:path";
import { createEngine, type GroupedSet } from "lightwell";

const [outputDir, ...files] = process.argv.slice(2);

/** Our own rule, as an example: sets that are not sure, or have a flag, are for a person to look at. */
function needsReview({ confidence, flags }: GroupedSet): boolean {
  return confidence < 0.7 || flags.length > 0;
}

const engine = createEngine();
try {
  const { groups, failed } = await engine.group(files);
  for (const { file, error } of failed) console.error(`${file}: ${error.message}`);
  for (const set of groups) {
    console.log(`${set.files.map((file) => basename(file)).join(" + ")} (${set.confidence})`);
    for (const reason of set.reasons) console.log(`  ${reason}`);
  }
  // `groups` takes sets as lists of names, so a list may be split, joined or removed before it is passed on.
  const sure = groups.filter((set) => !needsReview(set)).map((set) => set.files);
  for await (const event of engine.enhanceBatch(sure.flat(), { outputDir, groups: sure })) {
    if (event.type === "finished") console.log(event.path);
    if (event.type === "failed") console.error(event.error.message);
  }
} finally {
  await engine.close();
}
