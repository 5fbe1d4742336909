import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `Renders labelled scenes: npm run bench -- scene-render DIR [--from N] [--count N] [--jobs N] [--mix even|rich] [--crops N] [--photographs DIR]
  DIR            gets NNNNN.npz: linear light, the class of every pixel, paint; what is there already is kept
  --from N       first seed (1); seeds from 900000 on are for the bench, never for training
  --count N      seeds (1000)
  --jobs N       Blender processes at once, one thread each (one for each core)
  --mix MIX      even, or rich: larger lamps, leaves close behind windows, more night and close views (even)
  --crops N      also N crops of the labelled panoramas (600; 0: none)
  --photographs DIR  in the end, writes each of them as a photograph NAME.jpg with labels NAME.png
Needs Blender 3.4 and python3 with NumPy and OpenCV (Debian 12: apt-get install blender python3-opencv).`;

/** CC0: environments from Poly Haven, and Blender's own studio lights, which come with it. */
const assets = "@pmndrs/assets@1.7.0";

const here = fileURLToPath(new URL(".", import.meta.url));
const python = process.env.PYTHON ?? "/usr/bin/python3";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      from: { type: "string", default: "1" },
      count: { type: "string", default: "1000" },
      jobs: { type: "string", default: String(availableParallelism()) },
      mix: { type: "string", default: "even" },
      crops: { type: "string", default: "600" },
      photographs: { type: "string" },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help || positionals.length !== 1) return console.log(usage);
  if (!["even", "rich"].includes(values.mix)) throw new Error(`expected --mix even or rich, got ${values.mix}`);
  const folder = resolve(positionals[0]);
  const environments = unpackEnvironments(join(folder, "environments"));
  if (Number(values.crops) > 0) run(python, [join(here, "crop_panoramas.py"), environments, folder, values.crops]);
  const jobs = Math.max(1, Number(values.jobs));
  const each = Math.ceil(Number(values.count) / jobs);
  const renderings = Array.from({ length: jobs }, (_, job) =>
    blender(environments, [folder, String(Number(values.from) + job * each), String(each), values.mix]),
  );
  await Promise.all(renderings);
  if (values.photographs) run(python, [join(here, "photographs.py"), folder, resolve(values.photographs)]);
}

/** The folder with the environment maps, fetched from npm if it is empty. */
function unpackEnvironments(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0) return folder;
  mkdirSync(folder, { recursive: true });
  run("npm", ["pack", assets, "--pack-destination", folder, "--silent"]);
  const [packed] = readdirSync(folder);
  run("tar", ["xf", join(folder, packed), "-C", folder]);
  run(process.execPath, [join(here, "unpack_environments.mjs"), join(folder, "package"), folder]);
  return folder;
}

function blender(environments: string, args: readonly string[]): Promise<void> {
  const script = join(here, "render_scenes.py");
  const child = spawn("blender", ["-b", "--factory-startup", "-P", script, "--", ...args], {
    env: { ...process.env, HDRI: environments },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => (code === 0 ? done() : fail(new Error(`blender ended with ${code}`))));
  });
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

await main();
