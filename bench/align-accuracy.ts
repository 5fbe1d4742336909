/**
 * Prints how well `align` recovers seeded warps: npx tsx bench/align-accuracy.ts [cases] [width] [first seed]. The target, over
 * 1,000 cases: 95th percentile of the corner error at most 0.05 px per 3,000 px of width, above 0.5 px in at most 0.2 %, and
 * never worse than not aligning.
 */
import { identityHomography, invertHomography } from "../src/image/index.ts";
import { align } from "../src/stages/align/index.ts";
import { testContext } from "../test/support/context.ts";
import { cornerError, makeRadiance, percentile, seededCase, takeShot } from "../test/support/seeded-warps.ts";

const [cases = 1000, width = 3000, first = 1] = process.argv.slice(2).map(Number);
const height = Math.round((width * 2) / 3);
/** A scene is slow to make and serves several warps. */
const casesPerScene = 5;

interface Row {
  readonly stops: number;
  readonly error: number;
  readonly worse: boolean;
  readonly millis: number;
}

async function main(): Promise<void> {
  const rows: Row[] = [];
  let scene = makeRadiance(first, width, height);
  for (let seed = first; seed < first + cases; seed++) {
    if ((seed - first) % casesPerScene === 0) scene = makeRadiance(1000 + seed, width, height);
    const seeded = seededCase(scene, seed);
    const frames = [takeShot(scene, seeded.reference), takeShot(scene, seeded.moved)] as const;
    const before = process.cpuUsage();
    const result = await align(frames, [undefined, undefined], {}, testContext());
    const millis = process.cpuUsage(before).user / 1000;
    const found = result.reference === 0 ? result.transforms[1] : invertHomography(result.transforms[0]);
    const error = cornerError(found, seeded.warp, width, height);
    const worse = error > cornerError(identityHomography, seeded.warp, width, height) + 0.05;
    rows.push({ stops: seeded.stops, error, worse, millis });
    if (error > 0.5 || worse) {
      const { score, reason = "" } = result.perFrame[1 - result.reference];
      console.log(
        `seed ${seed}: ${seeded.stops.toFixed(1)} EV, ${error.toFixed(2)} px, score ${score.toFixed(2)} ${reason}`,
      );
    }
  }
  console.log("EV      cases  median     p95     max  > 0.5 px  worse  CPU ms");
  for (const [low, high] of [
    [1, 3],
    [3, 5],
    [5, 7],
    [7, 8.01],
    [1, 8.01],
  ]) {
    const part = rows.filter(({ stops }) => stops >= low && stops < high);
    if (part.length > 0) console.log(describe(`${low}-${Math.floor(high)}`, part));
  }
}

function describe(name: string, rows: readonly Row[]): string {
  const errors = rows.map(({ error }) => error);
  const columns = [
    rows.length,
    percentile(errors, 0.5).toFixed(3),
    percentile(errors, 0.95).toFixed(3),
    Math.max(...errors).toFixed(3),
    errors.filter((error) => error > 0.5).length,
    rows.filter(({ worse }) => worse).length,
    percentile(
      rows.map(({ millis }) => millis),
      0.5,
    ).toFixed(0),
  ];
  return [name.padEnd(6), ...columns.map((value, i) => String(value).padStart([7, 8, 8, 8, 10, 7, 8][i]))].join("");
}

await main();
