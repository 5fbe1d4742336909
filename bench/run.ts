import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { benches } from "./benches.ts";
import { machineName, today } from "./machine.ts";

const usage = `Usage: npm run bench -- NAME [options]     runs a bench; npm run bench -- NAME --help shows its options
       npm run bench -- --list             lists all benches
       npm run bench [-- options]          runs the bench "speed"

With --record, what a bench prints is also kept in bench/results, for the figures of the docs (npm run docs).`;

/** Runs the bench that the first argument names, with the arguments after it. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "--list") return console.log(listOfBenches());
  if (args[0] === "--help" || args[0] === "-h") return console.log(`${usage}\n\n${listOfBenches()}`);
  const isNamed = args[0] !== undefined && !args[0].startsWith("-");
  const [name, given] = isNamed ? [args[0], args.slice(1)] : ["speed", args];
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) {
    console.error(`bench: expected one of ${Object.keys(benches).join(", ")}, got ${name}`);
    process.exitCode = 2;
    return;
  }
  const options = given.filter((each) => each !== "--record");
  console.log(`bench ${name}: ${bench.measures}\ntakes about ${bench.takes} on two quiet cores\n`);
  if (bench.options !== undefined && options.some((each) => each === "--help" || each === "-h"))
    return console.log(`options: ${bench.options}`);
  if (given.includes("--record")) record(name, options);
  const module = new URL(bench.module, import.meta.url);
  if (bench.module.endsWith(".py")) {
    const python = process.env["PYTHON"] ?? "/usr/bin/python3";
    process.exitCode = spawnSync(python, [fileURLToPath(module), ...options], { stdio: "inherit" }).status ?? 1;
    return;
  }
  process.argv = [process.argv[0], fileURLToPath(module), ...options];
  await import(module.href);
}

/** Records what the process prints from here on, with its command, if it succeeds. */
function record(name: string, options: readonly string[]): void {
  const kept: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    kept.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    return write(chunk, ...rest);
  }) as typeof process.stdout.write;
  process.once("exit", (code) => {
    if (code !== 0) return;
    const folder = new URL("results/", import.meta.url);
    mkdirSync(folder, { recursive: true });
    const command = ["npm run bench --", name, ...options].join(" ");
    const head = `command: ${command}\ndate: ${today()}\nmachine: ${machineName()}\n\n`;
    const file = [name, ...options].join("-").replace(/[^a-zA-Z0-9]+/g, "-");
    writeFileSync(new URL(`${file}.txt`, folder), head + kept.join("").trimStart());
  });
}

function listOfBenches(): string {
  return Object.entries(benches)
    .map(([name, { measures, takes, needs }]) => {
      const lines = [`${name.padEnd(12)} ${measures}`, `takes about ${takes}`, ...(needs ? [`uses ${needs}`] : [])];
      return lines.join(`\n${" ".repeat(13)}`);
    })
    .join("\n");
}

await main();
