import { SceneLibrary } from "/work/main/bench/brackets/simulator/scenes.ts";
import { simulateBracket } from "/work/main/bench/brackets/simulator/bracket.ts";
import { judgeTraffic } from "/work/main/bench/brackets/simulator/judge-traffic.ts";
import { Fuser } from "/work/main/bench/brackets/fuse.ts";
import { writeFileSync, appendFileSync } from "node:fs";
const [a, b, step, out, careful] = process.argv.slice(2);
const library = new SceneLibrary(false);
await library.prepare(2);
const fuser = new Fuser();
writeFileSync(out, "");
for (let seed = Number(a); seed <= Number(b); seed += Number(step)) {
  const bracket = await simulateBracket(library, { seed, moving: true, traffic: true, width: 600, careful: careful === "careful" });
  const s = await judgeTraffic(bracket, fuser);
  appendFileSync(out, JSON.stringify({...s, evs: bracket.plan.exposures.map(e=>+e.ev.toFixed(1)), told: bracket.plan.told}) + "\n");
}
process.exit(0);
